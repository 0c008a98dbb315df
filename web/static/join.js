/* The page of an invitation: takes a free seat, or opens the seat that this browser has taken. */

import { byId } from "./dom.js";
import { post } from "./server.js";
import { saveName, savedName } from "./setup.js";
import { linksWith, rememberTable } from "./tables.js";
import "./words.js";

const invitation = location.pathname;

async function join(event) {
  event.preventDefault();
  saveName(byId("name").value.trim());
  try {
    const seat = await post(`/api${invitation}`, {});
    rememberTable({ seat, invitation, watch: null, origin: location.origin });
    location.replace(seat.path);
  } catch ({ message }) {
    byId("error").textContent = message;
    byId("error").hidden = false;
  }
}

const known = linksWith(invitation)?.seat;
if (known) location.replace(known.path);
byId("name").value = savedName();
byId("join").addEventListener("submit", join);

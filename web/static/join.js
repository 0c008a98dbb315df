/* The page of an invitation: takes a free seat, or opens the seat that this browser has taken. */

import { byId } from "./dom.js";
import { post } from "./server.js";
import { saveName, savedName } from "./setup.js";
import { linksWith, rememberTable } from "./tables.js";
import "./words.js";

const invitation = location.pathname;

async function join(event) {
  event.preventDefault();
  event.submitter.disabled = true; // a second click would take a second seat
  saveName(byId("name").value.trim());
  try {
    const seat = await post(`/api${invitation}`, {});
    rememberTable({ seat, invitation, watch: null, origin: location.origin });
    location.replace(seat.path);
  } catch ({ message }) {
    event.submitter.disabled = false;
    byId("error").textContent = message;
    byId("error").hidden = false;
  }
}

const known = linksWith(invitation)?.seat;
if (known) location.replace(known.path);
byId("name").value = savedName();
byId("join").addEventListener("submit", join);

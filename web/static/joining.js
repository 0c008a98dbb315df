/* Says whose player is still being compiled, and lets the person wait for it. */

import { byId } from "./dom.js";
import { _, _n } from "./words.js";

/** Shows the notice of a position; hidden once every player has joined. */
export function showJoining({ joining, is_patient: isPatient }, names) {
  const said = { names: joining.map((seat) => names.of(seat)).join(_(", ")) };
  byId("joining").hidden = !joining.length;
  byId("joining-words").textContent = isPatient
    ? _("The table waits for {names}.", said)
    : _n("{names} is still being prepared; another agent plays in its place until it joins.",
      "{names} are still being prepared; other agents play in their places until they join.",
      joining.length, said);
  byId("wait").textContent = isPatient ? _("Play on without waiting") : _("Wait");
  byId("wait").setAttribute("aria-pressed", String(isPatient));
}

/** Calls a function with whether the table is to wait, when the person chooses. */
export function onWait(choose) {
  byId("wait").addEventListener("click", () =>
    choose(byId("wait").getAttribute("aria-pressed") !== "true"));
}

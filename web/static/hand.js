/* The own hand and plate, which lie below the table and never move. */

import { byId, element } from "./dom.js";

const felt = byId("table"), below = byId("hand");

/** Takes hand and plate from the table, which was just drawn. Tab reaches a button of each. */
export function takeHand() {
  const plate = felt.querySelector(".seat.own"), zone = felt.querySelector(".zone.own");
  below.replaceChildren(...(plate ? [element("ul", { class: "seats" }, plate)] : []),
    ...(zone ? [zone] : []));
  for (const within of [below, felt])
    if (!within.querySelector('button[tabindex="0"]'))
      within.querySelector("button.card, button")?.setAttribute("tabindex", "0");
}

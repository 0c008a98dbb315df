/* The own hand: on the table, or on narrow screens above the moves, where it stays visible. */

import { byId } from "./dom.js";

const NARROW = matchMedia("(max-width: 60rem)"); // the moves are a sheet there; see table.css
const felt = byId("table"), below = byId("hand");

let zone = null, shelf = null, isAsked = false;

/**
 * Takes the own hand from the table, which was just drawn.
 * @param {boolean} isShown Whether the page shows the moves.
 */
export function takeHand(isShown) {
  zone = felt.querySelector(".zone.own");
  shelf = zone?.parentElement;
  isAsked = isShown;
  place();
}

/** Puts the hand where it belongs. Tab reaches one button of the table and one of the hand. */
function place() {
  below.replaceChildren();
  if (zone) (isAsked && NARROW.matches ? below : shelf).append(zone);
  for (const within of [felt, below])
    if (!within.querySelector('button[tabindex="0"]'))
      within.querySelector("button")?.setAttribute("tabindex", "0");
}

NARROW.addEventListener("change", place);

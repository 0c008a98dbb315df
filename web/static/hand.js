/* The own hand and plate, which lie below the table and never move, and what came to the hand. */

import { byId, element } from "./dom.js";
import { wordOf } from "./scene.js";
import { _ } from "./words.js";

const felt = byId("table"), below = byId("hand");

/** Takes hand and plate from the table, which was just drawn. Tab reaches a card of each. */
export function takeHand() {
  const plate = felt.querySelector(".seat.own"), zone = felt.querySelector(".zone.own");
  below.replaceChildren(...(plate ? [element("ul", { class: "seats" }, plate)] : []),
    ...(zone ? [zone] : []));
  for (const within of [below, felt])
    if (!within.querySelector('button[tabindex="0"]'))
      (within.querySelector("button.card") ?? within.querySelector("button"))
        ?.setAttribute("tabindex", "0");
}

/** Marks the cards that came since the own last decision, and says which these are and which went. */
export function showChange(change) {
  const left = change.came.map(({ about }) => about);
  for (const card of below.querySelectorAll(".zone.own .card")) {
    const at = left.indexOf(card.dataset.about);
    if (at >= 0) left.splice(at, 1);
    card.classList.toggle("came", at >= 0);
  }
  const said = [[_("New in your hand: {cards}"), change.came],
    [_("Left your hand: {cards}"), change.went],
    [_("Out of play: {cards}"), change.died]];
  byId("change").textContent = said.filter(([, cards]) => cards.length)
    .map(([message, cards]) => message.replace("{cards}", cards.map(wordOf).join(" "))).join(" · ");
}

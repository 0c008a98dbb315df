/* The own hand and plate, which lie below the table and never move, and what came to the hand. */

import { byId, element } from "./dom.js";
import { wordOf } from "./scene.js";
import { _ } from "./words.js";

const felt = byId("table"), below = byId("hand");
const NONE = { came: [], went: [], died: [] };
let change = NONE; // of the hand, from the own last move to the next one

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

/**
 * Notes what came to the hand, went from it or can't be played any more, unless it was dealt anew.
 * What the own move played is told only where cards came for it.
 * @param {Object|null} before The former position, if it is of the same deal.
 * @param {Object} after The present one.
 * @param {boolean} hasMoved Whether the person has moved in between.
 */
export function noteChange(before, after, hasMoved) {
  const [then, now] = [before, after].map((one) => one?.scene.seats[after.seat]?.cards ?? []);
  const came = without(now, then), went = without(then, now);
  const kept = without(now, came), died = without(dim(kept), dim(then));
  const isBuilding = before?.built.length > 0 || after.built.length > 0;
  if (!before || came.length === now.length) change = NONE;
  else if (hasMoved) change = { came, went: came.length ? went : [], died };
  else if (!isBuilding)
    change = {
      came: [...without(change.came, went), ...came],
      went: [...without(change.went, came), ...without(went, change.came)],
      died: [...without(change.died, went), ...died],
    };
}

function dim(cards) {
  return cards.filter((card) => card.is_dim);
}

/** Marks the cards that came, and says which these are and which went. */
export function showChange() {
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

/** The cards that are not among others, equal ones as often as they are missing. */
function without(cards, others) {
  const left = others.map(faceOf);
  return cards.filter((card) => {
    const at = left.indexOf(faceOf(card));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What a card shows; a dead card has the same face as a living one. */
function faceOf({ sign, text, figure }) {
  return `${sign} ${text} ${figure}`;
}

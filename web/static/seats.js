/* The players of a new table: by levels in words, and their specs for who wants another agent. */

import { byId, element } from "./dom.js";
import { PERSON } from "./setup.js";
import { showAt } from "./wrong.js";
import { _ } from "./words.js";

const MEANINGS = { // of agents
  greedy: _("plays by simple rules"),
  random: _("plays anything"),
  "montecarlo:budget=64": _("tries out its moves"),
  "montecarlo:budget=1024": _("is stronger, but slower"),
  expert: _("is the strongest"),
  best: _("learned this game"),
};

let levels = {}; // the spec of each level in the chosen game
let titles = {}; // what each agent is called at the table

/** The word of every seat: `person` or the spec of an agent. */
export function seatWords() {
  return [...document.querySelectorAll(".seat-word")].map(({ value }) => value.trim());
}

/** The words of a new table with so many players: those of the present seats, if there are any. */
export function usualSeats(game, count) {
  const medium = levels.Medium ?? game.levels.Medium;
  const isKnown = (word) => [PERSON, ...Object.values(levels), ...game.agents].includes(word);
  const words = seatWords().map((word) => (isKnown(word) ? word : medium));
  const further = words.findLast((word) => word !== PERSON) ?? medium;
  return Array.from({ length: count }, (_each, seat) =>
    words[seat] ?? (seat ? further : PERSON));
}

/**
 * Draws the seats, and buttons that keep their number within the game's limits.
 * @param {Object} game The game.
 * @param {string[]} words The word of every seat.
 * @param {function()} changed Called when the number of seats has changed.
 */
export function drawSeats(game, words, changed) {
  const [least, most] = game.players;
  const change = (label, isPossible, next) => element("button", {
    type: "button", disabled: !isPossible, "aria-label": label,
    click: () => {
      drawSeats(game, next(seatWords()), changed);
      changed();
    },
  }, label);
  byId("seats").replaceChildren(
    element("ol", { class: "seat-fields" }, ...words.map(drawSeat)),
    element("p", { class: "buttons" },
      change(_("Add a seat"), words.length < most, (seats) => [...seats, game.levels.Medium]),
      change(_("Remove a seat"), words.length > least, (seats) => seats.slice(0, -1))));
  byId("specs").replaceChildren(...words.map(drawSpec));
  titles = game.titles;
  drawLevels();
}

/** Offers agents, and the levels that can play these rules; a level keeps its name. */
export function offerAgents(words, next) {
  for (const field of document.querySelectorAll(".seat-word")) {
    const level = Object.keys(levels).find((name) => levels[name] === field.value);
    if (level) field.value = next[level];
  }
  levels = next;
  byId("agents").replaceChildren(...[PERSON, ...words].map((word) =>
    element("option", { value: word })));
  byId("agent-words").replaceChildren(
    ...[...new Set([...Object.values(levels), ...words])].map((word) =>
      element("li", {}, `${titles[word]}: `, element("code", {}, word),
        MEANINGS[word] ? ` ${MEANINGS[word]}` : null)));
  drawLevels();
}

/** Shows an error at the seats of an agent that can't play. Returns whether there is one. */
export function markSeats(agent, sentence) {
  const wrong = [...document.querySelectorAll(".seat-word")]
    .filter(({ value }) => value.trim() === agent);
  if (!wrong.length) return false;
  byId("further").open = true;
  for (const field of wrong) field.setAttribute("aria-invalid", "true");
  showAt(wrong[0].closest("li"), wrong[0], sentence);
  return true;
}

function drawSeat(word, seat) {
  const label = _("Seat {number}", { number: seat + 1 });
  const take = ({ target }) => {
    document.querySelectorAll(".seat-word")[seat].value = target.value;
    drawLevels();
  };
  return element("li", {}, element("label", {}, label, " ",
    element("select", { class: "seat-level", "aria-label": label, change: take })));
}

function drawSpec(word, seat) {
  return element("li", {}, element("label", {}, _("Agent of seat {number}", { number: seat + 1 }),
    " ", element("input", { class: "seat-word", list: "agents", value: word, autocomplete: "off",
      spellcheck: "false", "aria-describedby": "agents-help", input: drawLevels })));
}

/** Draws what can be chosen for every seat: you or a friend, the levels, and another agent. */
function drawLevels() {
  const words = seatWords(), own = words.indexOf(PERSON);
  byId("deal").textContent = own === -1 ? _("Watch") : _("Play now");
  document.querySelectorAll(".seat-level").forEach((select, seat) => {
    const word = words[seat];
    const person = own === -1 || own === seat ? _("You") : _("Friend");
    const choices = [[PERSON, person],
      ...Object.values(levels).map((spec) => [spec, titles[spec]])];
    if (!choices.some(([value]) => value === word)) choices.push([word, titles[word] || word || "–"]);
    select.replaceChildren(...choices.map(([value, label]) =>
      element("option", { value, selected: value === word }, label)));
  });
}

/* The numbered list of legal moves, filtered by the chosen cards. */

import { element } from "./dom.js";

const PATIENCE = 1200; // milliseconds within which digits belong to one number

export class MoveList {
  /**
   * @param {Element} within The element of the list.
   * @param {Element} all The button that shows all moves again.
   * @param {function(Object)} take Makes a move.
   */
  constructor(within, all, take) {
    this.within = within;
    this.all = all;
    this.all.addEventListener("click", () => this.clear());
    this.take = take;
    this.moves = [];
    this.chosen = [];
    this.typed = "";
  }

  /** Shows the moves of a position by the words of `named`, with no card chosen. */
  show(moves, named) {
    this.moves = moves;
    this.chosen = [];
    this.within.replaceChildren(...moves.map((move, place) => element("li", {},
      element("button", {
        type: "button", tabindex: place ? "-1" : "0", "data-action": move.action,
        "data-about": move.move.about, "data-words": move.text, click: () => this.take(move),
      }, element("span", { class: "key", "aria-hidden": "true" }, String(place + 1)),
      named(move)))));
    this.narrow();
  }

  /** Chooses a card or undoes the choice. Returns whether any move uses the card. */
  toggle(card) {
    if (!this.moves.some((move) => usesAll(move, [card]))) return false;
    const at = this.chosen.indexOf(card);
    if (at >= 0) this.chosen.splice(at, 1);
    else this.choose(card);
    card.setAttribute("aria-pressed", String(at < 0));
    this.narrow();
    return true;
  }

  /** Chooses a card; drops the other cards unless some move uses all of them together. */
  choose(card) {
    const together = [...this.chosen, card];
    if (!this.moves.some((move) => usesAll(move, together))) this.dropChoice();
    this.chosen.push(card);
  }

  dropChoice() {
    this.chosen.forEach((card) => card.setAttribute("aria-pressed", "false"));
    this.chosen = [];
  }

  clear() {
    this.dropChoice();
    this.narrow();
  }

  /** Hides the moves that do not use all chosen cards. */
  narrow() {
    this.all.hidden = !this.chosen.length;
    this.moves.forEach((move, place) => {
      this.within.children[place].hidden = !usesAll(move, this.chosen);
    });
  }

  /** Adds a typed digit to the number of a move and goes to that move. */
  digit(digit) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { this.typed = ""; }, PATIENCE);
    this.typed += digit;
    const move = this.moves[this.typed - 1] ?? this.moves[(this.typed = digit) - 1];
    if (move) this.goTo(move.action);
  }

  /** Focuses a move, so that Enter makes it. */
  goTo(action) {
    const button = this.within.querySelector(`[data-action="${action}"]`);
    if (button.parentElement.hidden) this.clear();
    button.focus();
  }
}

/** Whether a move uses all cards; equal cards as often as they were chosen. */
function usesAll({ move }, cards) {
  const left = [...move.cards];
  return cards.every((card) => {
    const at = left.indexOf(card.dataset.about);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

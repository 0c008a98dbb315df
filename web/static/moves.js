/* The numbered list of legal moves, the second way to make one. */

import { element } from "./dom.js";

const PATIENCE = 1200; // milliseconds within which digits belong to one number

export class MoveList {
  /**
   * @param {Element} within The element of the list.
   * @param {function(Object)} take Makes a move.
   */
  constructor(within, take) {
    this.within = within;
    this.take = take;
    this.moves = [];
    this.typed = "";
  }

  /** Shows the moves of a position by the words of `named`. */
  show(moves, named) {
    this.moves = moves;
    this.within.replaceChildren(...moves.map((move, place) => element("li", {},
      element("span", { class: "key", "aria-hidden": "true" }, String(place + 1)),
      element("button", {
        type: "button", tabindex: place ? "-1" : "0", "data-action": move.action,
        "data-about": move.move.about, "data-words": move.text, click: () => this.take(move),
      }, named(move)))));
  }

  /** Adds a typed digit to the number of a move and goes to that move. */
  digit(digit) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { this.typed = ""; }, PATIENCE);
    this.typed += digit;
    const move = this.moves[this.typed - 1] ?? this.moves[(this.typed = digit) - 1];
    if (move) this.goTo(move.action);
  }

  /** Focuses a move, so that Enter makes it; scrolls the list to it, but not the page. */
  goTo(action) {
    const button = this.within.querySelector(`[data-action="${action}"]`);
    button.focus({ preventScroll: true });
    this.within.parentElement.scrollTop = button.offsetTop - this.within.offsetTop;
  }
}

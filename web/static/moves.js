/* The numbered list of legal moves, the second way to make one. */

import { element } from "./dom.js";
import { _ } from "./words.js";

const PATIENCE = 1200; // milliseconds within which digits belong to one number

/**
 * Has moves and plays that read alike say what distinguishes their cards, such as `face up`.
 * @param {Object} position The position, whose words are changed.
 */
export function tellApart({ moves, plays, scene, seat }) {
  const hand = new Map(scene.seats[seat]?.cards.map((card) => [card.about, card]));
  const noteOf = (about) => {
    const { name, note } = hand.get(about) ?? {};
    return note === name ? "" : note;
  };
  const add = (all, cardsOf) => {
    const texts = all.map(({ text }) => text);
    for (const one of all.filter(({ text }) => texts.indexOf(text) !== texts.lastIndexOf(text))) {
      const note = cardsOf(one).map(noteOf).filter(Boolean).join(_(", "));
      if (note) one.text = _("{move} ({note})", { move: one.text, note });
    }
  };
  add(moves, ({ move }) => move.cards);
  add(plays, ({ cards }) => cards);
}

/** Those of moves or plays that read differently: cards that nothing distinguishes are one. */
export function different(moves) {
  return moves.filter(({ text }, at) => moves.findIndex((other) => other.text === text) === at);
}

export class MoveList {
  /**
   * @param {Element} within The element of the list.
   * @param {function(Object)} take Makes a move.
   */
  constructor(within, take) {
    this.within = within;
    this.take = take;
    this.all = this.moves = [];
    this.typed = "";
  }

  /** Shows the moves of a position by the words of `named`. */
  show(moves, named) {
    [this.all, this.moves] = [moves, different(moves)];
    this.within.replaceChildren(...this.moves.map((move, place) => element("li", {},
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
    const { text } = this.all.find((move) => move.action === action);
    const button = this.within.children[this.moves.findIndex((move) => move.text === text)]
      .querySelector("button");
    button.focus({ preventScroll: true });
    this.within.parentElement.scrollTop = button.offsetTop - this.within.offsetTop;
  }
}

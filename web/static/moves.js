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
        "data-question": move.text, click: () => this.take(move),
      }, element("span", { class: "key", "aria-hidden": "true" }, String(place + 1)),
      named(move)))));
    this.narrow();
  }

  /** Chooses a card or undoes the choice. Returns whether any move names the card. */
  toggle(card) {
    const held = this.chosen.find((one) => one.card === card);
    const word = [card.dataset.name, card.dataset.text].find((name) => this.isNamed(name));
    if (word === undefined) return false;
    if (held) this.chosen.splice(this.chosen.indexOf(held), 1);
    else this.choose({ card, word });
    card.setAttribute("aria-pressed", String(!held));
    this.narrow();
    return true;
  }

  /** Chooses a card; drops the other cards unless some move names all of them together. */
  choose(one) {
    const together = [...this.chosen, one];
    const isPossible = this.moves.some((move) => namesAll(move, together));
    if (!isPossible) this.dropChoice();
    this.chosen.push(one);
  }

  dropChoice() {
    this.chosen.forEach(({ card }) => card.setAttribute("aria-pressed", "false"));
    this.chosen = [];
  }

  clear() {
    this.dropChoice();
    this.narrow();
  }

  isNamed(word) {
    return word !== "" && this.moves.some((move) => whole(word).test(move.text));
  }

  /** Hides the moves that do not name all chosen cards. */
  narrow() {
    this.all.hidden = !this.chosen.length;
    this.moves.forEach((move, place) => {
      this.within.children[place].hidden = !namesAll(move, this.chosen);
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

/** A word as a whole: without Latin letters or digits around it. */
function whole(word) {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`);
}

/** Whether a move names all cards; equal cards as often as they were chosen. */
function namesAll(move, cards) {
  let left = move.text;
  return cards.every(({ word }) => {
    const before = left;
    left = left.replace(whole(word), " ");
    return left !== before;
  });
}

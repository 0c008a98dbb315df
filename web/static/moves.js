/* The legal moves as a list with numbers, narrowed to those that name the chosen cards. */

import { element } from "./dom.js";

const PATIENCE = 1200; // milliseconds within which digits belong to one number

export class MoveList {
  /**
   * @param {Element} within Where it stands.
   * @param {Element} all The button that shows all moves again.
   * @param {function(Object)} take Takes a move.
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

  /** Shows the moves of a position; nothing is chosen yet. */
  show(moves) {
    this.moves = moves;
    this.chosen = [];
    this.within.replaceChildren(...moves.map((move, place) => element("li", {},
      element("button", {
        type: "button", tabindex: place ? "-1" : "0", "data-action": move.action,
        "data-question": move.text, click: () => this.take(move),
      }, element("span", { class: "key", "aria-hidden": "true" }, String(place + 1)), move.text))));
    this.narrow();
  }

  /** Chooses a card that moves name, or lets go of it. Returns whether any move names it. */
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

  /** Cards that no move names together with this one are let go of. */
  choose(one) {
    const together = [...this.chosen, one];
    const isPossible = this.moves.some((move) => namesAll(move, together));
    if (!isPossible) this.letGo();
    this.chosen.push(one);
  }

  letGo() {
    this.chosen.forEach(({ card }) => card.setAttribute("aria-pressed", "false"));
    this.chosen = [];
  }

  clear() {
    this.letGo();
    this.narrow();
  }

  isNamed(word) {
    return this.moves.some((move) => wordsOf(move).includes(word));
  }

  /** Hides the moves that do not name all chosen cards. */
  narrow() {
    this.all.hidden = !this.chosen.length;
    this.moves.forEach((move, place) => {
      this.within.children[place].hidden = !namesAll(move, this.chosen);
    });
  }

  /** Goes to the move of a number, of which a digit was typed. */
  digit(digit) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { this.typed = ""; }, PATIENCE);
    this.typed += digit;
    const move = this.moves[this.typed - 1] ?? this.moves[(this.typed = digit) - 1];
    if (move) this.goTo(move.action);
  }

  /** Goes to a move, so that Enter takes it. */
  goTo(action) {
    const button = this.within.querySelector(`[data-action="${action}"]`);
    if (button.parentElement.hidden) this.clear();
    button.focus();
  }
}

function wordsOf(move) {
  return move.text.split(/\s+/);
}

/** Whether a move names all cards, equal ones as often as they are there. */
function namesAll(move, cards) {
  const words = wordsOf(move);
  return cards.every(({ word }) => {
    const at = words.indexOf(word);
    if (at >= 0) words.splice(at, 1);
    return at >= 0;
  });
}

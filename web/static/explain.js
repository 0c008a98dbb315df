/* Explains a card, an effect or a move by the rules: on hover, on a long press or with `?`. */

import { byId, element } from "./dom.js";

const HOVER = 650, LONG_PRESS = 500, LEAVE = 300; // milliseconds
const MARGIN = 8;

/** One box on the page that shows the explanation of the element that was asked about. */
export class Explainer {
  /**
   * @param {function(string): Promise<Object>} ask Requests the answer to a question: `lines`,
   *   `clauses` and `others`.
   * @param {function(string): string} named Returns a text with the names of players.
   */
  constructor(ask, named) {
    this.ask = ask;
    this.named = named;
    this.answers = new Map();
    this.timer = null;
    this.asker = null;
    this.box = byId("explanation");
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!this.box.contains(event.target)) this.close();
    }, { capture: true }); // before a long press begins
  }

  /** Explains all elements with a `data-question` in an element. */
  watch(within) {
    within.addEventListener("pointerover", (event) => this.hovered(event));
    within.addEventListener("pointerout", (event) => {
      if (event.pointerType === "mouse") this.closeSoon();
    });
    within.addEventListener("pointerdown", (event) => this.pressed(event));
    for (const end of ["pointerup", "pointercancel", "pointermove"])
      within.addEventListener(end, (event) => {
        if (event.pointerType !== "mouse") clearTimeout(this.timer);
      });
    within.addEventListener("contextmenu", (event) => {
      if (this.wasLong) event.preventDefault();
    });
    within.addEventListener("click", (event) => this.swallow(event), { capture: true });
  }

  hovered(event) {
    const asker = event.target.closest("[data-question]");
    if (event.pointerType !== "mouse" || !asker) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(asker), HOVER);
  }

  pressed(event) {
    this.wasLong = false;
    clearTimeout(this.timer);
    const asker = event.target.closest("[data-question]");
    if (event.pointerType === "mouse" || !asker) return;
    this.timer = setTimeout(() => {
      this.wasLong = true;
      this.open(asker, { focus: true });
    }, LONG_PRESS);
  }

  /** Stops the click that ends a long press, so that it makes no move. */
  swallow(event) {
    if (!this.wasLong) return;
    this.wasLong = false;
    event.stopPropagation();
    event.preventDefault();
  }

  closeSoon() {
    clearTimeout(this.timer);
    if (!this.box.contains(document.activeElement))
      this.timer = setTimeout(() => this.close(), LEAVE);
  }

  close() {
    clearTimeout(this.timer);
    const hadFocus = this.box.contains(document.activeElement);
    if (this.isOpen) this.box.hidePopover();
    if (hadFocus) this.askerNow()?.focus();
  }

  /** The element that was asked about, or its successor if the page was redrawn. */
  askerNow() {
    const { question } = this.asker.dataset;
    return this.asker.isConnected ? this.asker
      : document.querySelector(`button[data-question="${CSS.escape(question)}"]`);
  }

  get isOpen() {
    return this.box.matches(":popover-open");
  }

  /**
   * Opens the box beside the element. With `focus` the box takes the keyboard focus and stays;
   * without, clicks pass through it, so that it hides nothing.
   */
  async open(asker, { focus = false } = {}) {
    const question = asker.dataset.question;
    this.asker = asker;
    if (!this.answers.has(question)) this.answers.set(question, await this.answerTo(question));
    if (this.asker !== asker || !asker.isConnected) return;
    this.box.replaceChildren(...this.answers.get(question));
    this.box.classList.toggle("passing", !focus);
    if (!this.isOpen) this.box.showPopover();
    this.place(asker.getBoundingClientRect());
    if (focus) this.box.focus();
  }

  async answerTo(question) {
    const head = element("h2", {}, this.named(question));
    try {
      const answer = await this.ask(question);
      return [head, ...answerElements({ ...answer, lines: answer.lines.map(this.named) })];
    } catch (error) {
      return [head, element("p", {}, this.named(error.message))];
    }
  }

  /** Places the box below the element, or above it for lack of room, within the window. */
  place(beside) {
    const { width, height } = this.box.getBoundingClientRect();
    const room = document.documentElement.clientWidth; // without a scroll bar
    const left = Math.min(beside.left, room - width - MARGIN);
    const below = beside.bottom + MARGIN;
    const top = below + height < innerHeight ? below : beside.top - height - MARGIN;
    this.box.style.left = `${Math.max(MARGIN, left)}px`;
    this.box.style.top = `${Math.max(MARGIN, top)}px`;
  }

  /** Drops the answers after a redraw, since words may have changed; a focused box stays open. */
  renew() {
    this.answers.clear();
    if (!this.box.contains(document.activeElement)) this.close();
  }
}

/** The server's answer as elements: its lines, then the clauses, folded if a line says enough. */
function answerElements({ lines, clauses, others }) {
  const read = [
    ...clauses.map(clauseElement),
    ...(others.length ? [element("p", { class: "soft" }, `Also in ${others.join(", ")}.`)] : []),
  ];
  if (!lines.length || !read.length) return [...lines.map(paragraph), ...read];
  const numbers = clauses.map(({ number }) => number).join(", ");
  return [...lines.map(paragraph),
    element("details", {}, element("summary", {}, `The rules: ${numbers}`), ...read)];
}

function paragraph(words) {
  return element("p", {}, words);
}

/** A clause as an element; the server renders its Markdown and escapes HTML in the text. */
function clauseElement({ number, html }) {
  const clause = element("article", { class: "clause", "data-number": number });
  clause.innerHTML = html;
  for (const table of clause.querySelectorAll("table")) table.tabIndex = 0; // scrolls
  return clause;
}

/* Explains a card, an effect or a move by the rules: on hover, on a long press or with `?`. */

import { byId, element } from "./dom.js";
import { wantedWords } from "./lesson.js";
import { isResting } from "./rest.js";
import { _ } from "./words.js";

const HOVER = 650, LONG_PRESS = 500, LEAVE = 300; // milliseconds
const MARGIN = 8;
const KEPT = "#moves, #go-on, #plays, #calls, .tools, #stop, #end, .zone.own, .picture"; // what the box should not hide
const WORST = 100; // times as bad: to hide what was asked about
const STRIDE = 24; // pixels between the places that are tried out

/** One box on the page that shows the explanation of the element that was asked about. */
export class Explainer {
  /**
   * @param {function(string, boolean): Promise<Object>} ask Requests what is known of a piece, by
   *   the key that says what it is, and whether it is a card of the own hand: `lines`, `clauses`
   *   and `others`.
   * @param {function(string): string} named Returns a text with the names of players.
   */
  constructor(ask, named) {
    this.ask = ask;
    this.named = named;
    this.answers = new Map();
    this.timer = null;
    this.asker = null;
    this.under = null; // the element under the mouse
    this.box = byId("explanation");
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!this.box.contains(event.target)) this.close();
    }, { capture: true }); // before a long press begins
  }

  /** Explains all elements with a `data-about` in an element. */
  watch(within) {
    within.addEventListener("pointermove", (event) => this.hovered(event));
    within.addEventListener("pointerout", (event) => {
      if (event.pointerType === "mouse") this.left();
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
    const asker = event.target.closest("[data-about]");
    if (event.pointerType !== "mouse" || !asker || asker === this.under || isResting()) return;
    this.under = asker;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(asker), HOVER);
  }

  pressed(event) {
    this.wasLong = false;
    clearTimeout(this.timer);
    const asker = event.target.closest("[data-about]");
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

  left() {
    this.under = null;
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
    const { about } = this.asker.dataset;
    return this.asker.isConnected ? this.asker
      : document.querySelector(`button[data-about="${CSS.escape(about)}"]`);
  }

  get isOpen() {
    return this.box.matches(":popover-open");
  }

  /**
   * Opens the box beside the element. With `focus` the box takes the keyboard focus and stays, and
   * a redraw before the answer changes nothing; without, clicks pass through it, so that it hides
   * nothing.
   */
  async open(asker, { focus = false } = {}) {
    const { about, words } = asker.dataset, isHeld = asker.matches(".zone.own .card.face");
    const key = `${about} ${isHeld}`;
    this.asker = asker;
    if (!this.answers.has(key)) this.answers.set(key, await this.answerTo(about, words, isHeld));
    const beside = focus ? this.askerNow() : asker;
    if (this.asker !== asker || !beside?.isConnected) return;
    const [head, ...parts] = this.answers.get(key);
    const apart = asker.matches(".apart")
      ? [paragraph(_("It does not go with what you have touched."))] : [];
    const wanted = asker.matches(".zone.own .card:not(.legal)") ? wantedWords() : "";
    const guide = wanted ? [paragraph(this.named(_("The guide wants another move first: {move}.", { move: wanted })))] : [];
    this.box.replaceChildren(head, ...enlarged(asker), ...apart, ...guide, ...parts);
    this.box.classList.toggle("passing", !focus);
    if (!this.isOpen) this.box.showPopover();
    placeBeside(this.box, beside);
    if (focus) this.box.focus();
  }

  async answerTo(about, words, isHeld = false) {
    const head = element("h2", {}, this.named(words));
    try {
      const answer = await this.ask(about, isHeld);
      return [head, ...answerElements({ ...answer, lines: answer.lines.map(this.named) })];
    } catch (error) {
      return [head, element("p", {}, this.named(error.message))];
    }
  }

  /** Drops the answers after a redraw, since words may have changed; a focused box stays open. */
  renew() {
    this.answers.clear();
    if (!this.box.contains(document.activeElement)) this.close();
  }
}

/**
 * Places a box within the window, where it hides least of an element, then of the moves, the hand
 * and the pictures; of such places the nearest.
 */
export function placeBeside(box, asker) {
  const beside = asker.getBoundingClientRect();
  const kept = [...document.querySelectorAll(KEPT)].filter((part) => part.checkVisibility())
    .map((part) => part.getBoundingClientRect());
  const cost = (place) => WORST * overlap(place, beside) + distance(place, beside)
    + kept.reduce((sum, part) => sum + overlap(place, part), 0);
  const best = placesFor(box.getBoundingClientRect(), beside)
    .reduce((one, other) => (cost(other) < cost(one) ? other : one));
  box.style.left = `${best.left}px`;
  box.style.top = `${best.top}px`;
}

/** Places for a box within the window: below and above an element, and all over the window. */
function placesFor({ width, height }, beside) {
  const right = document.documentElement.clientWidth - width - MARGIN; // without a scroll bar
  const bottom = innerHeight - height - MARGIN;
  const tried = [
    [beside.left, beside.bottom + MARGIN], [beside.left, beside.top - height - MARGIN],
    [beside.right + MARGIN, beside.top], [beside.left - width - MARGIN, beside.top],
  ];
  for (let left = MARGIN; left <= right; left += STRIDE)
    for (let top = MARGIN; top <= bottom; top += STRIDE) tried.push([left, top]);
  return tried.map(([x, y]) => {
    const left = Math.max(MARGIN, Math.min(x, right)), top = Math.max(MARGIN, Math.min(y, bottom));
    return { left, top, right: left + width, bottom: top + height };
  });
}

/** The distance between two rectangles in pixels; 0 if they touch. */
function distance(one, other) {
  return Math.hypot(Math.max(0, one.left - other.right, other.left - one.right),
    Math.max(0, one.top - other.bottom, other.top - one.bottom));
}

/** The area that two rectangles share. */
function overlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** The server's answer as elements: its lines, then the clauses, folded if a line says enough. */
function answerElements({ lines, clauses, others }) {
  const read = [
    ...clauses.map(clauseElement),
    ...(others.length ? [element("p", { class: "soft" }, _("Also in {clauses}.", { clauses: others.join(", ") }))] : []),
  ];
  if (!lines.length || !read.length) return [...lines.map(paragraph), ...read];
  return [...lines.map(paragraph),
    element("details", {}, element("summary", {}, _("The exact rules")), ...read)];
}

/** The cards of a pile that the table shows as small as counts. */
function enlarged(asker) {
  const zone = asker.closest(".strip .zone");
  if (!asker.matches("h2 .ask") || !zone?.querySelector(".stack, .face")) return [];
  const drawn = element("div", { class: "enlarged", "data-pack": asker.closest(".scene").dataset.pack, inert: "" },
    ...[...zone.querySelectorAll(".row")].map((row) => row.cloneNode(true)));
  return [drawn];
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

/* Moves by touching: which pieces can be touched, and what the touched ones mean. */

import { byId } from "./dom.js";
import { different } from "./moves.js";
import { pageChanged } from "./rest.js";
import { _ } from "./words.js";

const FEW = 4; // plays, for each of which a button has room
const PIECES = ":is(button.card, button.player):not([inert], [inert] *)";

export class Touch {
  /**
   * @param {Element[]} fields The elements with the pieces: the table and the own hand.
   * @param {function(Object)} take Makes a play.
   */
  constructor(fields, take) {
    this.fields = fields;
    this.take = take;
    this.plays = [];
    this.pieces = [];
    this.touched = [];
    this.advised = ""; // the words of the play that a hint names
    byId("put-back").addEventListener("click", () => this.clear());
  }

  /**
   * Shows what can be touched on a table that was just drawn; the same plays as before leave the
   * same pieces touched.
   * @param {Object[]} plays The plays from the server.
   * @param {function(Object): Element} draw Draws a play as a button.
   * @param {string} sumWords Words for the sum of touched cards, with `#`; empty for none.
   */
  show(plays, draw, sumWords) {
    if (JSON.stringify(plays) !== JSON.stringify(this.plays)) this.forget();
    const places = this.touched.map((piece) => this.pieces.indexOf(piece));
    Object.assign(this, { plays, draw, sumWords, pieces: piecesIn(...this.fields) });
    this.touched = places.map((place) => this.pieces[place]);
    this.mark();
  }

  /**
   * Touches a piece or lets it go; one that does not go with the only touched one of its kind, an
   * own card or another piece, replaces it. Returns whether any play uses it with the others.
   */
  toggle(piece) {
    const others = this.touched.filter((other) => other !== piece);
    const isTouched = others.length < this.touched.length;
    const goes = piece.matches(".legal") || this.isTwin(piece, others);
    const rest = goes ? others : this.without(piece);
    if (!isTouched && !rest) return false;
    this.touched = isTouched ? others : [...rest, piece];
    this.advised = "";
    this.mark();
    return true;
  }

  /** Whether a piece is as good as another one that is framed: it goes with the touched ones. */
  isTwin(piece, touched) {
    return touched.length > 0 && openFor(this.plays, touched).some((play) => uses(play, [...touched, piece]));
  }

  /** The touched pieces without the one that a piece can replace; null if it can't. */
  without(piece) {
    const same = this.touched.filter((other) => isOwn(other) === isOwn(piece));
    const rest = this.touched.filter((other) => !same.includes(other));
    const isOpen = this.plays.some((play) => uses(play, [...rest, piece]));
    return same.length === 1 && isOpen ? rest : null;
  }

  /** Makes the only play that the touched pieces mean, if a piece is among them. */
  playBy(piece) {
    const meant = this.touched.includes(piece) ? this.meant : [];
    if (meant.length === 1) this.take(meant[0]);
  }

  /**
   * Touches what the touched own cards were dropped on, and makes the play that this means; of
   * several the only one at that place.
   */
  drop(under) {
    const piece = under.closest(PIECES) ?? under.closest(".seat")?.querySelector("button.player");
    if (piece && !this.touched.includes(piece)) this.toggle(piece);
    const place = under.closest("[data-place]")?.dataset.place;
    const there = this.meant.filter(({ zones }) => zones.includes(place));
    const [play, another] = this.meant.length > 1 ? there : this.meant;
    if (play && !another) this.take(play);
  }

  /** Touches what an advised play uses, and goes to its button. Returns whether it has one. */
  point(play) {
    this.touched = this.piecesOf(play);
    const { strong, quiet } = this;
    const shown = [...strong, ...quiet].find(({ actions }) => String(actions) === String(play.actions));
    this.advised = (shown ?? (strong.length === 1 ? strong[0] : play)).text;
    this.mark();
    const button = byId("choice").querySelector(".advised");
    button?.focus();
    return button !== null;
  }

  /** The pieces that a play uses. */
  piecesOf(play) {
    return neededFor(play, this.pieces, []);
  }

  /** Moves the own cards of a play at once, before the server answers; else puts them back. */
  send(play, isGoing = true) {
    const cards = isGoing ? this.piecesOf(play) : this.pieces;
    for (const card of cards.filter(isOwn)) card.classList.toggle("going", isGoing);
  }

  clear() {
    this.forget();
    this.mark();
  }

  /** Lets everything go, as after a move: the next one may have the same plays. */
  forget() {
    this.touched = [];
    this.advised = "";
  }

  /**
   * The plays of exactly the touched pieces; none if these are own cards that could go to many
   * places. If nothing is touched, all plays where these are few and some of them use no piece.
   */
  get meant() {
    const meant = this.plays.filter((play) => means(play, this.touched));
    if (!this.touched.length && meant.length && this.plays.length <= FEW) return this.plays;
    return meant.length > FEW && meant.every((play) => this.lacksTarget(play)) ? [] : meant;
  }

  lacksTarget({ targets }) {
    return targets.length > 0 && this.touched.length > 0 && this.touched.every(isOwn);
  }

  /** Those of them that have their place where the touched pieces are played. */
  get strong() {
    return different(this.meant.filter((play) => !this.quiet.includes(play)));
  }

  /**
   * The plays that need no piece, if they do without something or others need one; they keep a
   * place of their own.
   */
  get quiet() {
    const free = this.plays.filter((play) => means(play, [])
      && !this.pieces.some((piece) => !isOwn(piece) && standsFor(piece, play)));
    return free.filter((play) => this.plays.length > 1
      && (play.is_quiet || free.length < this.plays.length));
  }

  get ownTouched() {
    return this.touched.filter(isOwn);
  }

  mark() {
    frame(this.pieces, this.plays, this.touched);
    const { strong, quiet, plays, touched } = this;
    const only = plays.length === 1 ? plays : touched.length ? strong : [];
    const main = only.length === 1 ? only[0].text : this.advised;
    const draw = (play) => {
      const button = this.draw(play);
      button.classList.toggle("main", play.text === main);
      button.classList.toggle("advised", play.text === this.advised);
      return button;
    };
    byId("plays").replaceChildren(...strong.map(draw));
    byId("calls").replaceChildren(...quiet.map(draw));
    byId("choice").classList.toggle("hinted", Boolean(byId("choice").querySelector(".advised")));
    const progress = strong.length || !plays.length ? "" : this.progress();
    byId("touched").textContent = [progress, this.sum()].filter(Boolean).join(" · ");
    byId("put-back").hidden = !touched.length;
    pageChanged();
  }

  /** What the touched cards are worth together, in words. */
  sum() {
    const worths = this.touched.flatMap(({ dataset: { worth } }) => (worth ? [Number(worth)] : []));
    if (!worths.length) return "";
    return this.sumWords.replace("#", worths.reduce((one, other) => one + other));
  }

  /** What can be touched; or how many pieces are, and how many more all their plays need. */
  progress() {
    const count = this.touched.length, framed = this.pieces.filter((piece) => piece.matches(".legal"));
    if (!framed.length) return "";
    if (!count) return framed.some(isOwn) ? _("Touch a card") : _("Touch what is framed on the table");
    if (this.plays.some((play) => means(play, this.touched)))
      return _("Now touch a card on the table");
    const sizes = new Set(this.plays.filter((play) => uses(play, this.touched))
      .map(({ cards, targets }) => cards.length + targets.length));
    return sizes.size === 1 ? _("{count} chosen; {left} more to touch", { count, left: [...sizes][0] - count })
      : _("{count} chosen", { count });
  }
}

/** The pieces in elements that can be touched for a play. */
export function piecesIn(...fields) {
  return fields.flatMap((field) => [...field.querySelectorAll(PIECES)]);
}

/**
 * Frames the pieces that a play uses together with the touched ones, of own cards first those with
 * which it begins, and players only after them. Dims the others of these, of which those are apart
 * that other plays use.
 */
export function frame(pieces, plays, touched = []) {
  const open = openFor(plays, touched);
  const only = open.length === 1 ? neededFor(open[0], pieces, touched) : pieces;
  for (const piece of pieces) {
    const isTouched = touched.includes(piece);
    const isOpen = isTouched || (only.includes(piece) && open.some((play) =>
      uses(play, [...touched, piece]) && (touched.length > 0 || begins(play, piece))));
    piece.classList.toggle("legal", isOpen);
    const isApart = touched.length > 0 && !isOpen && plays.some((play) => uses(play, [piece]));
    piece.classList.toggle("apart", isApart);
    piece.classList.toggle("shut", isApart || (touched.length > 0 && !isOpen && isOwn(piece)));
    if (isOpen) piece.setAttribute("aria-pressed", String(isTouched));
    else piece.removeAttribute("aria-pressed");
  }
}

/** The plays that use the touched pieces, of own cards one with which they begin. */
function openFor(plays, touched) {
  const own = touched.filter(isOwn);
  return plays.filter((play) => uses(play, touched)
    && (!own.length || own.some((card) => play.first.includes(card.dataset.about))));
}

/** The touched pieces and further ones that make up a play; of equal ones no more than it needs. */
function neededFor(play, pieces, touched) {
  const found = [...touched];
  for (const piece of pieces)
    if (!found.includes(piece) && uses(play, [...found, piece])) found.push(piece);
  return found;
}

/** Whether a piece can be the first one that is touched for a play. */
function begins(play, piece) {
  if (piece.dataset.player) return play.cards.length === 0;
  return !isOwn(piece) || play.first.includes(piece.dataset.about);
}

/** Whether a play uses all pieces; equal ones as often as they are touched. */
function uses(play, pieces) {
  const left = { cards: [...play.cards], targets: [...play.targets] };
  return pieces.every((piece) => {
    if (piece.dataset.player) return play.seats.includes(Number(piece.dataset.player));
    if (!isOwn(piece) && standsFor(piece, play)) return true;
    const rest = isOwn(piece) ? left.cards : liesIn(play.zones, piece) ? left.targets : [];
    const at = rest.indexOf(piece.dataset.about);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

function liesIn(zones, piece) {
  return !zones.length || zones.includes(piece.closest("[data-place]")?.dataset.place);
}

/** Whether pieces are all that a play needs; who uses own cards need not touch where they go. */
function means(play, pieces) {
  if (!uses(play, pieces)) return false;
  if (pieces.some((piece) => !isOwn(piece) && standsFor(piece, play))) return true;
  const [own, others] = [true, false].map((wanted) =>
    pieces.filter((piece) => !piece.dataset.player && isOwn(piece) === wanted).length);
  return own === play.cards.length && (own > 0 || others === play.targets.length);
}

function standsFor(piece, play) {
  return piece.dataset.action === String(play.actions[0]);
}

function isOwn(piece) {
  return piece.closest(".zone.own") !== null;
}

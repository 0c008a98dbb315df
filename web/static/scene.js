/* Draws a scene: the table as a seat sees it. Works for every game, without requests. */

import { element } from "./dom.js";
import { drawFigure, packOf } from "./faces.js";
import { drawPictures } from "./pictures.js";
import { drawFacts, drawPiles, partNotes } from "./tokens.js";
import { _, _n } from "./words.js";

const LARGE_LETTERS = 3;
const SHORT_NOTE = 4; // letters, for which every card has room; of wide ones half as many
const NARROW_NOTE = 10; // letters, above which a word is narrowed to stay whole
const WIDE = /[\u3000-\u9fff]/g; // Japanese
const CROWD = 12; // rows with more cards overlap them
const NOBODY = -1;

/**
 * Returns the scene as elements. Faces are buttons, and so are all words that the rules explain
 * (`data-about`). Tab reaches one of them; `keys.js` moves to the others.
 * @param {Object} scene The scene from the server.
 * @param {Names} names The names of the players.
 * @param {Object[]} plays The plays that the viewer can make; empty for watching.
 */
export function drawScene(scene, names, plays = []) {
  const open = openTo(plays, names);
  const draw = (card) => drawCard(withNames(card, names), open);
  const asked = (words, about) => askingButton(names.inText(words), about);
  const { said, piles } = partNotes(scene.notes);
  const ofPicture = ({ about }) => scene.pictures.some(({ note }) => note === about);
  const spent = scene.shelves.flat().filter((zone) => zone.is_spent);
  const live = scene.shelves.flat().filter((zone) => !zone.is_spent).map(({ about }) => about);
  const isSpent = (zone) => zone.is_spent
    && (live.includes(zone.about) || !plays.some((play) => takesFrom(play, zone)));
  const drawn = element("div", { class: "scene" },
    element("ul", { class: "seats", "aria-label": _("players") },
      ...seatsInOrder(scene).map(({ seat, number }) => drawSeat(seat, number, {
        name: names.plate(number), isOwn: number === scene.viewer,
        isOpen: open.seats.has(number), known: isWatched(scene) ? [] : seat.cards, draw, asked,
      }))),
    notes(said.filter((note) => !ofPicture(note)), asked),
    element("div", { class: "board" },
      element("div", { class: "shelves" },
        ...shelves(scene, names).map((shelf) => shelf.filter((zone) => !isSpent(zone)))
          .filter((shelf) => shelf.length).map((shelf) =>
            element("div", { class: "shelf" }, ...shelf.map((zone) => drawZone(zone, draw, asked)))),
        drawPiles(piles, asked)), // last, for they come and go
      drawPictures(scene.pictures, said.filter(ofPicture), draw, asked, names)),
    element("span", { class: "below", "aria-hidden": "true" }, _("▾ more below")),
    spent.length ? element("div", { class: "strip" },
      ...spent.map((zone) => drawZone(isSpent(zone) ? zone : { ...zone, rows: [] }, draw, asked))) : null);
  const { pack, back } = packOf(cardsOf(scene));
  drawn.dataset.pack = pack;
  if (back) drawn.style.setProperty("--back-image", `url(${back})`);
  drawn.querySelector("button.card")?.setAttribute("tabindex", "0");
  return drawn;
}

/** What the pieces of plays are known by: actions with their words, targets, seats. */
function openTo(plays, names) {
  return {
    actions: new Map([...plays].reverse().map(({ actions, text }) =>
      [actions[0], names.inText(text)])),
    targets: new Set(plays.flatMap(({ targets }) => targets)),
    seats: new Set(plays.flatMap(({ seats }) => seats)),
  };
}

/** Whether a play takes a card from a pile: as long as it can, the pile lies among what is played on. */
function takesFrom({ targets, zones }, { about, rows }) {
  return (!zones.length || zones.includes(about))
    && rows.flat().some((card) => card && targets.includes(card.about));
}

function withNames(card, names) {
  return { ...card, name: names.inText(card.name), note: names.inText(card.note) };
}

function cardsOf({ shelves, seats, pictures }) {
  const nodes = pictures.flatMap((picture) => picture.nodes ?? []).map(({ card }) => card);
  const lying = shelves.flat().flatMap(({ rows }) => rows.flat()).filter(Boolean);
  return [...lying, ...seats.flatMap(({ cards }) => cards), ...nodes];
}

function isWatched(scene) {
  return scene.viewer === NOBODY;
}

/** The players as they sit from the viewer's left hand on; the viewer comes last. */
function seatsInOrder(scene) {
  const seats = scene.seats.map((seat, number) => ({ seat, number })), first = scene.viewer + 1;
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/**
 * Returns a moment as elements: a heading, the verdict, a line for each row with its cards. The
 * verdict comes first, for long lists are scrolled.
 * @param {Object} moment The moment from the server.
 * @param {Names} names The names of the players.
 * @param {Array} told What the move that brought it was, in parts; empty for nothing.
 */
export function drawMoment(moment, names, told = []) {
  const draw = (cards) => element("span", { class: "row" },
    ...cards.map((card) => drawCard(withNames(card, names), openTo([], names))));
  const rows = moment.rows.map((row) => element("li", { class: row.is_best ? "best" : null },
    element("span", {}, names.inText(row.words)), draw(row.cards)));
  return element("article", { class: "moment" },
    element("h2", {}, moment.title),
    element("p", { class: "verdict" }, ...linesOf(names.inText(moment.verdict))),
    told.length ? element("p", {}, ...told) : null,
    element("ul", {}, ...rows));
}

/** The clauses of an outcome, such as who closed and what is paid, each on a line of its own. */
function linesOf(verdict) {
  const sentence = _("{sentence}.", { sentence: verdict });
  return sentence.split(/(?<=; |。)/).map((line) => element("span", {}, line));
}

/** The name of a card at the table and in questions. */
export function wordOf(card) {
  return card.name || card.sign + card.text;
}

/**
 * The zones of the table, and the own hand, or for who watches all hands; once nobody has a turn an
 * empty hand is left out.
 */
function shelves(scene, names) {
  const hands = scene.seats.filter((seat) => isWatched(scene) && seat.cards.length)
    .map((seat) => handZone(handOf(seat), seat));
  const isLeftOut = isWatched(scene) || (!scene.seats[scene.viewer].cards.length
    && scene.seats.every((seat) => !seat.is_on_turn));
  const seat = scene.seats[scene.viewer];
  const title = scene.viewer === names.own ? _("Your hand") : handOf(seat);
  const own = isLeftOut ? [] : [{ ...handZone(title, seat), isOwn: true }];
  return [...scene.shelves, hands, own].filter((shelf) => shelf.length);
}

function handOf(seat) {
  return _("hand of {player}", { player: seat.name });
}

function handZone(title, seat) {
  return { title, about: seat.hand, rows: [seat.cards], heads: null, legend: [] };
}

/** A player's plate: the name, the hand with its known cards, and the facts. */
function drawSeat(seat, number, { name, isOwn, isOpen, known, draw, asked }) {
  const state = `${seat.is_on_turn ? " on-turn" : ""}${seat.is_out ? " out" : ""}`;
  const player = isOpen
    ? element("button", { class: "player", type: "button", tabindex: "-1", "data-player": number,
      "data-sign": number }, name)
    : element("strong", { "data-sign": number }, name);
  return element("li", { class: `seat${state}${isOwn ? " own" : ""}`, "data-seat": seat.name },
    element("div", { class: "seat-name" }, player, seat.is_out && !seat.num_cards ? null :
      element("span", { class: "chip", "aria-label": _n("{count} card", "{count} cards", seat.num_cards), role: "img" },
        String(seat.num_cards))),
    seat.is_on_turn ? element("span", { class: "hidden" }, _("on turn")) : null,
    isOwn ? null : element("div", { class: "held" }, ...known.map(draw), ...backs(seat, known)),
    drawFacts(seat.facts, asked));
}

function backs(seat, known) {
  return Array.from({ length: Math.max(0, seat.num_cards - known.length) },
    () => element("span", { class: "card back", "aria-hidden": "true" }));
}

/** Words as a button that asks the rules. */
function askingButton(words, about) {
  return element("button", { class: "ask", type: "button", tabindex: "-1", "data-about": about,
    "data-words": words }, words);
}

function notes(words, asked) {
  if (!words.length) return element("div", { class: "notes" }); // keeps its place
  const said = words.map(({ text, about }) => element("li", {}, asked(text, about)));
  return element("ul", { class: "notes", "aria-label": _("at the table") }, ...said);
}

function drawZone(zone, draw, asked) {
  const rows = zone.is_spent ? zone.rows.map(stacks) : zone.rows;
  const size = Math.max(0, ...rows.map((row) => row.length));
  const isCrowd = !zone.isOwn && !zone.heads && !zone.is_spent && size > CROWD;
  const kind = `${zone.heads ? " grid" : ""}${zone.isOwn ? " own" : ""}${isCrowd ? " crowd" : ""}`;
  const title = zone.title ? asked(zone.title, zone.about) : null;
  const drawn = element("section", {
    class: `zone${kind}`, "aria-label": title?.textContent ?? _("layout"),
    "data-zone": zone.title || "layout", "data-place": zone.about,
  }, title ? element("h2", {}, title) : null,
  ...(zone.heads ? [drawGrid(zone, draw), legend(zone, draw)] : drawRows(rows, draw)));
  drawn.style.setProperty("--count", Math.max(1, size));
  for (const back of drawn.querySelectorAll(".back"))
    if (title) Object.assign(back.dataset, title.dataset); // a card face down says what its zone is
  return drawn;
}

function drawRows(rows, draw) {
  const filled = rows.filter((row) => row.length);
  const nothing = element("div", { class: "row" },
    element("span", { class: "card place nothing", role: "img", "aria-label": _("empty") }));
  return filled.length ? filled.map((row) => element("div", { class: "row" }, ...cells(row, draw)))
    : [nothing];
}

/** Cards of a row that look alike as one with their number. */
function stacks(row) {
  const counts = new Map();
  for (const card of row) {
    const face = JSON.stringify({ ...card, about: "", name: "", action: null }), { count = 0 } = counts.get(face) ?? {};
    counts.set(face, { ...card, count: count + 1 });
  }
  return [...counts.values()];
}

/** Draws a grid with heads; the style sheet reads the number of columns from it. */
function drawGrid(zone, draw) {
  const [columns, heads] = zone.heads;
  const head = (words) => element("span", { class: "head", "aria-hidden": "true" }, words);
  const grid = element("div", { class: "cells" }, head(""), ...columns.map(head));
  zone.rows.forEach((row, number) => grid.append(head(heads[number]), ...cells(row, draw)));
  grid.style.setProperty("--columns", columns.length);
  return grid;
}

function cells(row, draw) {
  return row.map((card) => {
    if (!card) return element("span", { class: "gap" });
    return card.count > 1 ? element("span", { class: "stack" }, draw(card),
      element("span", { class: "chip" }, `×${card.count}`)) : draw(card);
  });
}

/** The meanings of the kinds of cards in a grid. */
function legend(zone, draw) {
  const said = zone.legend.map(([card, meaning]) => {
    const example = draw({ ...card, action: null });
    example.setAttribute("inert", "");
    return element("li", {}, example, meaning);
  });
  return said.length ? element("ul", { class: "legend" }, ...said) : null;
}

/** Draws a card: faces and what a play uses are buttons, all others are images. */
function drawCard(card, open) {
  const move = open.actions.get(card.action);
  const isButton = card.look === "face" || move !== undefined || open.targets.has(card.about);
  const dim = card.is_dim ? " dim" : "";
  const marks = `${card.mark === "none" ? "" : ` ${card.mark}`}`;
  const drawn = element(isButton ? "button" : "span", {
    class: `card ${card.look}${dim}${marks}${sizeOf(card)}`,
    type: isButton ? "button" : null,
    role: isButton ? null : "img",
    tabindex: isButton ? "-1" : null,
    "aria-label": labelOf(card, move),
    "data-about": (card.look !== "back" && wordOf(card) && card.about) || null,
    "data-words": wordOf(card),
    "data-action": move === undefined ? null : card.action,
    "data-worth": card.worth,
  }, ...inside(card));
  if (card.look === "face" && !card.is_dim) drawn.style.setProperty("--suit", card.colour);
  return drawn;
}

function sizeOf(card) {
  return card.text.length > LARGE_LETTERS ? " word" : "";
}

/**
 * The parts of a card: text and sign in the corner, which overlapping cards leave visible, its
 * picture, and text or sign large where there is none.
 */
function inside(card) {
  const part = (name, words) => (words ? element("span", { class: name }, words) : null);
  const most = card.figure.startsWith("kikisen") ? 2 : SHORT_NOTE; // all names of a pack or none
  const { length: size } = card.note.replace(WIDE, "$&$&");
  const length = size > NARROW_NOTE && !card.note.includes(" ") ? " narrow" : size > most ? "" : " short";
  const note = part(`note${length}${/\p{L}/u.test(card.note) ? "" : " signs"}`, card.note);
  if (card.look === "place" && card.is_dim) return [part("corner", card.text), part("large", "✕")];
  if (card.look === "back" || sizeOf(card)) return [part("large", card.text), note];
  return [drawFigure(card), part("corner", card.text), part("sign", card.sign),
    part("large", card.sign || card.text), note];
}

/** The label of a card for screen readers. */
function labelOf(card, move) {
  const face = card.sign + card.text;
  const name = card.name && card.name !== face ? card.name : "";
  const place = card.is_dim ? _("closed place") : _("place");
  const look = { back: _("face down"), place }[card.look];
  const faded = card.look === "face" && card.is_dim ? _("faded") : "";
  const mark = move ? _("move: {move}", { move })
    : { playable: _("open now"), recent: _("recent") }[card.mark];
  const note = card.note === name ? "" : card.note;
  return [face, name, note, look, faded, mark].filter(Boolean).join(_(", "))
    || _("empty place");
}

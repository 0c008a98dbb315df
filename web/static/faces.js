/* The pictures on the faces of cards: drawn from figures.svg, or images that the host has given. */

import { element } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 74, HEIGHT = 100, MIDDLE = [WIDTH / 2, HEIGHT / 2];
const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const COURT = { j: "jack", q: "queen", k: "king" };
const LEFT = 27, RIGHT = 50, TOP = 33, BOTTOM = 86; // of the pips, which leave the corner free
const PIP = 15, ACE = 44, FIGURE = 50, MARK = 66; // sizes
const IMAGES = JSON.parse(document.getElementById("images").textContent);
// The heights of pips, from 0 to 1, in the two outer columns and in the middle one.
const PIPS = {
  2: [[], [0, 1]], 3: [[], [0, 0.5, 1]], 4: [[0, 1], []], 5: [[0, 1], [0.5]], 6: [[0, 0.5, 1], []],
  7: [[0, 0.5, 1], [0.25]], 8: [[0, 0.5, 1], [0.25, 0.75]], 9: [[0, 1 / 3, 2 / 3, 1], [0.5]],
  10: [[0, 1 / 3, 2 / 3, 1], [1 / 6, 5 / 6]],
};

/** The name of a card's picture, such as `french-hearts-7` or `kikisen-red-7`; empty for none. */
export function figureOf({ look, figure, sign, text }) {
  if (look !== "face" || figure || !SUITS[sign]) return look === "face" ? figure : "";
  return ["french", SUITS[sign], text.toLowerCase()].filter(Boolean).join("-");
}

/** Draws the picture of a card; null for none. A mark is a picture behind a large number. */
export function drawFigure(card) {
  const name = figureOf(card);
  if (!name) return null;
  if (IMAGES[name]) return element("img", { class: "figure whole image", src: IMAGES[name], alt: "" });
  const [pack, ...parts] = name.split("-");
  if (pack === "french") return drawn("whole", frenchParts(...parts));
  const number = Number(parts.at(-1));
  if (Number.isNaN(number)) {
    const figure = pack === "seki" ? parts.join("-") : parts.at(-1);
    return drawn("whole", [[figure, FIGURE, ...MIDDLE]]);
  }
  return drawn("mark", [[pack === "kikisen" ? `kind-${number}` : "ring", MARK, ...MIDDLE]]);
}

/** The pack of the cards that an element shows, with the image of its back if the host gave one. */
export function packOf(cards) {
  const [pack = ""] = cards.map(figureOf).find(Boolean)?.split("-") ?? [];
  return { pack, back: IMAGES[`${pack}-back`] };
}

/** The parts of a French card: name, size and place. A card without a rank shows its suit. */
function frenchParts(suit, rank = "a") {
  if (COURT[rank]) return [[COURT[rank], FIGURE - 8, WIDTH / 2, 46], [suit, PIP + 5, WIDTH / 2, 82]];
  if (!PIPS[rank]) return [[suit, ACE, ...MIDDLE]];
  const [outer, inner] = PIPS[rank], height = (part) => TOP + part * (BOTTOM - TOP);
  return [
    ...outer.flatMap((part) => [LEFT, RIGHT].map((x) => [suit, PIP, x, height(part), part > 0.5])),
    ...inner.map((part) => [suit, PIP, WIDTH / 2, height(part), part > 0.5]),
  ];
}

function drawn(kind, parts) {
  const root = made("svg", { class: `figure ${kind}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  root.append(...parts.map(([name, size, x, y, isTurned]) => made("use", {
    href: `#figure-${name}`, width: size, height: size, x: x - size / 2, y: y - size / 2,
    ...(isTurned ? { transform: `rotate(180 ${x} ${y})` } : {}),
  })));
  return root;
}

function made(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

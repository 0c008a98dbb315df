/* Tokens: what lies on a table for a fact, such as coins, a score or the dealer's disc. */

import { element } from "./dom.js";
import { withMinus } from "./words.js";

const PILES = ["coins", "chips"];
const MOST = 5, MOST_IN_MIDDLE = 12; // discs; a number says how many there are

/** Splits the notes of a table into those in words and the piles that lie in its middle. */
export function partNotes(notes) {
  const isPile = ({ token }) => token !== null && PILES.includes(token.sort);
  return { said: notes.filter((note) => !isPile(note)), piles: notes.filter(isPile) };
}

/** Draws the piles in the middle, each under its words; null for none. */
export function drawPiles(piles, asked) {
  if (!piles.length) return null;
  return element("div", { class: "shelf piles" }, ...piles.map(({ text, about, token }) =>
    element("section", { class: "zone" }, element("h2", {}, asked(text, about)),
      element("span", { class: `token ${token.sort}` }, drawToken(token, MOST_IN_MIDDLE)))));
}

/** The facts of a player, tokens first. */
export function drawFacts(facts, asked) {
  const [tokens, words] = [true, false].map((has) => facts.filter(({ token }) => Boolean(token) === has));
  return element("div", { class: "facts" }, ...[...tokens, ...words].map((fact) => drawFact(fact, asked)));
}

/** Draws a fact as a button that asks the rules; its token precedes the words. */
function drawFact({ text, about, token }, asked) {
  const drawn = asked(text, about);
  if (!token) return drawn;
  drawn.classList.add("token", token.sort);
  drawn.setAttribute("aria-label", drawn.textContent); // where the words are hidden
  drawn.replaceChildren(drawToken(token), element("span", { class: "said" }, drawn.textContent));
  return drawn;
}

/** Draws the discs of a token with its number; the style sheet hides a number that words say. */
function drawToken({ sort, number }, most = MOST) {
  const [count, limit] = number.split("/").map(Number.parseFloat);
  const length = { coins: Math.min(count, most), chips: Math.min(count, most), score: 0,
    passes: limit <= most ? limit : 0 }[sort] ?? 1;
  const discs = Array.from({ length }, (_disc, at) =>
    element("i", { class: sort === "passes" && at < count ? "left" : null }));
  return element("span", { class: "discs", "aria-hidden": "true" }, ...discs,
    number ? element("b", {}, withMinus(number)) : null);
}

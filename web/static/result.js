/* Draws the result of a game: place, name and points of every player, in columns. */

import { element } from "./dom.js";

/**
 * Returns the rows as elements.
 * @param {Object[]} rows The result from the server.
 * @param {function(number): string} nameOf Returns the name of a seat.
 */
export function drawResult(rows, nameOf) {
  return rows.map((row) => element("li", {},
    element("strong", {}, row.place), element("span", {}, nameOf(row.seat)),
    element("span", { class: "points" }, ...columns(row.points))));
}

/** Words with the minus sign before negative numbers, which is as wide as the plus sign. */
export function withMinus(words) {
  return words.replace(/-(?=\d)/g, "−");
}

/** A number and its unit, which stand in columns of their own. */
function columns(points) {
  const [number, ...unit] = withMinus(points).split(" ");
  return number ? [element("b", {}, number), " ", element("b", {}, unit.join(" "))] : [];
}

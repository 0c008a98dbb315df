/* Draws the result of a game: place, name and points of every player, in columns. */

import { element } from "./dom.js";
import { _, _n, withMinus } from "./words.js";

/**
 * Returns the rows as elements.
 * @param {Object[]} rows The result from the server.
 * @param {function(number): string} nameOf Returns the name of a seat.
 */
export function drawResult(rows, nameOf) {
  return rows.map((row) => element("li", {},
    element("strong", {}, row.place), element("span", { "data-sign": row.seat }, nameOf(row.seat)),
    element("span", { class: "points" }, ...columns(row.points))));
}

/** Who has won, in words. */
export function winnersOf(rows, own, nameOf) {
  const best = rows.filter(({ place }) => place === rows[0].place).map(({ seat }) => seat);
  const [last, ...others] = best.map(nameOf).reverse();
  const names = [others.reverse().join(_(", ")), last].filter(Boolean).join(_(" and "));
  const isOwn = best.length === 1 && best[0] === own;
  return isOwn ? _("You win!") : _n("{names} wins!", "{names} win!", best.length, { names });
}

/** A number and its unit, which stand in columns of their own. */
function columns(points) {
  const [number, ...unit] = withMinus(points).split(" ");
  return number ? [element("b", {}, number), " ", element("b", {}, unit.join(" "))] : [];
}

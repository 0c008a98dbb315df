/* The dialog that explains the game: HOW_TO_PLAY.md, with its examples drawn as the table is. */

import { byId, element } from "./dom.js";
import { Names } from "./names.js";
import { drawScene } from "./scene.js";

/** Opens the dialog with a page of the server: texts as HTML, and examples. */
export function showGuide({ parts }) {
  byId("guide-text").replaceChildren(...parts.map((part) =>
    (typeof part === "string" ? drawText(part) : drawExample(part))));
  byId("guide").showModal();
  byId("guide-text").scrollTop = 0;
}

/** A text as an element; the server escapes HTML in it. */
function drawText(html) {
  const drawn = element("div");
  drawn.innerHTML = html;
  return drawn;
}

/** A position as the table shows it, without buttons; screen readers read it as text. */
function drawExample({ scene, turn, moves, text }) {
  const names = new Names(scene.seats.map(({ name }) => name));
  const legal = new Map(moves.map((move) => [move.action, move]));
  return element("figure", {},
    element("div", { class: "felt", inert: true },
      element("p", { class: `question${moves.length ? " own" : ""}` }, turn),
      drawScene(scene, names, legal)),
    element("figcaption", { class: "hidden" }, text));
}

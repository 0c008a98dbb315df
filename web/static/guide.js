/* The dialog that explains the game: HOW_TO_PLAY.md, with its examples drawn as the table is. */

import { byId, element } from "./dom.js";
import { Names } from "./names.js";
import { drawScene } from "./scene.js";
import { frame, piecesIn } from "./touch.js";
import { _ } from "./words.js";

/** Opens the dialog with a page of the server: texts as HTML, examples, and the guided game. */
export function showGuide({ parts, lesson }) {
  byId("to-lesson").hidden = !lesson;
  byId("to-lesson").href = `/#${lesson}`; // the lobby deals it
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
function drawExample({ scene, turn, plays, text }) {
  const names = new Names(scene.seats.map((_seat, number) =>
    _("Player {number}", { number: number + 1 })));
  const drawn = drawScene(scene, names, plays);
  frame(piecesIn(drawn), plays);
  return element("figure", {},
    element("div", { class: "felt", inert: true },
      element("p", { class: `question${plays.length ? " own" : ""}` },
        names.inText(turn)), drawn),
    element("figcaption", { class: "hidden" }, names.inText(text)));
}

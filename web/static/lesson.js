/* A guided first game: bubbles say what matters, and only the move that they want can be made. */

import { byId, element } from "./dom.js";
import { _ } from "./words.js";

const LEFT = `fudaba.left${location.pathname}`;

let step = null, number = 0; // the last step that was said, and its bubble

/** The move that a position's lesson wants, as one of its plays or as its steps one by one. */
export function wantedPlays({ plays, lesson }) {
  if (!wants(lesson)) return plays;
  const isWhole = ({ actions }) => String(actions) === String(lesson.actions);
  const whole = plays.filter(isWhole);
  return whole.length ? whole : plays.filter(({ actions }) =>
    actions.every((action, at) => action === lesson.actions[at]));
}

/** The moves of a position that its lesson wants. */
export function wantedMoves({ moves, lesson }) {
  return wants(lesson) ? moves.filter(({ action }) => action === lesson.actions[0]) : moves;
}

function wants(lesson) {
  return !hasLeft() && lesson?.actions.length > 0;
}

/** The words of the move that the guide wants now; empty for none. */
export function wantedWords() {
  return byId("lesson").hidden ? "" : step.text;
}

function hasLeft() {
  return Boolean(sessionStorage.getItem(LEFT));
}

/**
 * Shows the bubbles of a position, one after the other.
 * @param {Object} position The position from the server.
 * @param {Names} names The names of the players.
 * @param {function()} redraw Draws the position again, without a lesson.
 */
export function showLesson({ lesson, is_over: isOver }, names, redraw) {
  if (lesson && JSON.stringify(lesson) !== JSON.stringify(step)) [step, number] = [lesson, 0];
  for (const pointed of document.querySelectorAll(".pointed")) pointed.classList.remove("pointed");
  byId("lesson").hidden = !lesson || hasLeft();
  if (byId("lesson").hidden) return;
  const bubble = step.bubbles[number], isLast = number >= step.bubbles.length - 1;
  const next = () => {
    number += 1;
    showLesson({ lesson: step, is_over: isOver }, names, redraw);
  };
  const leave = () => {
    sessionStorage.setItem(LEFT, "left");
    redraw();
  };
  byId("lesson-words").replaceChildren(
    ...(bubble ? [element("p", {}, names.inText(bubble.text))] : []),
    ...(isLast && step.text ? [element("p", { class: "wanted" },
      _("Your move: {move}", { move: names.inText(step.text) }))] : []));
  byId("lesson-next").hidden = isLast;
  byId("lesson-next").onclick = next;
  byId("lesson-lobby").hidden = !isLast || Boolean(step.text);
  byId("lesson-leave").textContent = step.text || isOver ? _("Leave the guide")
    : _("Go on playing");
  byId("lesson-leave").onclick = leave;
  point(bubble?.at ?? "");
}

/** Marks what a bubble points at, and brings it in sight. */
function point(at) {
  const pointed = selectorsOf(at).map((selector) => document.querySelector(selector)).find(Boolean);
  pointed?.classList.add("pointed");
  pointed?.scrollIntoView({ block: "nearest" });
}

/** Selectors of `#hint`, an element of the page; of `seat 2`; or of the key of a zone or a piece. */
function selectorsOf(at) {
  if (!at || at.startsWith("#")) return at ? [at] : [];
  const [, seat] = at.match(/^seat (\d+)$/) ?? [], key = `="${CSS.escape(at)}"`;
  return seat ? [`.seat[data-seat="player_${seat}"]`]
    : [`[data-place${key}]`, `#hand [data-about${key}]`, `#table [data-about${key}]`];
}

/* A recorded game, position by position. The address of the page names game, position and view. */

import { byId, element } from "./dom.js";
import { Evaluations } from "./evaluations.js";
import { Explainer } from "./explain.js";
import { goByArrows, isTyping } from "./keys.js";
import { RegretAnalysis } from "./regrets.js";
import { Names } from "./names.js";
import { drawResult } from "./result.js";
import { drawMoment, drawScene } from "./scene.js";
import { get, withToken } from "./server.js";
import { offerRecords } from "./records.js";
import { _ } from "./words.js";

const SEAT = /^\/(seat|watch)\//.test(location.pathname); // shows a game of this seat's table
const API = SEAT ? `/api${location.pathname}` : "/api/replay";
const MOVER = "mover", OPEN = "open";

const felt = byId("table"), slider = byId("slider");
const explainer = new Explainer((about) => get(address("explain", { about })),
  (words) => names.inText(words));
const evaluations = new Evaluations(
  (at, agent, signal) => get(address("evaluations", { at, agent }), signal),
);
const regrets = new RegretAnalysis(
  (agent) => new EventSource(withToken(address("regrets", { agent }))),
  (at) => goTo(at, { isBefore: true }),
);
const place = placeInAddress();
const isAnalysed = location.hash === "#lost"; // from the end of a game of the person
const own = isAnalysed && /^\d+$/.test(place.view) ? Number(place.view) : undefined; // the seat
const reader = own === undefined ? {} : { reader: own };
let replay = null, names = null;
let isBefore = false; // whether the table is shown as it was before the move
let asked = 0; // requests so far; the answer to an earlier one is not shown

/* The place: record, game, view and position */

function placeInAddress() {
  const words = new URLSearchParams(location.search);
  return {
    ...(SEAT ? {} : { record: words.get("record") }),
    game: words.get("game") ?? "1",
    view: words.get("view") ?? MOVER,
    at: Number(words.get("at") ?? 0),
  };
}

function address(what, more = {}) {
  return `${API}/${what}?${new URLSearchParams({ ...place, ...reader, ...more })}`;
}

/** The number of the position among those that the view shows. */
function number() {
  return Math.max(0, replay.steps.findLastIndex((step) => step.at <= place.at));
}

/* The game */

async function openGame() {
  regrets.close();
  try {
    replay = await get(address("game"));
  } catch (error) {
    fail(error);
    byId("question").textContent = "";
    return;
  }
  names = new Names(replay.names, own);
  say("notice", "");
  say("language-note", replay.language_note);
  byId("title").textContent = replay.title;
  document.title = _("{game}, replay · fudaba", { game: replay.title });
  showViews();
  showGames();
  showSteps();
  showEnd();
  evaluations.offer(replay, names);
  regrets.offer(replay, names, wonBySeat());
  slider.max = String(replay.steps.length - 1);
  await showPosition();
}

/** Whether the seat of the view won; null for a view of more than one seat. */
function wonBySeat() {
  return [MOVER, OPEN].includes(place.view) ? null : String(replay.result[0]?.seat) === place.view;
}

function showViews() {
  const seats = replay.names.map((name, seat) => [String(seat), names.plate(seat)]);
  const all = [[MOVER, _("the player who moved")], ...seats, [OPEN, _("all cards open")]];
  const views = all.filter(([value]) => replay.views.includes(value));
  byId("view").replaceChildren(...views.map(([value, words]) => element("option", { value }, words)));
  byId("view").value = place.view;
}

function showGames() {
  byId("game-label").hidden = replay.num_games === 1;
  byId("game").max = String(replay.num_games);
  byId("game").value = place.game;
}

/** Lists the moves as the view heard them; each leads to the position after it. */
function showSteps() {
  byId("told").replaceChildren(...replay.steps.map((step) =>
    element("li", {}, element("button", {
      type: "button", click: () => goTo(step.at),
    }, heardWords(step)))));
}

function heardWords(step) {
  if (!step.heard) return _("The deal");
  const { by, text, news } = step.heard;
  const said = text ? names.said(by, text) : "";
  return [said, names.inText(news)].filter(Boolean).join(" — ") || _("The last position");
}

function showEnd() {
  byId("end").hidden = !replay.is_over;
  byId("result").replaceChildren(...drawResult(replay.result, (seat) => names.of(seat)));
}

/* The position */

async function showPosition() {
  const turn = ++asked;
  history.replaceState(null, "", `?${new URLSearchParams(place)}`);
  showPlace();
  evaluations.clear();
  let position;
  try {
    position = await get(address("position", before()));
  } catch (error) {
    if (turn === asked) fail(error);
    return;
  }
  if (turn !== asked) return;
  say("notice", "");
  explainer.renew();
  felt.replaceChildren(drawScene(position.scene, names));
  const question = names.inText(position.turn);
  say("question", isBefore ? _("Before the move: {question}", { question }) : question);
  evaluations.ask(decision());
}

/** What asks for the position before the move, as its player saw it; nothing for the one after. */
function before() {
  const { at, heard } = replay.steps[number()];
  if (!isBefore || !heard) return {};
  return { at: at - 1, ...(place.view === MOVER ? { view: heard.by } : {}) };
}

/** The decision that led to the position, if the view may see its moves: its place and its seat. */
function decision() {
  const { at, heard } = replay.steps[number()];
  const isSeen = heard && [MOVER, OPEN, String(heard.by)].includes(place.view);
  return isSeen ? { at: at - 1, mover: heard.by } : null;
}

/** Says what went wrong instead of what the page waited for. */
function fail(error) {
  say("notice", error.message);
  say("question", "");
}

function showPlace() {
  const at = number(), last = replay.steps.length - 1, words = heardWords(replay.steps[at]);
  slider.value = String(at);
  slider.setAttribute("aria-valuetext",
    _("{number} of {last}: {move}", { number: at, last, move: words }));
  byId("place").textContent = _("{number} of {last}", { number: at, last });
  byId("moved").textContent = words;
  const { moments = [], remark = "" } = replay.steps[at].heard ?? {};
  byId("remark").textContent = remark;
  byId("remark").hidden = !remark;
  byId("moments").replaceChildren(...moments.map((moment) => drawMoment(moment, names)));
  byId("moments").hidden = !moments.length;
  showCurrent(byId("told"), at);
  for (const id of ["first", "previous"]) byId(id).disabled = at === 0;
  for (const id of ["next", "last"]) byId(id).disabled = at === last;
}

/** Marks the last move and scrolls the list to it, but not the page. */
function showCurrent(list, at) {
  const buttons = [...list.querySelectorAll("button")];
  buttons.forEach((button, number) =>
    button.setAttribute("aria-current", number === at ? "step" : "false"));
  list.scrollTop = buttons[at].offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** Shows the last of `at` actions with the position after it, or the one before it. */
function goTo(at, wish = { isBefore: false }) {
  place.at = at;
  ({ isBefore } = wish);
  return showPosition();
}

/** Shows a position by its number among those that the view shows. */
function step(to) {
  goTo(replay.steps[Math.min(Math.max(to, 0), replay.steps.length - 1)].at);
}

function changeView(view) {
  place.view = view;
  return openGame();
}

function nextSeat() {
  const seats = replay.views.filter((view) => view !== OPEN);
  return seats[(seats.indexOf(place.view) + 1) % seats.length];
}

/* Input */

/** Writes a message into an element; an empty message hides the element. */
function say(id, words) {
  byId(id).textContent = words;
  byId(id).hidden = !words;
}

const KEYS = {
  ArrowLeft: () => step(number() - 1),
  ArrowRight: () => step(number() + 1),
  Home: () => step(0),
  End: () => step(replay.steps.length - 1),
  s: () => changeView(nextSeat()),
  o: () => replay.views.includes(OPEN) && changeView(place.view === OPEN ? MOVER : OPEN),
};

function listen() {
  goByArrows(felt);
  [felt, byId("result")].forEach((within) => explainer.watch(within));
  slider.addEventListener("input", () => step(Number(slider.value)));
  byId("first").addEventListener("click", KEYS.Home);
  byId("previous").addEventListener("click", KEYS.ArrowLeft);
  byId("next").addEventListener("click", KEYS.ArrowRight);
  byId("last").addEventListener("click", KEYS.End);
  byId("view").addEventListener("change", (event) => changeView(event.target.value));
  byId("game").addEventListener("change", (event) => {
    Object.assign(place, { game: event.target.value, at: 0 });
    openGame();
  });
  byId("link").addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    byId("link").textContent = _("Copied");
  });
  document.addEventListener("keydown", (event) => {
    const isAtCards = felt.contains(event.target) && event.key.startsWith("Arrow");
    if (!replay || isTyping(event) || isAtCards || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });
}

document.body.classList.toggle("guest", SEAT);
if (place.record === null) {
  byId("opening").hidden = false;
  offerRecords((words) => say("notice", words));
} else {
  byId("replay").hidden = false;
  document.body.classList.add("replaying");
  listen();
  openGame().then(() => isAnalysed && replay && regrets.start());
}

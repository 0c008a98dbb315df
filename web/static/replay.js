/* A recorded game, position by position. The address of the page says which: it is the link. */

import { byId, element } from "./dom.js";
import { Explainer } from "./explain.js";
import { goByArrows, isTyping } from "./keys.js";
import { Losses } from "./losses.js";
import { Opinions } from "./opinions.js";
import { drawScene, withNames } from "./scene.js";
import { get, withToken } from "./server.js";
import { openRecords } from "./opening.js";

const API = "/api/replay";
const MOVER = "mover", OPEN = "open";

const felt = byId("table"), slider = byId("slider");
const explainer = new Explainer((question) => get(address("explain", { question })));
const opinions = new Opinions((agent, signal) => get(address("opinions", { agent }), signal));
const losses = new Losses(
  (agent) => new EventSource(withToken(address("losses", { agent }))), goTo,
);
const place = placeInAddress();
let replay = null;
let asked = 0; // positions so far; what comes late is not shown

/* Where we are */

function placeInAddress() {
  const words = new URLSearchParams(location.search);
  return {
    record: words.get("record"),
    game: words.get("game") ?? "1",
    view: words.get("view") ?? MOVER,
    at: Number(words.get("at") ?? 0),
  };
}

function address(what, more = {}) {
  return `${API}/${what}?${new URLSearchParams({ ...place, ...more })}`;
}

/** The number of the position among those that are shown. */
function number() {
  return Math.max(0, replay.steps.findLastIndex((step) => step.at <= place.at));
}

/* The game */

async function openGame() {
  losses.close();
  try {
    replay = await get(address("game"));
  } catch (error) {
    say("notice", error.message);
    return;
  }
  say("notice", "");
  byId("title").textContent = replay.title;
  document.title = `${replay.title}, replay · fudaba`;
  showViews();
  showGames();
  showSteps();
  showEnd();
  opinions.offer(replay.agents, replay.names);
  losses.offer(replay.agents.filter((word) => word.includes(":budget=")), replay);
  slider.max = String(replay.steps.length - 1);
  await showPosition();
}

function showViews() {
  const seats = replay.names.map((name, seat) => [String(seat), name]);
  const views = [[MOVER, "the player to move"], ...seats, [OPEN, "everybody: all cards open"]];
  byId("view").replaceChildren(...views.map(([value, words]) => element("option", { value }, words)));
  byId("view").value = place.view;
}

function showGames() {
  byId("game-label").hidden = replay.num_games === 1;
  byId("game").max = String(replay.num_games);
  byId("game").value = place.game;
}

/** The moves as they were heard; each leads to the position after it. */
function showSteps() {
  byId("told").replaceChildren(...replay.steps.map((step) =>
    element("li", {}, element("button", {
      type: "button", "data-at": step.at, click: () => goTo(step.at),
    }, heardWords(step)))));
}

function heardWords(step) {
  if (!step.heard) return "The deal";
  const { by, text, news } = step.heard;
  const said = text ? `${replay.names[by]}: ${text}` : "";
  return [said, withNames(news, replay.names)].filter(Boolean).join(" — ") || "The last position";
}

function showEnd() {
  byId("end").hidden = !replay.is_over;
  byId("result").replaceChildren(...replay.result.map((row) => element("li", {},
    element("span", {}, row.place), element("span", {}, replay.names[row.seat]),
    element("span", {}, row.points))));
}

/* The position */

async function showPosition() {
  const turn = ++asked;
  history.replaceState(null, "", `?${new URLSearchParams(place)}`);
  showPlace();
  opinions.clear();
  let position;
  try {
    position = await get(address("position"));
  } catch (error) {
    if (turn === asked) say("notice", error.message);
    return;
  }
  if (turn !== asked) return;
  explainer.renew();
  felt.replaceChildren(drawScene(position.scene, replay.names));
  byId("question").textContent = withNames(position.turn, replay.names);
  opinions.ask(position.decides);
}

function showPlace() {
  const at = number(), last = replay.steps.length - 1, words = heardWords(replay.steps[at]);
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", `${at} of ${last}: ${words}`);
  byId("place").textContent = `${at} of ${last}`;
  byId("moved").textContent = words;
  showCurrent(byId("told"), at);
  for (const id of ["first", "previous"]) byId(id).disabled = at === 0;
  for (const id of ["next", "last"]) byId(id).disabled = at === last;
  losses.mark(place.at);
}

/** Marks the move that led here, in the middle of the list; the page stays where it is. */
function showCurrent(list, at) {
  const buttons = [...list.querySelectorAll("button")];
  buttons.forEach((button, number) =>
    button.setAttribute("aria-current", number === at ? "step" : "false"));
  list.scrollTop = buttons[at].offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** Shows the position after so many actions. */
function goTo(at) {
  place.at = at;
  return showPosition();
}

/** Shows a position by its number among those that are shown. */
function step(to) {
  goTo(replay.steps[Math.min(Math.max(to, 0), replay.steps.length - 1)].at);
}

function lookAs(view) {
  place.view = view;
  return openGame();
}

function nextSeat() {
  const seats = [MOVER, ...replay.names.keys()].map(String);
  return seats[(seats.indexOf(place.view) + 1) % seats.length];
}

/* What people do */

/** Says something in its place on the page; nothing hides the place. */
function say(id, words) {
  byId(id).textContent = words;
  byId(id).hidden = !words;
}

const KEYS = {
  ArrowLeft: () => step(number() - 1),
  ArrowRight: () => step(number() + 1),
  Home: () => step(0),
  End: () => step(replay.steps.length - 1),
  s: () => lookAs(nextSeat()),
  o: () => lookAs(place.view === OPEN ? MOVER : OPEN),
};

function listen() {
  goByArrows(felt);
  explainer.watch(felt);
  slider.addEventListener("input", () => step(Number(slider.value)));
  byId("first").addEventListener("click", KEYS.Home);
  byId("previous").addEventListener("click", KEYS.ArrowLeft);
  byId("next").addEventListener("click", KEYS.ArrowRight);
  byId("last").addEventListener("click", KEYS.End);
  byId("view").addEventListener("change", (event) => lookAs(event.target.value));
  byId("game").addEventListener("change", (event) => {
    Object.assign(place, { game: event.target.value, at: 0 });
    openGame();
  });
  byId("link").addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    byId("link").textContent = "Copied";
  });
  document.addEventListener("keydown", (event) => {
    const isAtCards = felt.contains(event.target) && event.key.startsWith("Arrow");
    if (!replay || isTyping(event) || isAtCards || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });
}

if (place.record === null) {
  byId("opening").hidden = false;
  openRecords((words) => say("notice", words));
} else {
  byId("replay").hidden = false;
  listen();
  openGame();
}

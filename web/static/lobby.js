/* The lobby: chooses a game and its players; what few people need is under More. */

import { byId, element } from "./dom.js";
import { showGuide } from "./guide.js";
import { offerLook } from "./look.js";
import { changedOptions, drawOptions, markWrong } from "./options.js";
import { drawSeats, markSeats, offerAgents, seatWords, usualSeats } from "./seats.js";
import { get, post, withToken } from "./server.js";
import { hasPlayed, saveName, savePlayed, saveSetup, savedName, savedSetup } from "./setup.js";
import { listTables, rememberTable } from "./tables.js";
import { clearWrong, showAt } from "./wrong.js";
import { _, _n } from "./words.js";

const PACE = 1; // seconds
const CHOSEN = "fudaba.chosen"; // the game, which another language of the page keeps
const LEARNING = [_("easy to learn"), _("some rules to learn"), _("many rules to learn")];

let games = [];
let game = null;

async function open() {
  games = await get("/api/games");
  const last = savedSetup();
  byId("games").replaceChildren(...games.map(drawGame));
  const wanted = sessionStorage.getItem(CHOSEN) ?? last?.game;
  choose(games.find(({ name }) => name === wanted) ?? games[0], last);
  byId("loading").hidden = true;
  byId("setup").hidden = false;
  dealLesson();
}

function showNoGames({ message }) {
  byId("loading").textContent = message;
  byId("loading").classList.add("error");
}

function drawGame({ name, title, summary, ...facts }) {
  return element("label", { class: "game" },
    element("img", { src: pictureOf(name), alt: "", loading: "lazy", width: 320, height: 180 }),
    element("input", { type: "radio", name: "game", value: name }),
    element("strong", {}, title),
    element("span", { class: "soft facts-line" }, ...factsOf(facts)),
    element("span", { class: "soft summary" }, summary));
}

function pictureOf(name) {
  return withToken(`/api/games/${name}/picture`);
}

/** The players, the minutes and the rules of a game; what nobody measured is left out. */
function factsOf({ players: [least, most], minutes, learning }) {
  const facts = [_("{least}–{most} players", { least, most })];
  if (minutes) facts.push(_("{count} min", { count: minutes }));
  if (learning) facts.push(LEARNING[learning - 1]);
  return facts.flatMap((fact) => [element("span", {}, fact), " "]);
}

/** Shows a game with the setup of its last table, or the usual one with the present players. */
function choose(chosen, last) {
  game = chosen;
  const setup = last?.game === game.name ? last : null;
  document.querySelector(`input[value="${game.name}"]`).checked = true;
  clearErrors();
  byId("picture").src = pictureOf(game.name);
  byId("game-title").textContent = game.title;
  byId("facts").replaceChildren(...factsOf(game));
  byId("aim").textContent = game.aim;
  byId("guided").hidden = !game.lesson;
  byId("guided").classList.toggle("small", hasPlayed(game.name));
  sessionStorage.setItem(CHOSEN, game.name);
  drawOptions(game.options, setup?.options ?? {});
  drawSeats(game, setup?.seats ?? usualSeats(game, usualPlayers()), showChanged);
  showChanged();
}

function usualPlayers() {
  return Number(game.options.find(({ name }) => name === "num_players").default);
}

/** Says how many house rules are changed, and offers the agents that can play them. */
function showChanged() {
  const changed = changedOptions(game.options), count = Object.keys(changed).length;
  const isUsual = game.options.every(({ name, is_free: isFree }) => isFree || !(name in changed))
    && seatWords().length === usualPlayers();
  byId("changed").textContent = count
    ? _n("{count} changed", "{count} changed", count) : _("the usual ones");
  offerAgents([...game.agents, ...(isUsual ? game.usual_agents : [])], game.levels);
}

/** Deals the guided first game of the game that the address names. */
function dealLesson() {
  const named = games.find(({ name, lesson }) => lesson && location.hash === `#${name}`);
  if (!named) return;
  history.replaceState(null, "", location.pathname);
  byId("guide").close();
  choose(named, savedSetup());
  deal(named.lesson);
}

function setup() {
  return {
    game: game.name,
    options: changedOptions(game.options),
    seats: seatWords(),
    seed: readSeed(byId("seed").value.trim()),
    pace: PACE,
    watching: byId("watching").checked,
  };
}

/** The seed as a number; other text is sent as it is, and the server answers with the error. */
function readSeed(text) {
  const isWhole = /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
  return isWhole ? Number(text) : text || null;
}

/** Deals a table, and keeps the setup of the form for the next one. */
async function deal(asked) {
  clearErrors();
  wait(true);
  try {
    const made = await post("/api/tables", asked);
    saveSetup({ ...setup(), seed: null });
    savePlayed(game.name);
    rememberTable(made);
    location.assign(made.seat?.path ?? made.watch);
  } catch (error) {
    showError(error);
  }
  wait(false);
}

function clearErrors() {
  byId("error").hidden = true;
  clearWrong();
}

/** Shows an error at the field that it is about, else above the button. */
function showError({ message, agent = null }) {
  if (markSeats(agent, message) || markWrong(game.options, message)) return;
  if (/\bseed\b/.test(message)) {
    byId("further").open = true;
    showAt(byId("seed").parentElement, byId("seed"), _("Allowed: whole numbers from 0 on."));
    return;
  }
  byId("error").textContent = message;
  byId("error").hidden = false;
  byId("error").focus();
}

/** Disables the button, so that nobody deals twice, and explains the delay. */
function wait(isBusy) {
  byId("deal").disabled = isBusy;
  byId("busy").textContent = isBusy ? _("The cards are dealt …") : "";
}

byId("games").addEventListener("change", (event) => {
  choose(games.find(({ name }) => name === event.target.value), savedSetup());
  byId("chosen").scrollIntoView({ block: "nearest" });
});
byId("how-to-play").addEventListener("click", () =>
  get(`/api/games/${game.name}/how-to-play`).then(showGuide, showError));
byId("options").addEventListener("change", showChanged);
byId("usual").addEventListener("click", () => {
  drawOptions(game.options, {});
  showChanged();
});
byId("name").value = savedName();
byId("name").addEventListener("change", (event) => saveName(event.target.value.trim()));
byId("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  deal(setup());
});
byId("guided").addEventListener("click", () => deal(game.lesson));
addEventListener("hashchange", dealLesson);
offerLook();
open().catch(showNoGames);
listTables();

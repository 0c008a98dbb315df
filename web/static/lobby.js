/* The lobby: chooses a game, its house rules and the player of every seat. */

import { byId, element } from "./dom.js";
import { showGuide } from "./guide.js";
import { changedOptions, drawOptions, markWrong } from "./options.js";
import { get, post } from "./server.js";
import { PERSON, saveName, saveSetup, savedName, savedSetup, seatsOfPeople } from "./setup.js";
import { listTables, rememberTable } from "./tables.js";
import { _ } from "./words.js";

const OPPONENT = "greedy";
const PACE = 1; // seconds
const MEANINGS = { // of agents, with their names at the table where these are other ones
  greedy: _("plays by simple rules"),
  random: _("plays anything"),
  "montecarlo:budget=64": _("(Search 64) tries out its moves"),
  "montecarlo:budget=1024": _("(Search 1024) is stronger, but slower"),
  best: _("(Trained) learned this game"),
};

let games = [];
let game = null;

async function open() {
  games = await get("/api/games");
  const last = savedSetup();
  byId("games").replaceChildren(...games.map(drawGame));
  choose(games.find(({ name }) => name === last?.game) ?? games[0], last);
  byId("loading").hidden = true;
  byId("setup").hidden = false;
}

function showNoGames({ message }) {
  byId("loading").textContent = message;
  byId("loading").classList.add("error");
}

function drawGame({ name, title, summary }) {
  return element("label", { class: "game" },
    element("input", { type: "radio", name: "game", value: name }),
    element("strong", {}, title), element("span", { class: "soft" }, summary));
}

/** Shows a game's options and seats: those of the last table, or the usual ones. */
function choose(chosen, last) {
  game = chosen;
  const setup = last?.game === game.name ? last : null;
  document.querySelector(`input[value="${game.name}"]`).checked = true;
  byId("aim").textContent = game.aim;
  drawOptions(game.options, setup?.options ?? {});
  drawSeats(setup?.seats ?? [PERSON, ...Array(usualPlayers() - 1).fill(OPPONENT)]);
  showChanged();
}

/** Lists the agents that can play these house rules with this number of players. */
function offerAgents() {
  const isUsual = seatWords().length === usualPlayers()
    && !Object.keys(changedOptions(game.options)).length;
  const words = [...game.agents, ...(isUsual ? game.usual_agents : [])];
  byId("agents").replaceChildren(...[PERSON, ...words].map((word) =>
    element("option", { value: word })));
  byId("agent-words").replaceChildren(...words.map((word) => element("li", {},
    element("code", {}, word), MEANINGS[word] ? ` ${MEANINGS[word]}` : null)));
}

function usualPlayers() {
  return Number(game.options.find(({ name }) => name === "num_players").default);
}

/** Draws a field for each seat, and buttons that keep the number within the game's limits. */
function drawSeats(words) {
  const [least, most] = game.players;
  const change = (label, isPossible, changed) => element("button",
    { type: "button", disabled: !isPossible, click: () => drawSeats(changed(seatWords())) }, label);
  byId("seats").replaceChildren(
    element("ol", { class: "seat-fields", start: "0" }, ...words.map(drawSeatField)),
    element("p", { class: "buttons" },
      change(_("Add a seat"), words.length < most, (seats) => [...seats, OPPONENT]),
      change(_("Remove a seat"), words.length > least, (seats) => seats.slice(0, -1))));
  offerAgents();
}

function drawSeatField(word, seat) {
  return element("li", {}, element("label", {}, _("Seat {number}", { number: seat }), " ",
    element("input", { class: "seat-word", list: "agents", value: word, autocomplete: "off",
      "aria-describedby": "agents-help" })));
}

function seatWords() {
  return [...document.querySelectorAll(".seat-word")].map(({ value }) => value.trim());
}

function showChanged() {
  const names = Object.keys(changedOptions(game.options));
  byId("changed").textContent = names.length
    ? _("changed: {names}", { names: names.join(", ") }) : _("the usual ones");
  offerAgents();
}

function setup() {
  return {
    game: game.name,
    options: changedOptions(game.options),
    seats: seatWords(),
    seed: readSeed(byId("seed").value.trim()),
    pace: PACE,
  };
}

/** The seed as a number; other text is sent as it is, and the server answers with the error. */
function readSeed(text) {
  const isWhole = /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
  return isWhole ? Number(text) : text || null;
}

async function deal(event) {
  event.preventDefault();
  byId("error").hidden = true;
  markWrong("");
  markSeats(null);
  wait(true);
  try {
    const asked = setup();
    const made = await post("/api/tables", asked);
    saveSetup({ ...asked, seed: null });
    rememberTable(linksOf(made));
    if (seatsOfPeople(asked) === 1) location.assign(made.seats[0].path);
    else showLinks(made);
  } catch (error) {
    showError(error);
  }
  wait(false);
}

function showError({ message, agent }) {
  byId("error").textContent = message;
  byId("error").hidden = false;
  if (!markSeats(agent) && !markWrong(message)) byId("error").focus();
}

/** Marks the seats of an agent that can't play, and focuses the first. Returns whether there is one. */
function markSeats(agent) {
  const fields = [...document.querySelectorAll(".seat-word")];
  fields.forEach((field) => field.removeAttribute("aria-invalid"));
  const wrong = fields.filter(({ value }) => value.trim() === agent);
  wrong.forEach((field) => field.setAttribute("aria-invalid", "true"));
  wrong[0]?.focus();
  return wrong.length > 0;
}

/** Disables the button, so that nobody deals twice, and explains the delay. */
function wait(isBusy) {
  byId("deal").disabled = isBusy;
  byId("busy").textContent = isBusy
    ? _("One moment; the rules are compiled at first use.") : "";
}

/** Shows the links of people, or the link to watch if only agents play. */
function showLinks(made) {
  byId("link-list").replaceChildren(...linksOf(made).map(({ name, path }) => {
    const address = new URL(path, location.href).href;
    return element("li", {}, element("a", { href: path, target: "_blank" }, name),
      element("button", { type: "button", "aria-label": _("Copy the link of {name}", { name }),
        click: () => navigator.clipboard.writeText(address) }, _("Copy link")),
      element("code", {}, address));
  }));
  byId("links").hidden = false;
  byId("links").focus();
}

function linksOf({ seats, watch }) {
  const links = seats.map(({ name, path, seat }) => ({ name, path, seat }));
  return watch ? [...links, { name: _("watch"), path: watch }] : links;
}

byId("games").addEventListener("change", (event) =>
  choose(games.find(({ name }) => name === event.target.value), savedSetup()));
byId("how-to-play").addEventListener("click", () =>
  get(`/api/games/${game.name}/how-to-play`).then(showGuide, showError));
byId("options").addEventListener("change", showChanged);
byId("usual").addEventListener("click", () => {
  drawOptions(game.options, {});
  showChanged();
});
byId("name").value = savedName();
byId("name").addEventListener("change", (event) => saveName(event.target.value.trim()));
byId("setup").addEventListener("submit", deal);
open().catch(showNoGames);
listTables();

/* The finished games of the person at this browser, game by game. */

import { byId, element } from "./dom.js";
import { post } from "./server.js";
import { remembered } from "./tables.js";
import { _, _n, withMinus } from "./words.js";

async function showGames() {
  const seats = remembered().filter(({ seat }) => seat);
  const tokens = seats.map(({ seat }) => seat.path.split("/").at(-1));
  const played = (await post("/api/mine", { tokens }))
    .map((game) => ({ ...game, opened: seats[game.token].opened }));
  byId("none").textContent = played.length ? ""
    : _("Games that you play to the end at this browser are listed here.");
  byId("none").hidden = played.length > 0;
  const titles = [...new Set(played.map(({ title }) => title))];
  byId("mine").append(...titles.map((title) =>
    drawGame(title, played.filter((one) => one.title === title))));
}

function drawGame(title, played) {
  const free = played.filter(({ is_guided: isGuided }) => !isGuided);
  const won = free.filter(({ has_won: hasWon }) => hasWon).length;
  return element("section", { class: "sheet", "aria-label": title },
    element("h2", {}, title),
    element("p", {}, _n("{count} game, {won} won", "{count} games, {won} won", free.length, { won })),
    element("ol", { class: "own-games" }, ...played.map(drawPlayed)));
}

function drawPlayed({ record, seat, others, place, points, minutes, opened, is_guided: isGuided }) {
  const words = new URLSearchParams({ record: "tables.jsonl", game: record, view: seat });
  const told = [_("against {names}", { names: others.join(_(", ")) }),
    isGuided && _("guided game"),
    opened && new Date(opened).toLocaleDateString(document.documentElement.lang),
    minutes && _n("{count} minute", "{count} minutes", minutes)].filter(Boolean).join(" · ");
  return element("li", {}, element("strong", {}, place), element("span", {}, withMinus(points)),
    element("span", {}, told), element("a", { href: `/replay?${words}#lost` }, _("Look back")));
}

showGames().catch(({ message }) => {
  byId("none").textContent = message;
});

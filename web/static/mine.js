/* The finished games of the person at this browser, game by game. */

import { byId, element } from "./dom.js";
import { withMinus } from "./result.js";
import { post } from "./server.js";
import { remembered } from "./tables.js";
import { _, _n } from "./words.js";

async function showGames() {
  const paths = remembered().flatMap(({ seat }) => seat?.path ?? []);
  const tokens = paths.map((path) => path.split("/").at(-1));
  const played = await post("/api/mine", { tokens });
  byId("none").textContent = played.length ? ""
    : _("Games that you play to the end at this browser are listed here.");
  byId("none").hidden = played.length > 0;
  const titles = [...new Set(played.map(({ title }) => title))];
  byId("mine").append(...titles.map((title) =>
    drawGame(title, played.filter((one) => one.title === title))));
}

function drawGame(title, played) {
  const won = played.filter(({ has_won: hasWon }) => hasWon).length;
  return element("section", { class: "sheet", "aria-label": title },
    element("h2", {}, title),
    element("p", {}, _n("{count} game, {won} won", "{count} games, {won} won", played.length, { won })),
    element("ol", { class: "own-games" }, ...played.map(drawPlayed)));
}

function drawPlayed({ record, seat, others, place, points }) {
  const words = new URLSearchParams({ record: "tables.jsonl", game: record, view: seat });
  return element("li", {}, element("strong", {}, place), element("span", {}, withMinus(points)),
    element("span", {}, _("against {names}", { names: others.join(_(", ")) })),
    element("a", { href: `/replay?${words}#lost` }, _("Look back")));
}

showGames().catch(({ message }) => {
  byId("none").textContent = message;
});

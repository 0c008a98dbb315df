/* The tables that this browser opened, for the lobby's list. */

import { byId, element } from "./dom.js";
import { get } from "./server.js";
import { _ } from "./words.js";

const STORED = "fudaba.tables";
const MOST = 20;

/** Stores the links `[{name, path, seat}]` of a new table; the oldest table beyond 20 is forgotten. */
export function rememberTable(links) {
  localStorage.setItem(STORED, JSON.stringify([links, ...remembered()].slice(0, MOST)));
}

/** Lists the tables that the server still has, the newest first. */
export async function listTables() {
  const asked = remembered().map((links) =>
    get(`/api${links[0].path}/state`).then((state) => drawTable(links, state), () => null));
  const drawn = (await Promise.all(asked)).filter(Boolean);
  byId("table-list").replaceChildren(...drawn);
  byId("tables").hidden = !drawn.length;
}

function remembered() {
  return JSON.parse(localStorage.getItem(STORED) ?? "[]");
}

function drawTable(links, { title, names, round, is_over: isOver, record }) {
  const where = new URLSearchParams({ record: "tables.jsonl", game: record });
  const open = links.map(({ seat, path }) =>
    element("a", { href: path }, seat === undefined ? _("Watch")
      : _("Open as {name}", { name: names[seat] })));
  const about = { names: names.join(_(", ")), number: round };
  return element("li", {}, element("strong", {}, title),
    element("span", {}, isOver ? _("{names}; game {number}, ended", about)
      : _("{names}; game {number}, running", about)),
    ...open, isOver ? element("a", { href: `/replay?${where}#lost` }, _("Look back")) : null);
}

/* The tables that this browser opened or joined, for the lobby's list and for links that come back. */

import { byId, element } from "./dom.js";
import { get } from "./server.js";
import { _ } from "./words.js";

const STORED = "fudaba.places";
const MOST = 200, MOST_UNFINISHED = 3;

/** Stores the links `{seat, invitation, watch, origin}` of a table with the time; `MOST` are kept. */
export function rememberTable(links) {
  store([{ ...links, opened: Date.now() }, ...remembered()].slice(0, MOST));
}

/** The links of a table of which one is known; null if this browser has not stored them. */
export function linksWith(path) {
  return remembered().find((links) => pathsOf(links).includes(path)) ?? null;
}

/** Forgets a table of which one link is known. */
export function forgetTable(path) {
  store(remembered().filter((links) => !pathsOf(links).includes(path)));
}

/** Lists the tables that the server still has, the newest first. */
export async function listTables() {
  const asked = remembered().map((links) => {
    const path = links.seat?.path ?? links.watch;
    return get(`/api${path}/state`).then((state) => ({ path, links, state }), () => null);
  });
  const known = (await Promise.all(asked)).filter(Boolean);
  byId("table-list").replaceChildren(...known.map(({ path, links, state }) =>
    drawTable(path, links, state)));
  byId("tables").hidden = !known.length;
  const running = known.filter(({ links, state }) => links.seat && !state.is_over);
  byId("unfinished").replaceChildren(...running.slice(0, MOST_UNFINISHED).map(({ path, state }) =>
    element("a", { href: path }, _("Go on with {title}", { title: state.title }))));
  byId("unfinished").hidden = !running.length;
}

function pathsOf({ seat, invitation, watch }) {
  return [seat?.path, invitation, watch].filter(Boolean);
}

/** The links of every table, the newest first. */
export function remembered() {
  return JSON.parse(localStorage.getItem(STORED) ?? "[]");
}

function store(tables) {
  localStorage.setItem(STORED, JSON.stringify(tables));
}

function drawTable(path, { seat, invitation, watch, origin }, { title, names, round, is_over: isOver, record }) {
  const view = seat ? { view: seat.seat } : {};
  const where = new URLSearchParams({ record: "tables.jsonl", game: record, ...view });
  const about = { names: names.join(_(", ")), number: round };
  const remove = () => {
    forgetTable(path);
    drawn.remove();
    listTables();
  };
  const drawn = element("li", {}, element("strong", {}, title),
    element("span", {}, isOver ? _("{names}; game {number}, ended", about)
      : _("{names}; game {number}, running", about)),
    element("a", { href: path }, seat ? _("Open as {name}", { name: names[seat.seat] }) : _("Watch")),
    invitation ? copying(_("Copy the invitation"), origin, invitation) : null,
    seat && watch ? copying(_("Copy the link to watch"), origin, watch) : null,
    isOver ? element("a", { href: `/replay?${where}#lost` }, _("Look back")) : null,
    element("button", { type: "button", "aria-label": _("Remove {title} from the list", { title }),
      click: remove }, _("Remove")));
  return drawn;
}

/** A button that copies a link for others. */
function copying(words, origin, path) {
  const button = element("button", { type: "button", click: async () => {
    await navigator.clipboard.writeText((origin ?? location.origin) + path);
    button.textContent = _("Copied");
  } }, words);
  return button;
}

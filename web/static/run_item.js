/* Runs as items of a list. */

import { element } from "./dom.js";
import { _ } from "./words.js";

const KINDS = {
  arena: _("arena"), balance: _("balance"), page: _("page"), training: _("training"),
  records: _("games"),
};

/** Draws one run: its kind, its result and its link. */
export function drawRun(run) {
  return element("li", { class: `run${run.is_damaged ? " damaged" : ""}` },
    element("p", { class: "run-head" },
      element("span", { class: "badge" }, KINDS[run.kind]),
      element("strong", {}, linked(run)),
      run.is_going_on ? element("span", { class: "badge live" }, _("running")) : null,
      element("time", { class: "soft", datetime: new Date(1000 * run.changed).toISOString() },
        new Date(1000 * run.changed).toLocaleString())),
    element("p", {}, run.headline),
    element("p", { class: "soft" }, run.path));
}

function linked(run) {
  const address = run.is_damaged ? null : addressOf(run);
  return address ? element("a", { href: address }, run.title) : run.title;
}

function addressOf(run) {
  if (run.kind === "records") return `/replay?${new URLSearchParams({ record: run.path })}`;
  if (run.kind === "training") return null;
  return `/runs/files/${run.path.split("/").map(encodeURIComponent).join("/")}`;
}

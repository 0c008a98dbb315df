/* The run browser: runs with their results, and the learning curves of training runs. */

import { Chart } from "./chart.js";
import { byId, element } from "./dom.js";
import { drawRun } from "./run_item.js";
import { get } from "./server.js";
import { _ } from "./words.js";

const HEIGHT = 200, COLOURS = 6; // browse.css keeps the height free
const REFRESH = 2000; // milliseconds between two requests for the curves of a running training

async function showRuns() {
  let runs;
  try {
    runs = await get("/api/runs");
  } catch (error) {
    byId("notice").textContent = error.message;
    byId("notice").hidden = false;
    return;
  }
  byId("none").textContent = runs.length ? ""
    : _("There are no runs yet. fudaba arena, fudaba balance and fudaba train write their runs here.");
  byId("runs").replaceChildren(...runs.map(drawWithCurves));
}

function drawWithCurves(run) {
  const drawn = drawRun(run);
  if (run.kind === "training" && !run.is_damaged) drawn.append(foldedCurves(run));
  return drawn;
}

/** The learning curves of a run: drawn when unfolded, and redrawn while the training runs. */
function foldedCurves(run) {
  const place = element("div", { class: "curves" });
  const folded = element("details", { open: run.is_going_on },
    element("summary", {}, _("Learning curves")), place);
  let drawn = "", timer = null;
  const draw = async () => {
    clearTimeout(timer);
    if (!folded.open || !folded.isConnected) return;
    if (!document.hidden) drawn = await drawCurves(run, place, drawn);
    if (run.is_going_on) timer = setTimeout(draw, REFRESH);
  };
  folded.addEventListener("toggle", draw);
  return folded;
}

/** Draws the curves if they have changed; returns those that are drawn now. */
async function drawCurves(run, place, drawn) {
  try {
    const curves = await get(`/api/runs/curves?${new URLSearchParams({ path: run.path })}`);
    const now = JSON.stringify(curves);
    if (now !== drawn) place.replaceChildren(...chartOf(curves, place));
    return now;
  } catch (error) {
    place.replaceChildren(element("p", { class: "error" }, error.message));
    return drawn;
  }
}

/** All curves of a run in one chart, with a legend. */
function chartOf(curves, place) {
  const points = curves.flatMap((curve) => curve.points);
  if (!points.length) return [element("p", { class: "soft" }, _("There are no measurements yet."))];
  const ends = points.flatMap(({ mean, low, high }) => [low ?? mean, high ?? mean]);
  const chart = new Chart(
    _("Mean reward during training: {curves}", { curves: curves.map(latest).join(_("; ")) }), place, HEIGHT,
    [0, Math.max(...points.map(({ steps }) => steps))],
    [Math.min(0, ...ends), Math.max(0, ...ends)],
  );
  chart.line(0, "zero");
  curves.forEach((curve, number) => chart.curve(
    curve.points.map(({ steps, ...measured }) => ({ at: steps, ...measured })),
    `colour-${number % COLOURS}`,
  ));
  const names = curves.map((curve, number) => element("li", {},
    element("span", { class: `swatch colour-${number % COLOURS}` }), latest(curve)));
  return [chart.drawn(_("decisions"), _("mean reward")), element("ul", { class: "swatches" }, ...names)];
}

function latest({ against, points }) {
  return _("against {agent} {reward}",
    { agent: against, reward: points.at(-1).mean.toFixed(3) });
}

showRuns();

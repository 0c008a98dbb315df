/* The part "Where the game was lost": the regret of every decision, computed in the background. */

import { Chart } from "./chart.js";
import { byId, element } from "./dom.js";
import { pointsWords } from "./evaluations.js";
import { _, _n } from "./words.js";

const MOST_LISTED = 5;
const HEIGHT = 180;

/** The analysis of all decisions of a game. The server stops it when the page is closed. */
export class RegretAnalysis {
  /**
   * @param {function(string): EventSource} listen Starts the analysis by an agent.
   * @param {function(number)} goTo Shows a position.
   */
  constructor(listen, goTo) {
    this.listen = listen;
    this.goTo = goTo;
    this.events = null;
    this.found = [];
    byId("analyse").addEventListener("click", () => (this.events ? this.stop() : this.start()));
  }

  /** Lists the searches that can analyse a game. */
  offer(words, replay, names) {
    this.replay = replay;
    this.names = names;
    byId("search").replaceChildren(...words.map((word) => element("option", {}, word)));
  }

  /** Stops the analysis and removes its results. */
  close() {
    this.stop();
    this.found = [];
    byId("regrets").replaceChildren();
    byId("largest").textContent = "";
  }

  start() {
    this.close();
    byId("analyse").textContent = _("Stop");
    byId("progress").hidden = false;
    byId("progress").removeAttribute("value");
    this.events = this.listen(byId("search").value);
    this.events.addEventListener("regret", (event) => this.take(JSON.parse(event.data)));
    this.events.addEventListener("end", () => this.end());
    this.events.addEventListener("failed", (event) => this.fail(JSON.parse(event.data).error));
    this.events.addEventListener("error", () => {
      if (this.events?.readyState === EventSource.CLOSED) this.fail(_("The server does not answer."));
    });
  }

  stop() {
    this.events?.close();
    this.events = null;
    byId("analyse").textContent = _("Analyse");
    byId("progress").hidden = true;
  }

  take({ done, total, regret }) {
    this.found.push(regret);
    Object.assign(byId("progress"), { value: done, max: total });
    byId("largest").textContent = [
      _n("{done} of {count} decision.", "{done} of {count} decisions.", total, { done }),
      this.inWords(),
    ].join(" ");
    this.draw();
  }

  end() {
    this.stop();
    byId("largest").textContent = this.inWords();
  }

  fail(words) {
    this.stop();
    byId("largest").textContent = words;
  }

  /** Marks a position in the chart. */
  mark(at) {
    this.at = at;
    if (this.found.length) this.draw();
  }

  get largestFirst() {
    return this.found.filter(({ points }) => points.mean > 0)
      .sort((one, other) => other.points.mean - one.points.mean);
  }

  inWords() {
    const [largest] = this.largestFirst;
    if (!largest) return this.found.length ? _("No decision lost a measurable reward.")
      : _("There were no decisions.");
    const most = _("Most was lost in {move}.", { move: this.sentence(largest) });
    const isChance = largest.points.low === null || largest.points.low <= 0;
    return isChance ? [most, _("This may be chance.")].join(" ") : most;
  }

  sentence({ at, seat, taken, best, points }) {
    return this.names.inText(_(
      "move {number}, {player}: “{taken}”, where “{best}” was worth {points} more reward",
      { number: at + 1, player: `player_${seat}`, taken, best, points: pointsWords(points) },
    ));
  }

  draw() {
    const last = this.replay.steps.at(-1).at;
    const chart = new Chart(
      _("Reward lost by each decision"), byId("regrets"), HEIGHT, [0, last], rangeOf(this.found),
    );
    const [largest] = this.largestFirst;
    chart.line(0, "zero");
    if (this.at !== undefined) chart.mark(this.at);
    for (const regret of this.found) {
      const { mean, low, high } = regret.points;
      if (low !== null) chart.whisker(regret.at, low, high);
      const kind = regret === largest ? "largest" : "regret";
      chart.bar(regret.at, mean, kind, () => this.goTo(regret.at));
    }
    const listed = this.largestFirst.slice(0, MOST_LISTED).map((regret) => element("li", {},
      element("button", { type: "button", click: () => this.goTo(regret.at) },
        this.sentence(regret))));
    byId("regrets").replaceChildren(chart.drawn(_("move"), _("reward lost")),
      element("ol", { class: "step-list", "aria-label": _("The largest losses") }, ...listed));
  }
}

/** The range of all values and interval ends; it contains 0. */
function rangeOf(regrets) {
  const ends = regrets.flatMap(({ points }) => [points.mean, points.low, points.high]);
  return [Math.min(0, ...ends), Math.max(0, ...ends) || 1];
}

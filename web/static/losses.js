/* Where a game was lost: what every decision cost, looked for in the background. */

import { Chart } from "./chart.js";
import { byId, element, plural } from "./dom.js";
import { pointsWords } from "./opinions.js";
import { withNames } from "./scene.js";

const MOST_LISTED = 5;
const HEIGHT = 180;

/** The search for the decision that lost most; it goes on while somebody listens. */
export class Losses {
  /**
   * @param {function(string): EventSource} listen Begins to weigh the decisions by an agent.
   * @param {function(number)} goTo Shows a position.
   */
  constructor(listen, goTo) {
    this.listen = listen;
    this.goTo = goTo;
    this.events = null;
    this.found = [];
    byId("weigh").addEventListener("click", () => (this.events ? this.stop() : this.start()));
  }

  /** Offers the searches for a game. */
  offer(words, replay) {
    this.replay = replay;
    byId("search").replaceChildren(...words.map((word) => element("option", {}, word)));
  }

  /** Stops, and forgets what was found. */
  close() {
    this.stop();
    this.found = [];
    byId("losses").replaceChildren();
    byId("largest").textContent = "";
  }

  start() {
    this.close();
    byId("weigh").textContent = "Stop";
    byId("progress").hidden = false;
    byId("progress").removeAttribute("value");
    this.events = this.listen(byId("search").value);
    this.events.addEventListener("loss", (event) => this.take(JSON.parse(event.data)));
    this.events.addEventListener("end", () => this.end());
    this.events.addEventListener("failed", (event) => this.fail(JSON.parse(event.data).error));
    this.events.addEventListener("error", () => {
      if (this.events?.readyState === EventSource.CLOSED) this.fail("The server does not answer.");
    });
  }

  stop() {
    this.events?.close();
    this.events = null;
    byId("weigh").textContent = "Look for it";
    byId("progress").hidden = true;
  }

  take({ done, total, loss }) {
    this.found.push(loss);
    Object.assign(byId("progress"), { value: done, max: total });
    byId("largest").textContent = `${done} of ${plural(total, "decision")}. ${this.inWords()}`;
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
    if (!largest) return this.found.length ? "No decision lost anything that can be seen."
      : "There was nothing to decide.";
    const chance = largest.points.low === null || largest.points.low <= 0
      ? " It may be chance." : "";
    return `Most was lost in ${this.sentence(largest)}.${chance}`;
  }

  sentence({ at, seat, taken, best, points }) {
    const words = `move ${at + 1}, player_${seat}: “${taken}”, where “${best}” was worth `;
    return withNames(`${words}${pointsWords(points)} points more`, this.replay.names);
  }

  draw() {
    const last = this.replay.steps.at(-1).at;
    const chart = new Chart(
      "Points lost by each decision", byId("losses"), HEIGHT, [0, last], rangeOf(this.found),
    );
    const [largest] = this.largestFirst;
    chart.line(0, "zero");
    if (this.at !== undefined) chart.mark(this.at);
    for (const loss of this.found) {
      const { mean, low, high } = loss.points;
      if (low !== null) chart.whisker(loss.at, low, high);
      chart.bar(loss.at, mean, loss === largest ? "largest" : "loss", () => this.goTo(loss.at));
    }
    const listed = this.largestFirst.slice(0, MOST_LISTED).map((loss) => element("li", {},
      element("button", { type: "button", click: () => this.goTo(loss.at) },
        this.sentence(loss))));
    byId("losses").replaceChildren(chart.drawn("move", "points lost"),
      element("ol", { class: "step-list", "aria-label": "The largest losses" }, ...listed));
  }
}

/** From the lowest to the highest of what is drawn. */
function rangeOf(losses) {
  const ends = losses.flatMap(({ points }) => [points.mean, points.low, points.high]);
  return [Math.min(0, ...ends), Math.max(0, ...ends) || 1];
}

/* The part "Where the game was lost": the losses by all decisions, computed in the background. */

import { byId, element } from "./dom.js";
import { _, _n } from "./words.js";

const MOST_LISTED = 5;

/** The analysis of all decisions of a game. The server stops it when the page is closed. */
export class RegretAnalysis {
  /**
   * @param {function(string): EventSource} listen Starts the analysis by an agent.
   * @param {function(number)} goTo Shows the last of so many actions with the position before it.
   */
  constructor(listen, goTo) {
    this.listen = listen;
    this.goTo = goTo;
    this.events = null;
    byId("analyse").addEventListener("click", () => (this.events ? this.stop() : this.start()));
  }

  /** Lists the searches that can analyse a game, and says what is looked for. */
  offer({ agents, steps }, names, hasWon) {
    this.steps = steps;
    this.names = names;
    byId("search").replaceChildren(...Object.entries(agents)
      .filter(([word]) => word.includes(":budget="))
      .map(([value, title]) => element("option", { value }, title)));
    byId("regrets-head").textContent = hasWon === null ? _("The costliest moves")
      : hasWon ? _("What could have gone better") : _("Where the game was lost");
  }

  /** Stops the analysis and removes its results. */
  close() {
    this.stop();
    this.losses = [];
    byId("regrets").replaceChildren();
    byId("analysed").textContent = "";
  }

  start() {
    this.close();
    byId("analyse").textContent = _("Stop");
    byId("progress").hidden = false;
    byId("progress").removeAttribute("value");
    this.events = this.listen(byId("search").value);
    this.events.addEventListener("regret", (event) => this.take(JSON.parse(event.data)));
    this.events.addEventListener("end", (event) => this.end(JSON.parse(event.data).total));
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
    if (regret.loss) this.losses.push(regret);
    Object.assign(byId("progress"), { value: done, max: total });
    byId("analysed").textContent =
      _n("{done} of {count} decision.", "{done} of {count} decisions.", total, { done });
    this.list();
  }

  end(total) {
    this.stop();
    byId("analysed").textContent = this.losses.length ? ""
      : total ? _("No loss that is more than chance.") : _("There were no decisions.");
  }

  fail(words) {
    this.stop();
    byId("analysed").textContent = words;
  }

  /** Lists the largest losses; each leads to the decision that it is about. */
  list() {
    const largest = this.losses.sort((one, other) => other.points.mean - one.points.mean);
    byId("regrets").replaceChildren(...largest.slice(0, MOST_LISTED).map((regret) =>
      element("li", {}, element("button", { type: "button", click: () => this.goTo(regret.at + 1) },
        this.sentence(regret)))));
  }

  sentence({ at, seat, taken, loss }) {
    const number = this.steps.findIndex((step) => step.at === at + 1);
    return this.names.inText(_("Move {number}, {player}: “{taken}”. {loss}.",
      { number, player: `player_${seat}`, taken, loss }));
  }
}

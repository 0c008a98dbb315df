/* An agent's evaluation of the moves in the position that is shown. */

import { byId, element } from "./dom.js";
import { _ } from "./words.js";

const PATIENCE = 250; // milliseconds until the agent is asked, so that fast stepping asks nothing

/** The table of moves with an agent's evaluation of each. */
export class Evaluations {
  /**
   * @param {function(string, AbortSignal): Promise<Object[]>} ask Requests an agent's evaluations
   *   of the moves in the position that is shown.
   */
  constructor(ask) {
    this.askAgent = ask;
    this.mover = null;
    this.timer = null;
    this.asking = new AbortController();
    byId("agent").addEventListener("change", () => {
      const mover = this.mover;
      this.clear();
      this.ask(mover);
    });
  }

  /** Lists the agents and stores the names of the players; the chosen agent stays chosen. */
  offer(words, names) {
    this.names = names;
    const chosen = byId("agent").value;
    byId("agent").replaceChildren(...words.map((word) => element("option", {}, word)));
    if (words.includes(chosen)) byId("agent").value = chosen;
  }

  /** Removes the evaluations and aborts the request. */
  clear() {
    clearTimeout(this.timer);
    this.asking.abort();
    byId("moves-table").replaceChildren();
    byId("thinking").textContent = "";
  }

  /**
   * Asks the agent about the decision.
   * @param {number|null} mover The seat that decides; null if this view has no decision here.
   */
  ask(mover) {
    this.mover = mover;
    byId("thinking").textContent = mover === null
      ? _("No decision to evaluate: another player is to move, or the game is over.")
      : _("One moment.");
    if (mover !== null) this.timer = setTimeout(() => this.fetch(), PATIENCE);
  }

  async fetch() {
    const asking = (this.asking = new AbortController());
    try {
      const evaluations = await this.askAgent(byId("agent").value, asking.signal);
      if (asking.signal.aborted) return;
      const named = evaluations.map((one) => ({ ...one, text: this.names.inText(one.text) }));
      byId("thinking").textContent = inWords(named, byId("agent").value, this.names.of(this.mover));
      byId("moves-table").replaceChildren(drawEvaluations(named));
    } catch (error) {
      if (!asking.signal.aborted) byId("thinking").textContent = error.message;
    }
  }
}

function inWords(evaluations, agent, mover) {
  const chosen = evaluations.find((one) => one.is_chosen);
  const taken = evaluations.find((one) => one.is_taken);
  if (chosen === taken) 
    return _("{agent} too would choose “{move}”.", { agent, move: chosen.text });
  const values = { agent, move: chosen.text, player: mover, taken: taken?.text };
  return taken ? _("{agent} would choose “{move}”; {player} chose “{taken}”.", values)
    : _("{agent} would choose “{move}”.", values);
}

/** Draws the table, sorted by points, else by probability, else with the chosen move first. */
function drawEvaluations(evaluations) {
  const { head, value, share } = scaleOf(evaluations);
  const sorted = [...evaluations].sort((one, other) => rankOf(other) - rankOf(one));
  return element("table", { class: "evaluations" },
    element("thead", {}, element("tr", {},
      element("th", { scope: "col" }, _("Move")),
      head ? element("th", { scope: "col" }, head) : null)),
    element("tbody", {}, ...sorted.map((evaluation) => element("tr", {},
      element("th", { scope: "row" }, evaluation.text, ...badges(evaluation)),
      head ? element("td", {}, value(evaluation), bar(share(evaluation))) : null))));
}

function rankOf({ points, probability, is_chosen: isChosen }) {
  return points?.mean ?? probability ?? Number(isChosen);
}

function badges(evaluation) {
  const badge = (kind, words) => element("span", { class: `badge ${kind}` }, words);
  return [
    evaluation.is_chosen ? badge("chosen", _("chosen")) : null,
    evaluation.is_taken ? badge("played", _("played")) : null,
  ].filter(Boolean);
}

/** The column's head, the text of a move, and the filled part of its bar: from, to and middle. */
function scaleOf(evaluations) {
  if (evaluations[0].points) {
    const ends = evaluations.flatMap(({ points }) => [points.low ?? points.mean, points.high ?? points.mean]);
    const low = Math.min(...ends), width = Math.max(...ends) - low || 1;
    const at = (points) => (points - low) / width;
    return {
      head: _("expected reward"),
      value: ({ points }) => pointsWords(points),
      share: ({ points }) => ({
        from: at(points.low ?? low), to: at(points.high ?? low + width), middle: at(points.mean),
      }),
    };
  }
  if (evaluations[0].probability !== null)
    return {
      head: _("probability"),
      value: ({ probability }) => `${(100 * probability).toFixed(1)} %`,
      share: ({ probability }) => ({ from: 0, to: probability, middle: null }),
    };
  return { head: null };
}

function bar({ from, to, middle }) {
  const drawn = element("span", { class: "bar", "aria-hidden": "true" });
  drawn.style.setProperty("--from", from);
  drawn.style.setProperty("--to", to);
  if (middle !== null) {
    const dot = element("span", { class: "dot" });
    dot.style.setProperty("--at", middle);
    drawn.append(dot);
  }
  return drawn;
}

/** `+0.31 (+0.12 to +0.50)`. */
export function pointsWords({ mean, low, high }) {
  const ends = low === null ? _("interval unknown")
    : _("{low} to {high}", { low: signed(low), high: signed(high) });
  return `${signed(mean)} (${ends})`;
}

/** A number with its sign; never -0.00. */
export function signed(number) {
  const rounded = Number(number.toFixed(2)) || 0;
  return `${rounded < 0 ? "−" : "+"}${Math.abs(rounded).toFixed(2)}`;
}

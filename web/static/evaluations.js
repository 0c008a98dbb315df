/* An agent's evaluation of the moves of the decision that is shown. */

import { byId, element } from "./dom.js";
import { _ } from "./words.js";

const PATIENCE = 250; // milliseconds until the agent is asked, so that fast stepping asks nothing

/** The table of moves with an agent's evaluation of each. */
export class Evaluations {
  /**
   * @param {function(number, string, AbortSignal): Promise<Object[]>} ask Requests an agent's
   *   evaluations of the moves of a decision.
   */
  constructor(ask) {
    this.askAgent = ask;
    this.decision = null;
    this.timer = null;
    this.asking = new AbortController();
    byId("agent").addEventListener("change", () => {
      this.clear();
      this.ask(this.decision);
    });
  }

  /** Lists the agents and stores what the sentences need; the chosen agent stays chosen. */
  offer({ agents, expected }, names) {
    this.names = names;
    this.expected = expected;
    const chosen = byId("agent").value;
    byId("agent").replaceChildren(...Object.entries(agents)
      .map(([value, title]) => element("option", { value }, title)));
    if (chosen in agents) byId("agent").value = chosen;
  }

  /** Removes the evaluations and aborts the request. */
  clear() {
    clearTimeout(this.timer);
    this.asking.abort();
    byId("moves-table").replaceChildren();
    byId("thinking").textContent = "";
  }

  /**
   * Asks the agent about the move that is shown.
   * @param {Object|null} decision Its place `at` and its seat `mover`; null if there is none.
   */
  ask(decision) {
    this.decision = decision;
    byId("thinking").textContent = decision ? _("One moment.")
      : _("The deal and the moves of other players are not evaluated here.");
    if (decision) this.timer = setTimeout(() => this.fetch(decision), PATIENCE);
  }

  async fetch({ at, mover }) {
    const asking = (this.asking = new AbortController());
    const [agent] = byId("agent").selectedOptions;
    try {
      const evaluations = await this.askAgent(at, agent.value, asking.signal);
      if (asking.signal.aborted) return;
      const named = evaluations.map((one) => ({ ...one, text: this.names.inText(one.text) }));
      byId("thinking").textContent = inWords(named, agent.textContent, this.names.of(mover));
      byId("moves-table").replaceChildren(drawEvaluations(named, this.expected));
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
  return _("{agent} would choose “{move}”; {player} chose “{taken}”.",
    { agent, move: chosen.text, player: mover, taken: taken.text });
}

/** Draws the table, sorted by points, else by probability, else with the chosen move first. */
function drawEvaluations(evaluations, expected) {
  const { head, value, share } = scaleOf(evaluations, expected);
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
function scaleOf(evaluations, expected) {
  if (evaluations[0].points) {
    const ends = evaluations.flatMap(({ points }) => [points.low ?? points.mean, points.high ?? points.mean]);
    const low = Math.min(...ends), width = Math.max(...ends) - low || 1;
    const at = (points) => (points - low) / width;
    return {
      head: expected,
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
function pointsWords({ mean, low, high }) {
  const ends = low === null ? _("interval unknown")
    : _("{low} to {high}", { low: signed(low), high: signed(high) });
  return `${signed(mean)} (${ends})`;
}

/** A number with its sign; never -0.00. */
function signed(number) {
  const rounded = Number(number.toFixed(2)) || 0;
  return `${rounded < 0 ? "−" : "+"}${Math.abs(rounded).toFixed(2)}`;
}

/* What an agent would do in the position that is shown. */

import { byId, element } from "./dom.js";
import { withNames } from "./scene.js";

const PATIENCE = 250; // milliseconds that a position is shown before anybody is asked about it

/** The list of moves with what an agent thinks of each. */
export class Opinions {
  /**
   * @param {function(string, AbortSignal): Promise<Object[]>} ask What an agent thinks of the moves
   *   of the position that is shown.
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

  /** Offers the agents, and takes what the players are called; whoever was chosen stays so. */
  offer(words, names) {
    this.names = names;
    const chosen = byId("agent").value;
    byId("agent").replaceChildren(...words.map((word) => element("option", {}, word)));
    if (words.includes(chosen)) byId("agent").value = chosen;
  }

  /** Shows nothing, and calls off what was asked for. */
  clear() {
    clearTimeout(this.timer);
    this.asking.abort();
    byId("moves-table").replaceChildren();
    byId("thinking").textContent = "";
  }

  /**
   * Asks the agent about the decision.
   * @param {number|null} mover Whose it is; null where it is nobody's that one may look at.
   */
  ask(mover) {
    this.mover = mover;
    byId("thinking").textContent = mover === null
      ? "No decision to look at here: it is another's, or the game is over." : "One moment.";
    if (mover !== null) this.timer = setTimeout(() => this.fetch(), PATIENCE);
  }

  async fetch() {
    const asking = (this.asking = new AbortController());
    try {
      const opinions = await this.askAgent(byId("agent").value, asking.signal);
      if (asking.signal.aborted) return;
      const named = opinions.map((one) => ({ ...one, text: withNames(one.text, this.names) }));
      byId("thinking").textContent = inWords(named, byId("agent").value, this.names[this.mover]);
      byId("moves-table").replaceChildren(drawOpinions(named));
    } catch (error) {
      if (!asking.signal.aborted) byId("thinking").textContent = error.message;
    }
  }
}

function inWords(opinions, agent, mover) {
  const chosen = opinions.find((opinion) => opinion.is_chosen);
  const taken = opinions.find((opinion) => opinion.is_taken);
  if (chosen === taken) return `${agent} too would choose “${chosen.text}”.`;
  const played = taken ? `; ${mover} chose “${taken.text}”` : "";
  return `${agent} would choose “${chosen.text}”${played}.`;
}

/** The best move first, as far as the agent says which that is. */
function drawOpinions(opinions) {
  const { head, value, share } = scaleOf(opinions);
  const sorted = [...opinions].sort((one, other) => rankOf(other) - rankOf(one));
  return element("table", { class: "opinions" },
    element("thead", {}, element("tr", {},
      element("th", { scope: "col" }, "Move"),
      head ? element("th", { scope: "col" }, head) : null)),
    element("tbody", {}, ...sorted.map((opinion) => element("tr", {},
      element("th", { scope: "row" }, opinion.text, ...badges(opinion)),
      head ? element("td", {}, value(opinion), bar(share(opinion))) : null))));
}

function rankOf(opinion) {
  return opinion.points?.mean ?? opinion.probability ?? Number(opinion.is_chosen);
}

function badges(opinion) {
  const badge = (words) => element("span", { class: `badge ${words}` }, words);
  return [
    opinion.is_chosen ? badge("chosen") : null,
    opinion.is_taken ? badge("played") : null,
  ].filter(Boolean);
}

/** What is written of each move, and which part of the bar is filled: from, to and the middle. */
function scaleOf(opinions) {
  if (opinions[0].points) {
    const ends = opinions.flatMap(({ points }) => [points.low ?? points.mean, points.high ?? points.mean]);
    const low = Math.min(...ends), width = Math.max(...ends) - low || 1;
    const at = (points) => (points - low) / width;
    return {
      head: "points in the end",
      value: ({ points }) => pointsWords(points),
      share: ({ points }) => ({
        from: at(points.low ?? low), to: at(points.high ?? low + width), middle: at(points.mean),
      }),
    };
  }
  if (opinions[0].probability !== null)
    return {
      head: "probability",
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
  const ends = low === null ? "unknown how sure" : `${signed(low)} to ${signed(high)}`;
  return `${signed(mean)} (${ends})`;
}

/** A number with its sign; never -0.00. */
export function signed(number) {
  const rounded = Number(number.toFixed(2)) || 0;
  return `${rounded < 0 ? "−" : "+"}${Math.abs(rounded).toFixed(2)}`;
}

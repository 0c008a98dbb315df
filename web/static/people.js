/* The people of a table: the waiting room, who is there, and who plays in a person's place. */

import { byId, element } from "./dom.js";
import { post } from "./server.js";
import { savedSetup } from "./setup.js";
import { forgetTable, linksWith } from "./tables.js";
import { _ } from "./words.js";

const LONG = 10; // seconds of thinking from which on they are counted
const STATES = { free: _("not here yet"), here: _("here"), away: _("away") };

export class People {
  /**
   * @param {string} api The path of the seat's requests.
   * @param {number} seat The seat; -1 for who watches. Set once it is known.
   * @param {function(string)} fail Shows an error.
   */
  constructor(api, fail) {
    this.api = api;
    this.fail = fail;
    this.people = null;
    this.since = 0;
    this.listen();
    setInterval(() => this.count(), 1000);
  }

  /** Shows who is there; `draw` calls it again after the seats are redrawn. */
  show(people) {
    this.people = people;
    this.drawWaitingRoom();
    if (this.seat === undefined && this.isOfPeople && location.pathname.startsWith("/watch/"))
      byId("question").textContent = _("The cards are shown when the game is over.");
    this.draw(this.seat, this.thinking ?? []);
  }

  get isOfPeople() {
    return this.people.states.some((state) => state !== "agent");
  }

  drawWaitingRoom() {
    const { title, names, states, is_waiting: isWaiting } = this.people;
    byId("waiting").hidden = !isWaiting;
    document.querySelector(".sitting").hidden = isWaiting;
    if (!isWaiting) return;
    byId("title").textContent = title;
    byId("comers").replaceChildren(...names.map((name, seat) => element("li", {},
      element("strong", {}, states[seat] === "free" ? _("A free seat") : name), " ",
      element("span", { class: "soft" }, STATES[states[seat]] ?? _("an agent")))));
    this.drawInvitation();
  }

  /** The link and its code, for who opened the table or came by it. */
  drawInvitation() {
    const links = linksWith(location.pathname);
    byId("invitation").hidden = !links?.invitation;
    byId("begin").hidden = !savedSetup();
    if (!links?.invitation || byId("code").src) return;
    byId("code").src = `/api${links.invitation}/code`;
    byId("watching").hidden = !links.watch;
    byId("watch-link").textContent = (links.origin ?? location.origin) + links.watch;
    byId("link").textContent = (links.origin ?? location.origin) + links.invitation;
  }

  /**
   * Marks the plates of who is away or replaced, and offers what the own seat may do.
   * @param {number} seat The own seat; -1 for who watches.
   * @param {number[]} thinking The seats that are on turn, as far as the page knows.
   */
  draw(seat, thinking) {
    if (String(thinking) !== String(this.thinking)) this.since = performance.now();
    [this.seat, this.thinking] = [seat, thinking];
    if (!this.people || seat === undefined) return;
    const { states, replaced, resigned, stand_in: agent, patience } = this.people;
    const isTogether = states.filter((state) => state !== "agent").length > 1;
    states.forEach((state, number) => this.mark(number, this.stateOf(number, state)));
    byId("company").hidden = !isTogether || seat < 0;
    byId("patience").value = String(patience);
    const isReplaced = replaced.includes(seat), hasResigned = resigned.includes(seat);
    byId("stand-in").hidden = !isReplaced;
    byId("stand-in-words").textContent = hasResigned
      ? _("You have resigned; {agent} plays for you to the end of this game.", { agent })
      : _("{agent} plays in your place.", { agent });
    byId("come-back").hidden = hasResigned;
    byId("pause").hidden = byId("resign").hidden = isReplaced;
    this.count();
  }

  /** Whether the own seat is the only one of a person, who plays. */
  get isAlone() {
    const { states = [], replaced = [] } = this.people ?? {};
    return states.filter((state) => state !== "agent").length === 1 && this.seat >= 0
      && !replaced.includes(this.seat);
  }

  stateOf(seat, state) {
    if (seat === this.seat) return "";
    const { replaced, stand_in: agent } = this.people;
    if (replaced.includes(seat)) return _("{agent} plays", { agent });
    return state === "away" ? _("away") : "";
  }

  mark(seat, words) {
    const plate = document.querySelector(`.seat[data-seat="player_${seat}"] .seat-name`);
    plate?.querySelector(".presence")?.remove();
    if (words) plate?.append(element("span", { class: "presence" }, words));
  }

  /** Says for how long the players on turn have been thinking. */
  count() {
    const seconds = Math.floor((performance.now() - this.since) / 1000);
    const isLong = this.thinking?.length && seconds >= LONG;
    byId("thinking-time").textContent = isLong ? _("for {minutes}:{seconds}", {
      minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, "0") }) : "";
  }

  listen() {
    const wish = (name, what) => byId(name).addEventListener("click", () => this.send("presence",
      { wish: what }));
    wish("come-back", "play");
    wish("pause", "pause");
    wish("resign", "resign");
    byId("leave").addEventListener("click", () => this.leave());
    byId("begin").addEventListener("click", () => this.send("begin", {}));
    byId("copy").addEventListener("click", () =>
      navigator.clipboard.writeText(byId("link").textContent));
    byId("patience").addEventListener("change", ({ target }) =>
      this.send("people-patience", { seconds: JSON.parse(target.value) }));
  }

  async leave() {
    if (!confirm(_("Leave your seat? Somebody else can take it then."))) return;
    if (!await this.send("presence", { wish: "leave" })) return;
    const links = linksWith(location.pathname);
    forgetTable(location.pathname);
    location.replace(links?.invitation ?? "/");
  }

  /** Sends a message; returns whether it was accepted. */
  async send(what, body) {
    try {
      await post(`${this.api}/${what}`, body);
      return true;
    } catch ({ message }) {
      this.fail(message);
      return false;
    }
  }
}

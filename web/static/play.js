/* The page of a seat: shows the positions that the server sends, and sends the person's moves. */

import { byId, element } from "./dom.js";
import { letDrag } from "./drag.js";
import { Explainer } from "./explain.js";
import { showGuide } from "./guide.js";
import { showChange, takeHand } from "./hand.js";
import { onWait, showJoining } from "./joining.js";
import { goByArrows, isTyping } from "./keys.js";
import { fitCards, fitLatest } from "./fit.js";
import { showLesson, wantedMoves, wantedPlays } from "./lesson.js";
import { offerLook } from "./look.js";
import { flyAway, glide, isMoving, places, turnUp } from "./motion.js";
import { MoveList, tellApart } from "./moves.js";
import { Names } from "./names.js";
import { People } from "./people.js";
import { pageChanged, swallowSlips } from "./rest.js";
import { drawResult, winnersOf } from "./result.js";
import { drawMoment, drawScene } from "./scene.js";
import { post } from "./server.js";
import { saveName, savedName, savedSetup } from "./setup.js";
import { sound } from "./sounds.js";
import { Touch } from "./touch.js";
import { _, _n, withMinus } from "./words.js";

const API = `/api/seat/${location.pathname.split("/").pop()}`; // watch tokens work too
const ADVISER = "greedy";
const NOBODY = -1;
const DECIDED = "decided"; // the key of the note that a match is decided
const FEW = 7; // cards of a hand that take one line of a phone

const sitting = document.querySelector(".sitting"), felt = byId("table");
const parts = ["table", "hand", "plays", "calls", "moves"].map(byId); // a redraw replaces their buttons
const list = new MoveList(byId("moves"), ({ action, move }) => take({ ...move, actions: [action] }));
const touch = new Touch([felt, byId("hand")], take);
let position = null, names = null;
const people = new People(API, (sentence) => say("notice", sentence));
let passedAt = null; // the position in which the page passed
let decided = 0, isHurried = false; // lines told by the own last decision; no pause since then
const log = { isAtEnd: true, top: 0 };
const explainer = new Explainer((about, isHeld) => post(`${API}/explain`, { about, is_held: isHeld }),
  (words) => names.inText(words));

/* Positions from the server */

function connect() {
  const events = new EventSource(`${API}/events`);
  events.addEventListener("position", (event) => {
    say("notice", "");
    const next = JSON.parse(event.data);
    tellApart(next);
    show(next);
  });
  events.addEventListener("people", (event) => {
    say("notice", "");
    people.show(JSON.parse(event.data));
  });
  events.addEventListener("open", () =>
    events.addEventListener("people", sendSavedName, { once: true })); // as the server may be new
  events.addEventListener("error", () => say("notice",
    events.readyState === EventSource.CLOSED
      ? _("There is no such seat, or too many pages show it; close some and reload this one.")
      : _("The connection is lost. The table waits, and this page reconnects."),
  ));
}

/** Writes a message into an element; an empty message hides the element. */
function say(id, words) {
  byId(id).textContent = words;
  byId(id).hidden = !words;
}

/** Redraws the page for a position. */
function show(next) {
  if (position?.round !== next.round) beginRound(next);
  const before = places(sitting), focus = focused(), news = next.told.slice(numTold());
  const hasLooked = isHeld(); // so that cards were dealt since
  const hasMoved = news.some(({ by }) => by === next.seat);
  const last = position, wasAsked = last !== null && isAsked();
  position = next;
  names = new Names(next.names, next.seat);
  document.title = `${isAsked() || isHeld() ? "● " : ""}${next.title} · fudaba`;
  byId("title").textContent = next.title;
  say("language-note", next.language_note);
  byId("question").textContent = names.inText(next.turn);
  byId("question").classList.toggle("own", isAsked() || isHeld() || next.is_forced);
  sitting.classList.toggle("finished", next.is_over);
  sitting.classList.toggle("looking", isHeld());
  felt.replaceChildren(drawScene(next.scene, names, plays()));
  takeHand();
  showChange(next.change);
  if (last === null || stageOf(last) !== stageOf(next)) say("advice", "");
  if (hasMoved) touch.forget();
  showChoice();
  showMoments(before.size ? news : sinceOwnMove(news));
  showForced();
  fitCards(sitting);
  byId("name").parentElement.hidden = next.seat === NOBODY; // who watches has no name
  if (isMoving() && before.size && !hasLooked) move(before, last, panelOf(news.at(-1)?.by));
  if (last) sound({ isLaid: news.length > 0, isTurn: isAsked() && !wasAsked, isOver: next.is_over && !last.is_over });
  byId("pace").value = String(next.pace);
  showJoining(next, names);
  people.draw(next.seat, next.thinking);
  explainer.renew();
  showTold(news);
  showEnd();
  showLesson(position, names, () => show(position));
  passAlone();
  refocus(focus);
  pageChanged();
}

/** The stage of a game, within which only such things as pace, names and who is away change. */
function stageOf({ round, told, built, turn }) {
  return JSON.stringify([round, told.length, built, turn]);
}

/** Whether lines tell of the end of a hand, a season or a round, after which cards are dealt. */
function hasResult(lines) {
  return lines.some(({ moments }) => moments.some((moment) => moment.is_result));
}

/** Makes the page ready for another game, from its top. */
function beginRound({ told, scene }) {
  byId("told").replaceChildren();
  byId("stop").hidden = true;
  decided = position ? 0 : told.length;
  document.body.classList.toggle("few", scene.seats.every((seat) => seat.num_cards <= FEW));
  if (position) scrollTo(0, 0);
}

/** Moves the cards that were moved; those that left the table fly to who has more cards now. */
function move(before, last, mover) {
  const held = last.scene.seats.map((seat) => seat.num_cards);
  const got = position.scene.seats.findIndex((seat, number) => seat.num_cards > held[number]);
  if (position.round === last.round && got !== -1) flyAway(before, sitting, panelOf(got));
  glide(before, sitting, mover);
}

/** The moves to choose from; empty if the server makes the only move. */
function choices() {
  return position.is_forced ? [] : wantedMoves(position);
}

function plays() {
  return position.is_forced ? [] : wantedPlays(position);
}

function isAsked() {
  return choices().length > 0;
}

/** Whether the table waits, as it ended, until the person has seen a result. */
function isHeld() {
  return Boolean(position?.held.includes(position.seat));
}

function panelOf(seat) {
  return sitting.querySelector(`.seat[data-seat="player_${seat}"]`);
}

function showChoice() {
  byId("choice-head").textContent = isAsked() || isHeld() || position.is_over ? "" : waiting();
  byId("go-on").hidden = !isHeld();
  byId("hint").hidden = !isAsked();
  byId("skip").hidden = !position.can_skip;
  byId("to-the-end").hidden = !isDecided();
  say("trouble", position.trouble);
  say("built", position.built.length
    ? _("So far: {steps}", { steps: names.inText(position.built.join(_(", "))) }) : "");
  byId("back").hidden = !position.can_take_back;
  list.show(choices(), (move) => names.inText(move.text));
  touch.show(plays(), drawPlay, position.scene.sum_words);
}

/** A play as a button in words; it is explained as its first step. */
function drawPlay(play) {
  const move = position.moves.find(({ action }) => action === play.actions[0]);
  const text = names.inText(play.text);
  return element("button", { type: "button", "data-about": move.move.about,
    "data-words": text, click: () => take(play) }, text);
}

function waiting() {
  if (position.held.length)
    return _n("{names} looks at the result", "{names} look at the result", position.held.length,
      { names: position.held.map((seat) => names.of(seat)).join(_(" and ")) });
  const thinking = position.thinking.map((seat) => names.of(seat));
  if (!thinking.length) return _("One moment");
  return _n("{names} thinks", "{names} think", thinking.length,
    { names: thinking.join(_(" and ")) });
}

/**
 * Shows the moments of new lines over the table until the person goes on or moves; later ones
 * follow below. Who only watches has them until the next move. The last ones stay, above the table.
 * A result has the move that brought it, unless its verdict begins with it, and says if the person
 * was not asked.
 */
function showMoments(lines) {
  const drawn = lines.flatMap((line) => line.moments.map((moment) => {
    const { by, text } = line, isSaid = !text || moment.verdict.startsWith(`player_${by} ${text}`);
    const article = drawMoment(moment, names,
      moment.is_result && !isSaid ? toldParts(by, text) : []);
    if (moment.is_result) article.querySelector(".verdict").append(" ", whyUnasked(line));
    return article;
  }));
  const isWatching = position.seat === NOBODY;
  const hasMoved = lines.some(({ by }) => isWatching || by === position.seat);
  const earlier = byId("stop").hidden || hasMoved ? [] : [...byId("moments").children];
  byId("moments").replaceChildren(...earlier, ...drawn);
  if (isMoving()) turnUp(drawn, position.pace === 0);
  byId("stop").hidden = !byId("moments").childElementCount;
  byId("close").hidden = position.is_over || isHeld();
  showMore();
}

/** Why the person decided nothing from the result before a line to that of the line; or nothing. */
function whyUnasked(line) {
  const until = position.told.slice(0, position.told.indexOf(line));
  const since = until.findLastIndex((other) => hasResult([other])) + 1;
  const own = [...until.slice(since), line].filter(({ by }) => by === position.seat);
  if (position.seat === NOBODY || own.some(({ is_forced: isForced }) => !isForced)) return "";
  return own.length ? _("You were not asked: only one move was possible, and it was made for you.")
    : _("It ended before your turn came.");
}

/** Once the person is asked again, shows the forced moves that passed without a pause. */
function showForced() {
  isHurried ||= position.pace === 0;
  if (!isAsked() && !position.is_over) return;
  const forced = position.told.slice(decided).filter((line) => line.is_forced);
  if (isHurried && forced.length) {
    byId("moments").prepend(element("article", { class: "moment" },
      element("h2", {}, _("Meanwhile, without a choice")),
      element("ul", {}, ...forced.map(({ by, text }) => element("li", {},
        element("span", {}, ...toldParts(by, text)))))));
    byId("stop").hidden = false;
  }
  [decided, isHurried] = [position.told.length, false];
}

/** Says whether the moments go on below what is in sight. */
function showMore() {
  const { scrollTop, clientHeight, scrollHeight } = byId("moments");
  const isCut = scrollHeight - scrollTop - clientHeight > 2;
  byId("stop").classList.toggle("cut", isCut);
  byId("more").hidden = !isCut;
}

/** Hides the moments; a table that waits for it goes on. */
async function goOn() {
  if (position.is_over) return;
  byId("stop").hidden = true;
  if (isHeld() && !await send("go-on", {})) byId("stop").hidden = false;
}

function numTold() {
  return byId("told").childElementCount;
}

/** Adds new lines to the history, which stays at its end. */
function showTold(news) {
  byId("told").append(...news.map(({ by, text, news: more }) => element("li", {},
    text ? element("span", {}, ...toldParts(by, text)) : null,
    more ? element("span", { class: "more" }, names.inText(more)) : null)));
  followLog();
  showLatest();
}

/** Keeps the history at its end, unless the person has scrolled up. */
function followLog() {
  if (log.isAtEnd) byId("log").scrollTop = byId("log").scrollHeight;
}

function noteScroll() {
  const { scrollTop, clientHeight, scrollHeight } = byId("log"), isUp = scrollTop < log.top;
  log.isAtEnd = scrollHeight - scrollTop - clientHeight < 8 || (log.isAtEnd && !isUp);
  log.top = scrollTop;
}

/** The lines since the own last decision, at least the last line; for who watches that alone. */
function sinceOwnMove(lines) {
  if (position.seat === NOBODY) return lines.slice(-1);
  const at = lines.findLastIndex(({ by, is_forced: isForced }) => by === position.seat && !isForced);
  return lines.slice(Math.min(at + 1, lines.length - 1));
}

/** Shows the lines since the own last move above the table, as many of the latest as have room. */
function showLatest() {
  const { length } = sinceOwnMove(position.told);
  const lines = [...byId("told").children].slice(numTold() - length);
  fitLatest(lines.map((line) => line.cloneNode(true)));
  byId("latest").classList.toggle("unsaid", !lines.length || position.built.length > 0);
}

/** A told move as elements, the player's name in bold; a message of the server has no player. */
function toldParts(by, text) {
  if (by === null) return [element("strong", {}), ` ${names.inText(text)}`];
  const [before, behind] = _("{player} {move}", { move: names.inText(text) }).split("{player}");
  return [before, element("strong", { "data-sign": by }, names.of(by)), behind];
}

/** The name of a seat; empty for a message of the server. */
function nameOf(seat) {
  return seat === null ? "" : names.of(seat);
}

function showEnd() {
  const isNew = position.is_over && byId("end").hidden;
  byId("end").hidden = !position.is_over;
  if (position.is_over) byId("end-head").textContent = winnersOf(position.result, position.seat, nameOf);
  if (isNew) byId("end-head").classList.toggle("moving", isMoving());
  byId("result").replaceChildren(...drawResult(position.result, nameOf));
  showPlayed();
  if (!isNew) return;
  byId("end").focus({ preventScroll: true }); // the board stays in sight
}

/** Offers the replay of this game and the next one, once the record is stored, and the scores. */
function showPlayed() {
  const game = position.is_over ? position.played[position.round - 1] : undefined;
  byId("again").disabled = !game;
  byId("look-back").hidden = !game;
  if (game) byId("look-back").href = replayOf(game);
  byId("scores").hidden = !position.totals.length;
  byId("scores").replaceChildren(...position.totals.map((total, seat) =>
    element("li", {}, element("span", {}, nameOf(seat)), ": ", element("span", {}, withMinus(total)))));
}

/** The host's replay shows every view, a guest's only the own one. */
function replayOf(record) {
  const view = position.seat < 0 ? "open" : position.seat;
  const isHost = Boolean(savedSetup());
  const words = { ...(isHost ? { record: "tables.jsonl" } : {}), game: record, view };
  return `${isHost ? "" : location.pathname}/replay?${new URLSearchParams(words)}#lost`;
}

/* The focus survives a redraw */

function focused() {
  const at = document.activeElement, within = parts.find((part) => part.contains(at));
  return within ? { within, about: at.dataset.about } : null;
}

function refocus(focus) {
  if (!focus || document.activeElement === byId("end")) return; // where the game has just ended
  const same = `[data-about="${CSS.escape(focus.about ?? "")}"]`;
  const { within } = focus;
  const next = within.querySelector(`button${same}`) ?? within.querySelector('button[tabindex="0"]');
  (next ?? byId("hand").querySelector('button[tabindex="0"]'))?.focus();
}

/* Input of the person */

/** Sends a message; shows an error beside the moves and returns null. */
async function send(what, body) {
  try {
    return await post(`${API}/${what}`, body);
  } catch (error) {
    say("trouble", error.message);
    return null;
  }
}

/** Has the table go on without a pause until the person is asked again. */
async function skip() {
  if (position.can_skip && await send("skip", {})) isHurried = true;
}

/** Whether only places or nothing are left to play for, and nobody else would wait. */
function isDecided() {
  return people.isAlone && !position.is_over
    && position.scene.notes.some(({ about }) => about === DECIDED);
}

/** Has an agent play the rest of a match that is decided, without a pause. */
async function toTheEnd() {
  if (await send("presence", { wish: "resign" })) await send("skip", {});
}

async function take(play) {
  touch.send(play);
  const isMade = await send("move", { at: position.at, actions: play.actions });
  if (isMade === null) touch.send(play, false);
}

/** Passes for who wishes it, and plays alone, where only that and drawing are possible. */
function passAlone() {
  const canOnlyPass = people.isAlone && isAsked() && position.scene.only_pass !== null
    && position.plays.length > 1 && !position.lesson; // a single one waits where it matters
  byId("passing").hidden = !canOnlyPass;
  if (!canOnlyPass || !byId("passes").checked || passedAt === position.at) return;
  passedAt = position.at;
  take(position.plays[0]); // the one that draws follows it
}

function takeBack() {
  if (position.can_take_back) send("back", { at: position.at });
  else say("advice", _("There is no step to take back: a move that is finished stays."));
}

async function hint() {
  if (!isAsked()) return;
  const advice = await send("hint", { agent: ADVISER });
  if (advice?.at !== position.at) return; // the table has changed meanwhile
  const { agent, play, reason } = advice;
  const said = _("{agent} would: {move}", { agent, move: names.inText(play.text) });
  say("advice", reason
    ? _("{sentence}. {reason}", { sentence: said, reason: names.inText(reason) }) : said);
  if (!touch.point(play)) list.goTo(play.actions[0]);
}

/** Touches a piece, or explains what can't be touched; a double click makes the play. */
function press(button, clicks) {
  if (clicks === 2) touch.playBy(button);
  else if (touch.toggle(button)) explainer.close();
  else if (button.dataset.about) explainer.open(button, { focus: true });
}

function putBack() {
  explainer.close();
  touch.clear();
}

/** Explains the element under the mouse or with the focus; without one, lists the keys. */
function explain() {
  const asker = explainer.isOpen ? explainer.asker
    : document.activeElement.closest("[data-about]");
  if (asker) explainer.open(asker, { focus: true });
  else byId("help").showModal();
}

/** Deals the next game of the table; everybody's page goes on with it. */
async function again() {
  byId("again").disabled = true;
  try {
    await post(`${API}/again`, { round: position.round });
  } catch (error) {
    say("notice", error.message);
    byId("again").disabled = false;
  }
}

async function howToPlay() {
  const page = await send("how-to-play", {});
  if (!page) return;
  showGuide(page);
  send("reading", { reads: true });
}

/** Tells the server what the person is called; the browser keeps a name that is accepted. */
async function sendName() {
  const name = byId("name").value.trim();
  if (await send("name", { name })) saveName(name);
}

function sendSavedName() {
  if (savedName() && location.pathname.startsWith("/seat/")) send("name", { name: savedName() });
}

const KEYS = { u: takeBack, h: hint, s: skip, r: howToPlay, c: goOn, "?": explain, Escape: putBack };

document.addEventListener("keydown", (event) => {
  if (!position || isTyping(event)) return;
  if (/^\d$/.test(event.key)) list.digit(event.key);
  KEYS[event.key]?.();
});
[felt, byId("hand")].forEach((within) => within.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) press(button, event.detail);
}));
["go-on", "close"].forEach((id) => byId(id).addEventListener("click", goOn));
byId("moments").addEventListener("scroll", showMore);
new ResizeObserver(showMore).observe(byId("moments"));
byId("log").addEventListener("scroll", noteScroll);
new ResizeObserver(followLog).observe(byId("log"));
new ResizeObserver(() => { // a panel that lay over the latest moves is gone
  if (position) showLatest();
}).observe(byId("latest"));
new ResizeObserver(() => { // the window changed, or a panel came or went
  if (position) fitCards(sitting);
}).observe(felt);
byId("moments").addEventListener("click", (event) => {
  const card = event.target.closest("button.card");
  if (card) explainer.open(card, { focus: true });
});
byId("passes").addEventListener("change", passAlone);
byId("back").addEventListener("click", takeBack);
byId("hint").addEventListener("click", hint);
byId("skip").addEventListener("click", skip);
byId("to-the-end").addEventListener("click", toTheEnd);
byId("again").addEventListener("click", again);
byId("how-to-play").addEventListener("click", howToPlay);
byId("guide").addEventListener("close", () => send("reading", { reads: false }));
byId("keys").addEventListener("click", () => byId("help").showModal());
byId("pace").addEventListener("change", (event) =>
  send("pace", { seconds: Number(event.target.value) }));
onWait((waits) => send("patience", { waits }));
document.body.classList.toggle("guest", !savedSetup()); // guests can't open tables
byId("name").value = savedName();
byId("name").addEventListener("change", sendName);
offerLook();
letDrag(byId("hand"), touch);
[...parts, byId("moments")].forEach((within) => {
  goByArrows(within);
  explainer.watch(within);
});
explainer.watch(byId("result"));
[byId("choice"), byId("moves")].forEach(swallowSlips);
connect();

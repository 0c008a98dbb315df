/* Makes cards as small as it takes to show all of them in their part of the page. */

import { byId } from "./dom.js";

const SPACIOUS = [5.6, 5.2, 4.9, 4.4, 4.1, 3.8, 3.5, 3.2];
const BOARD = [
  ...SPACIOUS.flatMap((size) => ["", "dense"].map((looks) => [size, looks])),
  [3, "dense tiny"], [2.8, "dense tiny"], [2.8, "dense tiny beside"], [2.5, "dense tiny beside"], [2.2, "dense tiny beside"],
  [2, "dense tiny beside"], [2, "dense tiny beside tight"], [1.7, "dense tiny beside tight"],
  [1.4, "dense tiny beside tight"], [1.2, "dense tiny beside tight"],
];
const QUESTION = [[1.05, ""], [.95, ""], [.85, ""], [.75, ""]];
const PLATES = [[1, ""], [1, "small"]];
const LATEST = [.86, .8, .75, .69];
const HAND = [[4.1, ""], [3.7, ""], [3.5, ""], [3.3, ""], [2.9, "tiny"], [2.6, "tiny"], [2.3, "tiny"], [2, "tiny"]];
const LOOKS = ["dense", "tiny", "beside", "tight", "small"];
const SCROLLING = ".seats, .seat, .notes, .board, .question, #hand .zone";
const table = byId("table"), choice = byId("choice");
const GROWTH = 1.1; // by which a part grows at least, so that small changes leave its size
const LEAST_NODE = 24; // pixels of a column of a diagram, as in `table.css`
const needed = new Map(); // the way that did last, by the part and the size of the window

/** Fits the cards of the table, which was just drawn, and of the own hand; keys reach the rest. */
export function fitCards(sitting) {
  const hand = sitting.querySelector("#hand .zone"), seats = sitting.querySelector("#table .seats");
  fit("question", byId("question"), QUESTION);
  fit("plates", seats, PLATES, [...seats.children]);
  const own = sitting.querySelector("#hand .seats");
  if (own) fit("own", own, PLATES, [...own.children]);
  fit("notes", sitting.querySelector("#table .notes"), PLATES);
  cover();
  fit("board", sitting.querySelector(".board"), BOARD);
  if (hand) fit("hand", hand, HAND);
  markMore();
  boardWatcher.observe(sitting.querySelector(".board"));
  for (const part of sitting.querySelectorAll(SCROLLING)) {
    const isCut = part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
    if (isCut) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}

/** Shows as many of the latest lines as have room; the last one alone in smaller letters if need be. */
export function fitLatest(lines) {
  const latest = byId("latest"), isCut = () => latest.scrollHeight > latest.clientHeight + 1;
  latest.replaceChildren(...lines);
  latest.style.setProperty("--fit", `${LATEST[0]}rem`);
  while (isCut() && latest.childElementCount > 1) latest.firstElementChild.remove();
  for (const size of LATEST) if (isCut()) latest.style.setProperty("--fit", `${size}rem`);
  if (isCut()) latest.querySelector("span + .more")?.remove(); // a panel shows the rest
}

/** The board ends above the choice, which grows over its lower part. */
function cover() {
  const board = table.querySelector(".board");
  const covered = board.getBoundingClientRect().bottom - choice.getBoundingClientRect().top;
  choice.classList.toggle("grown", covered > 0);
  table.closest(".sitting").style.setProperty("--covered", `${Math.max(0, covered)}px`);
}

/** Measures the parts of the board: its own `scrollHeight` counts cards that still glide to it. */
function markMore() {
  const board = table.querySelector(".board"), { top, height } = board.getBoundingClientRect();
  const ends = [...board.children].map((part) => part.getBoundingClientRect().bottom - top);
  const end = Math.max(...ends), { paddingBottom } = getComputedStyle(board);
  const room = height - Number.parseFloat(paddingBottom) + 4;
  board.classList.toggle("more", end > room);
  board.classList.toggle("long", end + board.scrollTop > room);
}

/**
 * Draws a part in the first way in which all is seen, but not if that is hardly larger than before.
 * If a way shows not all, those before it, which are larger, are not tried: each is a new layout.
 */
function fit(name, part, ways, boxes = [part]) {
  const at = `${name} ${innerWidth} ${innerHeight}`, last = needed.get(at) ?? 0;
  const isSeen = (number) => {
    const [size, looks] = ways[number];
    part.style.setProperty("--fit", `${size}rem`);
    for (const look of LOOKS) part.classList.toggle(look, looks.includes(look));
    return boxes.every((box) => box.scrollHeight <= Math.max(box.clientHeight, leastOf(box)) + 1);
  };
  let number = ways.findLastIndex(([size], at) => at < last && size >= ways[last][0] * GROWTH);
  if (number >= 0 && isSeen(number)) {
    while (number && isSeen(number - 1)) number -= 1;
    isSeen(number);
  } else {
    for (number = last; !isSeen(number) && number < ways.length - 1;) number += 1;
  }
  if (!choice.matches(".grown")) needed.set(at, number);
}

/** The height that a diagram needs alone: a board may scroll to its cards, which stay so large. */
function leastOf(box) {
  const nodes = box.querySelector(".nodes");
  if (!nodes || nodes.clientWidth > nodes.style.getPropertyValue("--columns") * LEAST_NODE + 1) return 0;
  const height = nodes.getBoundingClientRect().bottom - box.getBoundingClientRect().top;
  return height + box.scrollTop + Number.parseFloat(getComputedStyle(box).paddingBottom);
}

const boardWatcher = new ResizeObserver(markMore);
new ResizeObserver(() => {
  if (!table.querySelector(".board")) return;
  cover();
  markMore();
}).observe(choice);
table.addEventListener("scroll", markMore, { capture: true });

/* Makes cards as small as it takes to show all of them in their part of the page. */

const BOARD = [
  [3.4, ""], [3, ""], [3.4, "dense"], [3, "dense"], [2.6, "dense"], [2.6, "dense beside"],
  [2.3, "dense beside"], [2, "dense beside"], [2, "dense tiny beside"],
  [2, "dense tiny beside tight"], [1.7, "dense tiny beside tight"], [1.4, "dense tiny beside tight"],
  [1.2, "dense tiny beside tight"],
];
const HAND = [[4.1, ""], [3.7, ""], [3.3, ""], [2.9, "tiny"], [2.6, "tiny"], [2.3, "tiny"], [2, "tiny"]];
const SCROLLING = ".seats, .seat, .seat .facts, .notes, .board, .question, #hand .zone";
const needed = new Map(); // the first way that did, by the part and the size of the window

/** Fits the cards of the table, which was just drawn, and of the own hand; keys reach the rest. */
export function fitCards(sitting) {
  const hand = sitting.querySelector("#hand .zone");
  fit("board", sitting.querySelector(".board"), BOARD);
  if (hand) fit("hand", hand, HAND);
  for (const part of sitting.querySelectorAll(SCROLLING)) {
    const isCut = part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
    if (isCut) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}

/** Draws a part in the first way in which all is seen; a way that was once too large stays so. */
function fit(name, part, ways) {
  const at = `${name} ${innerWidth} ${innerHeight}`, usual = part.className;
  for (let way = needed.get(at) ?? 0; way < ways.length; way++) {
    const [size, look] = ways[way];
    needed.set(at, way);
    part.style.setProperty("--fit", `${size}rem`);
    part.className = `${usual} ${look}`;
    if (part.scrollHeight <= part.clientHeight + 1) return;
  }
}

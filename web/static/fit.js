/* Makes the cards of the table as small as it takes to show all of them at once. */

const SIZES = [3.4, 3, 2.6, 2.3, 2]; // rem, the width of a card
const WAYS = [...SIZES.slice(0, 2).map((size) => ({ size, isDense: false })),
  ...SIZES.map((size) => ({ size, isDense: true }))];
const needed = new Map(); // the first way that did, by the size of the window

/**
 * Fits the cards of a drawn table into its part of the page: first each shelf on a line of its own,
 * then all zones one after the other. What a window once needed stays, so that nothing jumps.
 */
export function fit(felt) {
  const board = felt.querySelector(".board"), at = `${innerWidth} ${innerHeight}`;
  for (let way = needed.get(at) ?? 0; way < WAYS.length; way++) {
    needed.set(at, way);
    board.style.setProperty("--fit", `${WAYS[way].size}rem`);
    board.classList.toggle("dense", WAYS[way].isDense);
    if (board.scrollHeight <= board.clientHeight + 1) return;
  }
}

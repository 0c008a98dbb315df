/* Cards that moved glide from where they lay, so that the eye can follow. */

const MILLISECONDS = 350;
const STORED = "fudaba.motion";

/** Whether things move: as the person has chosen, or else as the device asks. */
export function isMoving() {
  const chosen = localStorage.getItem(STORED);
  return chosen ? chosen === "on" : !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Notes whether things move. */
export function setMoving(moves) {
  localStorage.setItem(STORED, moves ? "on" : "off");
}

/** Where every face lies, by what it is called; of cards with one name, one after the other. */
export function places(within) {
  const found = new Map(), counts = new Map();
  for (const card of within.querySelectorAll(".card.face[data-name]")) {
    const count = counts.get(card.dataset.name) ?? 0;
    counts.set(card.dataset.name, count + 1);
    found.set(`${card.dataset.name} ${count}`, { card, box: card.getBoundingClientRect() });
  }
  return found;
}

/**
 * Lets the faces glide to where they lie now.
 * @param {Map} before Where they lay, from `places`.
 * @param {Element} within What holds them now.
 * @param {Element|null} source Where new ones come from: the player who moved.
 */
export function glide(before, within, source) {
  const start = source?.getBoundingClientRect();
  for (const [name, { card, box }] of places(within)) {
    const from = before.get(name)?.box ?? start;
    if (from) glideFrom(from, card, box);
  }
}

function glideFrom(from, card, box) {
  const right = from.left - box.left, down = from.top - box.top;
  if (Math.hypot(right, down) < 2) return;
  card.animate(
    [{ transform: `translate(${right}px, ${down}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
    { duration: MILLISECONDS, easing: "ease-in-out" },
  );
}

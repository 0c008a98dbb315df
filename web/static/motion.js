/* Animation of moved cards from their former places, and of cards that go to a player. */

const MILLISECONDS = 300;
const TURN = 180, LONGEST_TURNING = 2400; // milliseconds from a card to the next, and for all
const STORED = "fudaba.motion";
const FACES = ".card.face[data-words]:not(.picture .card, .moment .card)";

/** Whether animation is on: the person's choice, or else the setting of the system. */
export function isMoving() {
  const chosen = localStorage.getItem(STORED);
  return chosen ? chosen === "on" : !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Stores whether animation is on. */
export function setMoving(moves) {
  localStorage.setItem(STORED, moves ? "on" : "off");
}

/**
 * The place of every face by its name and a number that distinguishes equal names. The cards of
 * diagrams and moments are left out: they stand for cards that lie or may lie elsewhere.
 */
export function places(within) {
  const found = new Map(), counts = new Map();
  for (const card of within.querySelectorAll(FACES)) {
    const count = counts.get(card.dataset.words) ?? 0;
    counts.set(card.dataset.words, count + 1);
    found.set(`${card.dataset.words} ${count}`, { card, box: card.getBoundingClientRect() });
  }
  return found;
}

/**
 * Animates the faces to their new places.
 * @param {Map} before Their former places, from `places`.
 * @param {Element} within The element of the faces.
 * @param {Element|null} source The origin of new faces: the player who moved.
 */
export function glide(before, within, source) {
  const start = source?.getBoundingClientRect();
  for (const [name, { card, box }] of places(within)) {
    const from = before.get(name)?.box ?? start;
    if (from) glideFrom(from, card, box);
  }
}

/**
 * Animates the faces that have left the board to the player who got them.
 * @param {Map} before The former places, from `places`.
 * @param {Element} within The element of the faces that are left.
 * @param {Element} owner The plate of the player.
 */
export function flyAway(before, within, owner) {
  const left = places(within), { left: x, top: y } = owner.getBoundingClientRect();
  for (const [name, { card, box }] of before) {
    if (left.has(name) || !card.closest(".board")) continue;
    const ghost = card.cloneNode(true);
    ghost.inert = true;
    Object.assign(ghost.style, { position: "fixed", left: `${box.left}px`, top: `${box.top}px`,
      width: `${box.width}px`, zIndex: 6 });
    document.body.append(ghost);
    ghost.animate(
      [{}, { transform: `translate(${x - box.left}px, ${y - box.top}px) scale(.4)`, opacity: 0.2 }],
      { duration: MILLISECONDS, easing: "ease-in" },
    ).finished.finally(() => ghost.remove());
  }
}

/**
 * Turns up the cards of moments one after the other, with their rows; the verdict follows them.
 * @param {Element[]} moments The moments.
 * @param {boolean} isAtOnce Whether all turn together.
 */
export function turnUp(moments, isAtOnce) {
  const longest = isAtOnce ? 0 : LONGEST_TURNING;
  for (const moment of moments) {
    const parts = [...moment.querySelectorAll(".card.face")];
    const step = Math.min(TURN, longest / parts.length), after = (part, count) =>
      part.style.setProperty("--after", `${Math.round(count * step)}ms`);
    moment.classList.toggle("turning", parts.length > 0);
    parts.forEach(after);
    for (const row of moment.querySelectorAll("li"))
      after(row, parts.filter((card) =>
        card.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING).length);
    after(moment.querySelector(".verdict"), parts.length);
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

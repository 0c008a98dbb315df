/*
 * Whether the pointer rests where it was when the page changed under it. Who has not moved it has
 * not chosen what lies there now: nothing is explained, and the second click of two does nothing.
 */

const NEAR = 4; // pixels that a resting pointer may tremble
const SETTLING = 300; // milliseconds

let pointer = null, changedAt = -Infinity, hasMoved = true;

function track({ clientX: x, clientY: y }) {
  if (pointer && Math.hypot(x - pointer.x, y - pointer.y) <= NEAR) return;
  pointer = { x, y };
  hasMoved = true;
}

/** Notes that other things lie under the pointer from now on. */
export function pageChanged() {
  hasMoved = false;
  changedAt = performance.now();
}

/** Whether the pointer has not moved since the page changed. */
export function isResting() {
  return !hasMoved;
}

/** Stops the clicks in an element that a resting pointer makes just after a change. */
export function swallowSecondClicks(within) {
  within.addEventListener("click", (event) => {
    const isByPointer = event.detail > 0; // keys click too
    if (!isByPointer || hasMoved || performance.now() - changedAt > SETTLING) return;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}

for (const kind of ["pointermove", "pointerdown"])
  document.addEventListener(kind, track, { capture: true });

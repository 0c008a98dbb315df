/*
 * Whether the pointer rests where it was when the page changed under it. Who has not moved it has
 * not chosen what lies there now: nothing is explained, and for half a second nothing is pressed.
 */

const NEAR = 4; // pixels that a resting pointer may tremble
const SETTLING = 500; // milliseconds

let pointer = null, changedAt = -Infinity, restedAt = null, hasMoved = true;

function track({ clientX: x, clientY: y }) {
  if (pointer && Math.hypot(x - pointer.x, y - pointer.y) <= NEAR) return;
  pointer = { x, y };
  hasMoved = true;
}

/** Notes that other things lie under the pointer from now on. */
export function pageChanged() {
  hasMoved = false;
  changedAt = performance.now();
  restedAt = pointer;
}

/** Whether the pointer has not moved since the page changed. */
export function isResting() {
  return !hasMoved;
}

/** Stops clicks in an element on a button that has just appeared where the pointer was. */
export function swallowSlips(within) {
  within.addEventListener("click", (event) => {
    const isByPointer = event.detail > 0; // keys click too
    if (!isByPointer || performance.now() - changedAt > SETTLING) return;
    if (!restedAt || !holds(event.target.closest("button"), restedAt)) return;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}

function holds(button, { x, y }) {
  const box = button?.getBoundingClientRect();
  return box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

for (const kind of ["pointermove", "pointerdown"])
  document.addEventListener(kind, track, { capture: true });

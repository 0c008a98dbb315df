/* The keyboard among many buttons: one of them is reached by Tab, the arrows go to the others. */

const ASIDE = 3; // a button off to the side counts as so much farther away
const DIRECTIONS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** Lets the arrow keys go between the buttons in an element, now and after it is drawn anew. */
export function goByArrows(within) {
  within.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.key];
    const from = event.target.closest("button");
    if (!direction || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    next(from, within, direction)?.focus();
  });
  within.addEventListener("focusin", (event) => {
    within.querySelectorAll('button[tabindex="0"]').forEach((other) => { other.tabIndex = -1; });
    event.target.tabIndex = 0;
  });
}

/** Whether a key belongs to somebody who types or chooses. */
export function isTyping(event) {
  return event.ctrlKey || event.altKey || event.metaKey
    || event.target.closest('input:not([type="range"]), select, textarea, dialog') !== null;
}

/** The nearest button in a direction. */
function next(from, within, [right, down]) {
  const start = middle(from);
  let nearest = null, least = Infinity;
  for (const button of within.querySelectorAll("button:not([inert])")) {
    if (!button.checkVisibility()) continue;
    const end = middle(button);
    const ahead = (end.x - start.x) * right + (end.y - start.y) * down;
    const aside = Math.abs((end.x - start.x) * down) + Math.abs((end.y - start.y) * right);
    const distance = ahead + ASIDE * aside;
    if (ahead > 1 && distance < least) [nearest, least] = [button, distance];
  }
  return nearest;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

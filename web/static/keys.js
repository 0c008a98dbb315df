/* Keyboard focus in a group of buttons: Tab reaches one, the arrow keys move to the others. */

const ASIDE = 3; // weight of the distance aside from the direction
const DIRECTIONS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** Moves the focus between the buttons of an element by arrow keys, also after a redraw. */
export function goByArrows(within) {
  within.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.key];
    const from = event.target.closest("button");
    if (!direction || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    next(from, within, direction)?.focus();
  });
  within.addEventListener("focusin", (event) => {
    if (event.target.tagName !== "BUTTON") return; // a part that scrolls
    within.querySelectorAll('button[tabindex="0"]').forEach((other) => { other.tabIndex = -1; });
    event.target.tabIndex = 0;
  });
}

/** Whether a key belongs to a field, a dialog or the browser. */
export function isTyping(event) {
  return event.ctrlKey || event.altKey || event.metaKey
    || event.target.closest('input:not([type="range"]), select, textarea, dialog') !== null;
}

/** The nearest button in a direction; null for none. */
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

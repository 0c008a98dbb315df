/* Own cards that are dragged to where they go, with a mouse or a finger, beside being touched. */

import { element } from "./dom.js";

const FAR = 8; // pixels from which a press drags

/**
 * Lets own cards be dragged.
 * @param {Element} hand The element of the own cards.
 * @param {Touch} touch Knows which cards go together, and makes the play.
 */
export function letDrag(hand, touch) {
  hand.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".card.legal");
    if (card && event.isPrimary && event.button === 0) follow(card, event, touch);
  });
  hand.addEventListener("dragstart", (event) => event.preventDefault()); // of a face's image
}

/** Follows the pointer until it is released; from a few pixels on a card goes with it. */
function follow(card, start, touch) {
  const ends = new AbortController(), { signal } = ends;
  let dragged = null;
  const listen = (kind, hear) => document.addEventListener(kind, hear, { signal });
  listen("pointermove", ({ clientX: x, clientY: y }) => {
    if (!dragged && Math.hypot(x - start.clientX, y - start.clientY) < FAR) return;
    dragged ??= lift(card, touch);
    dragged.carry(x, y);
  });
  listen("pointerup", ({ clientX: x, clientY: y }) => {
    ends.abort();
    dragged?.lay(document.elementFromPoint(x, y));
  });
  listen("pointercancel", () => {
    ends.abort();
    dragged?.lay(null);
  });
}

/** Touches a card, and draws all touched own cards at the pointer. */
function lift(card, touch) {
  const wasTouched = touch.touched.includes(card);
  if (!wasTouched) touch.toggle(card);
  const cards = touch.ownTouched, { width } = card.getBoundingClientRect();
  const drawn = element("div", { class: "dragged", "aria-hidden": "true" },
    ...cards.map((one) => one.cloneNode(true)));
  drawn.inert = true;
  drawn.style.setProperty("--card", `${width}px`);
  document.body.append(drawn);
  document.body.classList.add("dragging");
  return {
    carry: (x, y) => { drawn.style.translate = `${x}px ${y}px`; },
    lay: (under) => {
      drawn.remove();
      document.body.classList.remove("dragging");
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
      if (!card.isConnected) return; // the table has changed meanwhile
      if (under?.closest(".felt") && !under.closest("#hand")) touch.drop(under);
      else if (!wasTouched) touch.toggle(card);
    },
  };
}

/** Stops the click that ends a drag. */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

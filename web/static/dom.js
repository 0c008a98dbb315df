/* Helpers for elements. */

/**
 * Makes an element.
 * @param {string} tag The tag name.
 * @param {Object} attributes By name: null, undefined and false are left out, true sets an empty
 *   attribute, and a function becomes the listener of the event of that name.
 * @param {...(Node|string|null)} children The children; null is left out.
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** The element with an id. */
export function byId(id) {
  return document.getElementById(id);
}

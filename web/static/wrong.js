/* Errors at the fields that they are about. */

import { element } from "./dom.js";

/**
 * Marks and focuses a field, and says behind it what is wrong.
 * @param {Element} place Gets the sentence as its last child.
 * @param {Element} input The field.
 * @param {string} sentence What is wrong.
 */
export function showAt(place, input, sentence) {
  place.append(element("p", { class: "wrong", role: "alert" }, sentence));
  input.setAttribute("aria-invalid", "true");
  input.focus();
}

/** Takes all marks and sentences away. */
export function clearWrong() {
  for (const said of document.querySelectorAll(".wrong")) said.remove();
  for (const input of document.querySelectorAll("[aria-invalid]"))
    input.removeAttribute("aria-invalid");
}

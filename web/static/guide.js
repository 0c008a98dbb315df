/* The dialog that explains the game: HOW_TO_PLAY.md, its examples drawn as text. */

import { byId } from "./dom.js";

/** Opens the dialog with a page `{html}` of the server, which escapes HTML in its texts. */
export function showGuide({ html }) {
  byId("guide-text").innerHTML = html;
  for (const example of byId("guide-text").querySelectorAll("pre")) example.tabIndex = 0; // scrolls
  byId("guide").showModal();
  byId("guide-text").scrollTop = 0;
}

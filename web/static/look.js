/* The settings of a person's browser: colours, moving cards, sounds. */

import { byId } from "./dom.js";
import { isMoving, setMoving } from "./motion.js";
import { isSounding, setSounding } from "./sounds.js";

const THEME = "fudaba.theme";

/** Shows the settings and stores what the person chooses. */
export function offerLook() {
  byId("theme").value = localStorage.getItem(THEME) ?? "";
  byId("theme").addEventListener("change", ({ target }) => {
    if (target.value) localStorage.setItem(THEME, target.value);
    else localStorage.removeItem(THEME);
    document.documentElement.dataset.theme = target.value;
  });
  byId("moving").checked = isMoving();
  byId("moving").addEventListener("change", ({ target }) => setMoving(target.checked));
  byId("sounds").checked = isSounding();
  byId("sounds").addEventListener("change", ({ target }) => setSounding(target.checked));
}

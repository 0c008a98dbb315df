/* The form of a game's house rules. */

import { byId, element } from "./dom.js";
import { _ } from "./words.js";

/** Draws a field for each option, with its meaning, its clause and its allowed values. */
export function drawOptions(options, values) {
  byId("options").replaceChildren(...options
    .filter(({ name }) => name !== "num_players") // follows from the seats
    .map((option) => drawOption(option, values[option.name] ?? option.default)));
}

/** The house rules that differ from the usual ones, by name. */
export function changedOptions(options) {
  const changed = {};
  for (const option of options) {
    const field = byId("options").querySelector(`[data-option="${option.name}"]`);
    const value = field ? formOf(option).read([...field.querySelectorAll("input, select")])
      : option.default;
    if (value !== option.default) changed[option.name] = value;
  }
  return changed;
}

/** Marks and focuses the option that an error names. Returns whether there is one. */
export function markWrong(sentence) {
  byId("options").querySelectorAll("[aria-invalid]").forEach((input) =>
    input.removeAttribute("aria-invalid"));
  const fields = [...byId("options").querySelectorAll("[data-option]")];
  const [complaint] = sentence.split(/; |。/);
  const named = fields.find(({ dataset }) =>
    new RegExp(`(?<!\\w)${dataset.option}(?!\\w)`).test(complaint));
  const input = named?.querySelector("input, select");
  if (!input) return false;
  byId("rules").open = true;
  input.setAttribute("aria-invalid", "true");
  input.focus();
  return true;
}

function drawOption(option, value) {
  const isGroup = formOf(option) === WORDS, about = `about-${option.name}`;
  const attributes = { id: `option-${option.name}`, "aria-describedby": about };
  return element(isGroup ? "fieldset" : "div", { class: "option", "data-option": option.name },
    element(isGroup ? "legend" : "label", { for: isGroup ? null : attributes.id },
      spoken(option.name)),
    formOf(option).draw(option, value, attributes),
    element("p", { class: "soft", id: about }, `${option.meaning} ${takes(option)}`));
}

function spoken(name) {
  return name.replaceAll("_", " ").toLowerCase();
}

/** The help line: `Allowed: whole numbers 0 to 10 or none. Usually 3.`
 * Fields with choices show the allowed values themselves. */
function takes(option) {
  if (formOf(option) === WORDS) return "";
  const usual = _("Usually {value}.", { value: option.default });
  if (formOf(option) !== TEXT) return usual;
  const allowed = _("Allowed: {values}.", { values: option.allowed });
  return `${allowed} ${usual}`;
}

/* The kinds of fields; values are read as text of the command line: `5`, `off`, `[3,1]` */

const TEXT = {
  draw: (option, value, attributes) =>
    element("input", { ...attributes, value, autocomplete: "off", spellcheck: "false" }),
  read: ([input]) => input.value.trim(),
};
const CHOICE = {
  draw: ({ choices }, value, attributes) => element("select", attributes,
    ...choices.map((choice) => element("option", { selected: choice === value }, choice))),
  read: ([select]) => select.value,
};
const SWITCH = {
  draw: (option, value, attributes) =>
    element("input", { ...attributes, type: "checkbox", checked: value === "on" }),
  read: ([input]) => (input.checked ? "on" : "off"),
};
const WORDS = {
  draw: ({ choices }, value) => {
    const chosen = value.slice(1, -1).split(",");
    return element("div", { class: "words" }, ...choices.map((choice) => element("label", {},
      element("input", { type: "checkbox", value: choice, checked: chosen.includes(choice) }),
      ` ${spoken(choice)}`)));
  },
  read: (inputs) =>
    `[${inputs.filter(({ checked }) => checked).map(({ value }) => value).join(",")}]`,
};

/** The kind of an option's field; a list without numbers is a list of words. */
function formOf({ kind, low }) {
  if (kind === "list") return low === null ? WORDS : TEXT;
  return { word: CHOICE, switch: SWITCH }[kind] ?? TEXT;
}

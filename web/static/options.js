/* The form of a game's house rules, in words for people. */

import { byId, element } from "./dom.js";
import { showAt } from "./wrong.js";
import { _ } from "./words.js";

const FEW = 25; // numbers that a list of choices still shows

/** Draws a field for each option, with its meaning and its allowed values. */
export function drawOptions(options, values) {
  byId("options").replaceChildren(...options
    .filter(({ name }) => name !== "num_players") // follows from the seats
    .map((option) => drawOption(option, values[option.name] ?? option.default)));
}

/** The house rules that differ from the usual ones, by name. */
export function changedOptions(options) {
  const changed = {};
  for (const option of options) {
    const field = fieldOf(option);
    const value = field ? formOf(option).read([...field.querySelectorAll("input, select")])
      : option.default;
    if (value !== option.default) changed[option.name] = value;
  }
  return changed;
}

/** Shows an error at the option that it names. Returns whether there is one. */
export function markWrong(options, sentence) {
  const [complaint] = sentence.split(/; |。/);
  const isNamed = ({ name }) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(complaint);
  const option = options.find((one) => isNamed(one) && fieldOf(one));
  if (!option) return false;
  byId("further").open = byId("rules").open = true;
  const field = fieldOf(option), input = field.querySelector("input, select");
  showAt(field, input, _("{value} can't be chosen here. {allowed}",
    { value: input.value || "–", allowed: isUsual(option) ? sentence : takes(option) }));
  return true;
}

/** Whether the options have only values that each of them allows: then they don't go together. */
function isUsual(option) {
  return formOf(option) !== TEXT;
}

function fieldOf({ name }) {
  return byId("options").querySelector(`[data-option="${name}"]`);
}

function drawOption(option, value) {
  const isGroup = formOf(option) === WORDS, about = `about-${option.name}`;
  const attributes = { id: `option-${option.name}`, "aria-describedby": about };
  return element(isGroup ? "fieldset" : "div", { class: "option", "data-option": option.name },
    element(isGroup ? "legend" : "label", { for: isGroup ? null : attributes.id },
      option.meaning.replace(/[.。]$/, "")),
    formOf(option).draw(option, value, attributes),
    element("p", { class: "soft", id: about }, takes(option)));
}

/** The help line: `Allowed: whole numbers 0 to 1000 or none. Usually 3.` */
function takes(option) {
  if (formOf(option) === WORDS) return "";
  const usual = _("Usually {value}.", { value: named(option, option.default) });
  if (formOf(option) !== TEXT) return usual;
  const allowed = _("Allowed: {values}.", { values: option.allowed });
  return `${allowed} ${usual}`;
}

/** A value in words for people. */
function named({ choices, labels, kind }, value) {
  if (kind === "switch") return value === "on" ? _("yes") : _("no");
  return labels[choices.indexOf(value)] ?? value;
}

/* The kinds of fields; values are read as text of the command line: `5`, `off`, `[3,1]` */

const TEXT = {
  draw: (option, value, attributes) =>
    element("input", { ...attributes, value, autocomplete: "off", spellcheck: "false" }),
  read: ([input]) => input.value.trim(),
};
const CHOICE = {
  draw: (option, value, attributes) => element("select", attributes,
    ...valuesOf(option).map((choice) => element("option",
      { value: choice, selected: choice === value }, named(option, choice)))),
  read: ([select]) => select.value,
};
const SWITCH = {
  draw: (option, value, attributes) =>
    element("input", { ...attributes, type: "checkbox", checked: value === "on" }),
  read: ([input]) => (input.checked ? "on" : "off"),
};
const WORDS = {
  draw: (option, value) => {
    const chosen = value.slice(1, -1).split(",");
    return element("div", { class: "words" }, ...option.choices.map((choice) => element("label", {},
      element("input", { type: "checkbox", value: choice, checked: chosen.includes(choice) }),
      ` ${named(option, choice)}`)));
  },
  read: (inputs) =>
    `[${inputs.filter(({ checked }) => checked).map(({ value }) => value).join(",")}]`,
};

/** All values of a field with choices: its words, and then its numbers. */
function valuesOf({ kind, choices, low, high }) {
  if (!kind.startsWith("number")) return choices;
  return [...choices, ...Array.from({ length: high - low + 1 }, (_each, at) => String(low + at))];
}

/** The kind of an option's field; a list without numbers is a list of words. */
function formOf({ kind, low, high }) {
  if (kind === "list") return low === null ? WORDS : TEXT;
  if (kind.startsWith("number")) return high - low < FEW ? CHOICE : TEXT;
  return { word: CHOICE, seat: CHOICE, switch: SWITCH }[kind];
}

/* The form of house rules, made from a game's options. */

import { byId, element } from "./dom.js";

/** Draws one field for every option, each with its meaning, what it takes and its clause. */
export function drawOptions(options, values) {
  byId("options").replaceChildren(...options
    .filter(({ name }) => name !== "num_players") // the seats say it
    .map((option) => drawOption(option, values[option.name] ?? option.default)));
}

/** The house rules that differ from the usual ones, by name. */
export function changedOptions(options) {
  const changed = {};
  for (const option of options) {
    const field = byId("options").querySelector(`[data-option="${option.name}"]`);
    const value = field ? READERS[option.kind](field) : option.default;
    if (JSON.stringify(value) !== JSON.stringify(option.default)) changed[option.name] = value;
  }
  return changed;
}

/** Marks the option that a sentence of the server names, and goes to it. */
export function markWrong(sentence) {
  byId("options").querySelectorAll("[aria-invalid]").forEach((input) =>
    input.removeAttribute("aria-invalid"));
  const fields = [...byId("options").querySelectorAll("[data-option]")];
  const named = fields.find(({ dataset }) => sentence.includes(`option ${dataset.option} `));
  const input = named?.querySelector("input, select");
  if (!input) return false;
  byId("rules").open = true;
  input.setAttribute("aria-invalid", "true");
  input.focus();
  return true;
}

function drawOption(option, value) {
  const about = `about-${option.name}`;
  const isList = option.kind === "words";
  return element(isList ? "fieldset" : "div", { class: "option", "data-option": option.name },
    element(isList ? "legend" : "label", { for: isList ? null : `option-${option.name}` },
      spoken(option.name)),
    DRAWERS[option.kind](option, value, { id: `option-${option.name}`, "aria-describedby": about }),
    element("p", { class: "soft", id: about }, `${option.meaning} ${allowed(option)}`,
      element("span", { class: "clause-number" }, ` ${option.clause}`)));
}

function spoken(name) {
  return name.replaceAll("_", " ");
}

/** `0 to 10 or none; usually 3.` */
function allowed({ kind, low, high, choices, default: usual }) {
  const range = low === null || kind === "words" ? [] : [`${low} to ${high}`];
  const words = kind === "number" || kind === "numbers" ? choices : [];
  const takes = [...range, ...words].join(" or ");
  return `${takes ? `${takes}; ` : ""}usually ${word(usual)}.`.replace(/^u/, "U");
}

function word(value) {
  if (typeof value === "boolean") return value ? "on" : "off";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function drawText(option, value, attributes) {
  return element("input", { ...attributes, value: word(value), autocomplete: "off" });
}

const DRAWERS = {
  number: drawText,
  numbers: drawText,
  flag: (option, value, attributes) =>
    element("input", { ...attributes, type: "checkbox", checked: value }),
  word: ({ choices }, value, attributes) => element("select", attributes,
    ...choices.map((choice) => element("option", { selected: choice === value }, String(choice)))),
  words: ({ name, choices }, value) => element("div", { class: "words" }, ...choices.map((choice) =>
    element("label", {},
      element("input", { type: "checkbox", name, value: choice, checked: value.includes(choice) }),
      ` ${spoken(choice).toLowerCase()}`))),
};

const READERS = {
  number: (field) => readNumber(field.querySelector("input").value.trim()),
  numbers: (field) => readNumbers(field.querySelector("input").value.trim()),
  flag: (field) => field.querySelector("input").checked,
  word: (field) => readNumber(field.querySelector("select").value),
  words: (field) => [...field.querySelectorAll("input:checked")].map(({ value }) => value),
};

/** A number where it looks like one; the server says what is wrong with anything else. */
function readNumber(text) {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

function readNumbers(text) {
  return text.includes(",") ? text.split(",").map((part) => readNumber(part.trim()))
    : readNumber(text);
}

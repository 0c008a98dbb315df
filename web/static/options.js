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
    const value = field ? read(option, field) : option.default;
    if (value !== option.default) changed[option.name] = value;
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
  const isGroup = drawerOf(option) === drawWords;
  const attributes = { id: `option-${option.name}`, "aria-describedby": about };
  return element(isGroup ? "fieldset" : "div", { class: "option", "data-option": option.name },
    element(isGroup ? "legend" : "label", { for: isGroup ? null : attributes.id },
      spoken(option.name)),
    drawerOf(option)(option, value, attributes),
    element("p", { class: "soft", id: about }, `${option.meaning} ${takes(option)}`));
}

function spoken(name) {
  return name.replaceAll("_", " ").toLowerCase();
}

/** `Allowed: whole numbers 0 to 10 or none. Usually 3.` */
function takes(option) {
  const { allowed, default: usual } = option;
  if (drawerOf(option) === drawWords) return "";
  return `${drawerOf(option) === drawText ? `Allowed: ${allowed}. ` : ""}Usually ${usual}.`;
}

/* How an option is shown, and read: as texts of the command line, `5`, `off`, `[3,1]` */

function drawerOf({ kind, low }) {
  if (kind === "list") return low === null ? drawWords : drawText;
  return { word: drawSelect, switch: drawSwitch }[kind] ?? drawText;
}

function drawText(option, value, attributes) {
  return element("input", { ...attributes, value, autocomplete: "off", spellcheck: "false" });
}

function drawSelect({ choices }, value, attributes) {
  return element("select", attributes,
    ...choices.map((choice) => element("option", { selected: choice === value }, choice)));
}

function drawSwitch(option, value, attributes) {
  return element("input", { ...attributes, type: "checkbox", checked: value === "on" });
}

function drawWords({ choices }, value) {
  const chosen = value.slice(1, -1).split(",");
  return element("div", { class: "words" }, ...choices.map((choice) => element("label", {},
    element("input", { type: "checkbox", value: choice, checked: chosen.includes(choice) }),
    ` ${spoken(choice)}`)));
}

function read(option, field) {
  const inputs = [...field.querySelectorAll("input, select")];
  if (drawerOf(option) === drawSwitch) return inputs[0].checked ? "on" : "off";
  if (drawerOf(option) === drawText || drawerOf(option) === drawSelect)
    return inputs[0].value.trim();
  return `[${inputs.filter(({ checked }) => checked).map(({ value }) => value).join(",")}]`;
}

/* The words of a page in its language; the server writes the messages of scripts into the page. */

const YEAR = 365 * 24 * 60 * 60; // seconds
const messages = JSON.parse(document.getElementById("words").textContent);

/** A message in the language of the page, with values in place of the names in braces. */
export function _(message, values = {}) {
  return filled(messages[message] ?? message, values);
}

/** A message about a number, which is among the values as `count`. */
export function _n(one, many, count, values = {}) {
  return filled(messages[one] ?? (count === 1 ? one : many), { count, ...values });
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Shows the page in another language, and all later pages of this browser. */
function chooseLanguage(language) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: a Cookie Store needs a page of https
  document.cookie = `language=${language}; path=/; max-age=${YEAR}; samesite=strict${secure}`;
  location.reload();
}

document.getElementById("language")
  .addEventListener("change", (event) => chooseLanguage(event.target.value));

/** Chooses the language that the address names, as in `?lang=ja`; the address forgets it. */
function obeyAddress() {
  const address = new URL(location.href), wanted = address.searchParams.get("lang");
  address.searchParams.delete("lang");
  if (!document.querySelector(`#language [value="${CSS.escape(wanted)}"]`)) return;
  history.replaceState(null, "", address);
  if (wanted !== document.documentElement.lang) chooseLanguage(wanted);
}

obeyAddress();

/** Words with the minus sign before negative numbers, which is as wide as the plus sign. */
export function withMinus(words) {
  return words.replace(/(?<!\w)-(?=\d)/g, "−");
}

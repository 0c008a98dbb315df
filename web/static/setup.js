/* The setup of the last table and the name of the person, stored for the next table. */

const STORED = "fudaba.setup", NAME = "fudaba.name", PLAYED = "fudaba.played";
export const PERSON = "person";

/** Stores the setup of a table: the body of `POST /api/tables`. */
export function saveSetup(setup) {
  localStorage.setItem(STORED, JSON.stringify(setup));
}

/** The setup of the last table; null for none. */
export function savedSetup() {
  return JSON.parse(localStorage.getItem(STORED) ?? "null");
}

/** Stores what the person is called at tables. */
export function saveName(name) {
  localStorage.setItem(NAME, name);
}

/** What the person is called at tables; empty for a guest. */
export function savedName() {
  return localStorage.getItem(NAME) ?? "";
}

/** Stores that a game was played in this browser. */
export function savePlayed(game) {
  localStorage.setItem(PLAYED, JSON.stringify([...new Set([...played(), game])]));
}

/** Whether a game was played in this browser. */
export function hasPlayed(game) {
  return played().includes(game);
}

function played() {
  return JSON.parse(localStorage.getItem(PLAYED) ?? "[]");
}

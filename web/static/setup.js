/* What was last played, so that it can be played again. */

const STORED = "fudaba.setup";
export const PERSON = "person";

/** Notes what a table was made of: what `POST /api/tables` is sent. */
export function saveSetup(setup) {
  localStorage.setItem(STORED, JSON.stringify(setup));
}

/** What the last table was made of; null where there was none. */
export function savedSetup() {
  return JSON.parse(localStorage.getItem(STORED) ?? "null");
}

/** How many people sit at a table. */
export function seatsOfPeople(setup) {
  return setup.seats.filter((word) => word === PERSON).length;
}

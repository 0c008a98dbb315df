/* The setup of the last table, stored so that it can be played again. */

const STORED = "fudaba.setup";
export const PERSON = "person";

/** Stores the setup of a table: the body of `POST /api/tables`. */
export function saveSetup(setup) {
  localStorage.setItem(STORED, JSON.stringify(setup));
}

/** The setup of the last table; null for none. */
export function savedSetup() {
  return JSON.parse(localStorage.getItem(STORED) ?? "null");
}

/** The number of people in a setup. */
export function seatsOfPeople(setup) {
  return setup.seats.filter((word) => word === PERSON).length;
}

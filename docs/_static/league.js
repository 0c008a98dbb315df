// Sorts the tables of the league's page by a click on a head. Without it they are plain tables.

const SECONDS = { "µs": 1e-6, ms: 1e-3 };
const collator = new Intl.Collator("en", { numeric: true });

// The first number of a cell, times in seconds; NaN if there is none.
function numberIn(text) {
  const [number, unit] = text.replaceAll(",", "").split(/\s/);
  return Number.parseFloat(number) * (SECONDS[unit] ?? 1);
}

// Cells without a number come last in either order.
function order(one, other, isNumber, sign) {
  if (!isNumber) return sign * collator.compare(one, other);
  const [a, b] = [numberIn(one), numberIn(other)];
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
  return sign * (a - b);
}

// Numbers begin with the largest, words with A; a second click turns the order around.
function sort(table, head) {
  const column = head.cellIndex;
  const isNumber = head.classList.contains("text-right");
  const before = head.ariaSort ?? (isNumber ? "ascending" : "descending");
  for (const other of table.tHead.rows[0].cells) other.ariaSort = null;
  head.ariaSort = before === "ascending" ? "descending" : "ascending";
  const sign = head.ariaSort === "ascending" ? 1 : -1;
  const text = (row) => row.cells[column].textContent.trim();
  const rows = [...table.tBodies[0].rows];
  rows.sort((one, other) => order(text(one), text(other), isNumber, sign));
  table.tBodies[0].append(...rows);
}

for (const table of document.querySelectorAll("#league table")) {
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    const label = head.querySelector("p") ?? head;
    button.append(...label.childNodes);
    button.addEventListener("click", () => sort(table, head));
    label.append(button);
  }
}

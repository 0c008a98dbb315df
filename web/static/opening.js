/* Choosing a record: one that lies on the shelf, or a file that is dropped on the page. */

import { byId, element } from "./dom.js";
import { drawRun } from "./runs.js";
import { get } from "./server.js";

/**
 * Offers the records.
 * @param {function(string)} complain Says what is wrong; nothing once it is right.
 */
export async function openRecords(complain) {
  byId("file").addEventListener("change", (event) => {
    send(event.target.files[0], complain);
    event.target.value = ""; // so that the same file can be chosen again once it is mended
  });
  listenForDrops(byId("drop"), complain);
  try {
    const runs = await get("/api/shelf");
    const records = runs.filter((run) => run.kind === "records");
    byId("known").replaceChildren(...records.map(drawRun));
    if (!records.length) byId("known").append(element("li", { class: "soft" },
      "No records lie there yet."));
  } catch (error) {
    complain(error.message);
  }
}

function listenForDrops(within, complain) {
  const lit = (isLit) => within.classList.toggle("lit", isLit);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    lit(true);
  });
  document.addEventListener("dragleave", () => lit(false));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    lit(false);
    send(event.dataTransfer.files[0], complain);
  });
}

async function send(file, complain) {
  if (!file) return;
  try {
    const response = await fetch("/api/replay/records", { method: "POST", body: file });
    const said = await response.json();
    if (!response.ok) throw new Error(`${file.name}: ${said.error}`);
    location.search = new URLSearchParams({ record: said.record });
  } catch (error) {
    complain(error.message);
  }
}

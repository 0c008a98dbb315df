/* Choosing a record: one from the folder, or a file that is uploaded. */

import { byId, element } from "./dom.js";
import { drawRun } from "./run_item.js";
import { get } from "./server.js";
import { _ } from "./words.js";

/**
 * Lists the records of the folder and listens for uploads.
 * @param {function(string)} complain Shows an error.
 */
export async function offerRecords(complain) {
  byId("file").addEventListener("change", (event) => {
    send(event.target.files[0], complain);
    event.target.value = ""; // so that the same file can be chosen again after a correction
  });
  listenForDrops(byId("drop"), complain);
  try {
    const runs = await get("/api/runs");
    const records = runs.filter((run) => run.kind === "records");
    byId("known").replaceChildren(...records.map(drawRun));
    if (!records.length) byId("known").append(element("li", { class: "soft" },
      _("There are no records in the folder yet.")));
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

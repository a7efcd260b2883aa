// The page that checks a record: pasted, dropped or chosen. Nothing is sent anywhere.

/** @import { Verification } from "./verify.js" */

import { byId, h } from "../shared/dom.js";
import { keepOffline } from "../shared/offline.js";
import { findingItems, verdictWords } from "./findings.js";
import { recordsIn, verifyRecord } from "./verify.js";

/** Up to so many rounds are listed one by one. Of more, only those that are wrong are. */
const MOST_LISTED = 20;
const form = byId("check", HTMLFormElement);
const input = byId("record", HTMLTextAreaElement);
const fileInput = byId("file", HTMLInputElement);
const answer = byId("answer");
const status = byId("said");

/**
 * @param {string} words
 * @param {"" | "right" | "wrong"} [verdict]
 */
function setStatus(words, verdict = "") {
  status.textContent = words;
  status.className = verdict ? `verdict ${verdict}` : "verdict";
}

/** @param {Verification} verification */
function roundElement(verification) {
  return h(
    `details.round.${verification.right ? "right" : "wrong"}`,
    { open: !verification.right },
    h("summary", {}, verdictWords(verification)),
    h("ul.ticks", {}, findingItems(verification)),
  );
}

/** Checks the records in the input. */
async function checkInput() {
  answer.replaceChildren();
  setStatus("Checking.");
  try {
    const records = recordsIn(input.value);
    const found = [];
    for (const record of records) {
      found.push(await verifyRecord(record));
      if (records.length > 1) setStatus(`Checking: ${found.length} of ${records.length} rounds.`);
    }
    showFindings(found);
  } catch (error) {
    setStatus(error instanceof Error ? error.message : String(error), "wrong");
  }
}

/** @param {Verification[]} found */
function showFindings(found) {
  const wrong = found.filter((one) => !one.right);
  const verdict = wrong.length ? "wrong" : "right";
  if (found.length === 1) {
    setStatus(verdictWords(found[0]), verdict);
    answer.append(h("ul.ticks", {}, findingItems(found[0])));
    return;
  }
  if (wrong.length)
    setStatus(`${wrong.length} of ${found.length} rounds: something is wrong.`, verdict);
  else setStatus(`${found.length} rounds: all of it holds.`, verdict);
  const listed = found.length > MOST_LISTED && wrong.length ? wrong : found;
  answer.append(...listed.slice(0, MOST_LISTED).map(roundElement));
}

/** @param {string} text */
function checkText(text) {
  input.value = text;
  checkInput();
}

/** @param {File} file */
async function checkFile(file) {
  checkText(await file.text());
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  checkInput();
});
input.addEventListener("paste", () => setTimeout(checkInput));
fileInput.addEventListener("change", () => {
  const file = fileInput.files?.[0];
  if (file) checkFile(file);
});
for (const kind of ["dragover", "dragleave"]) {
  form.addEventListener(kind, (event) => {
    event.preventDefault();
    form.classList.toggle("over", kind === "dragover");
  });
}
form.addEventListener("drop", (event) => {
  event.preventDefault();
  form.classList.remove("over");
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text");
  if (file) checkFile(file);
  else if (text) checkText(text);
});
form.classList.add("ready");
keepOffline();

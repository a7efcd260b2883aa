// The page of the lab. A change on the bench is asked about after a moment without keys; what was
// known before stays, greyed, until the answer comes.

import { byId, closest } from "../shared/dom.js";
import { Refusal, requestJson } from "../shared/requests.js";
import {
  drawAll,
  onGroupClick,
  onLine,
  onLineFocus,
  onLineKey,
  onReading,
  onSubject,
  onTarget,
  onTerm,
  onTry,
  setInputs,
} from "./lab_changes.js";
import { keep, onKept, takeFigures, takeRules, takeTables } from "./lab_keep.js";
import { page, refuse } from "./lab_page.js";
import { ASKERS, askFan, worth } from "./lab_questions.js";
import { fromHash, question } from "./lab_state.js";

/** @param {Event} event */
function onCancel(event) {
  const kind = closest(event, "[data-cancel]")?.dataset.cancel;
  if (kind) ASKERS[/** @type {keyof typeof ASKERS} */ (kind)].cancel();
}

async function begin() {
  try {
    page.games = await requestJson("/api/lab");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(error.sentence);
    return;
  }
  page.state = fromHash(page.games, location.hash);
  byId("bench").hidden = byId("more").hidden = false;
  const rounds = byId("fan-form").querySelector("input");
  if (rounds) rounds.value = String(page.state.rounds);
  drawAll();
}

byId("subject").addEventListener("change", onSubject);
byId("groups").addEventListener("input", onLine);
byId("groups").addEventListener("keydown", onLineKey);
byId("groups").addEventListener("click", onGroupClick);
byId("groups").addEventListener("focusin", onLineFocus);
byId("terms").addEventListener("input", onTerm);
byId("readings").addEventListener("change", onReading);
byId("target-form").addEventListener("submit", onTarget);
byId("target").addEventListener("click", onTry);
byId("compare-readings").addEventListener("click", () => worth.ask(question(page.state)));
byId("keep").addEventListener("click", keep);
byId("kept").addEventListener("click", onKept);
byId("lab").addEventListener("click", onCancel);
byId("take-rules").addEventListener("click", takeRules);
byId("take-table").addEventListener("click", takeTables);
byId("take-figures").addEventListener("click", takeFigures);
byId("fan-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const rounds = byId("fan-form").querySelector("input");
  if (rounds?.checkValidity()) page.state.rounds = Number(rounds.value);
  askFan();
});
for (const form of ["subject", "terms", "readings", "offer"])
  byId(form).addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", () => {
  page.state = fromHash(page.games, location.hash);
  drawAll();
  setInputs();
});
window.addEventListener("pagehide", () => Object.values(ASKERS).forEach((one) => one.leave()));
window.addEventListener("pageshow", ({ persisted }) => persisted && drawAll());
begin();

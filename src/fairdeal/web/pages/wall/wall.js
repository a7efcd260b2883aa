// The floor's wall: all tables as they are, loaded every two seconds, and the acts of the floor.

/** @import { Wall, WallTable } from "../types.js" */
/** @import { SampleRules } from "./wall_dialogs.js" */

import {
  countWords,
  drawCounted,
  sendCount,
  sendTrayCount,
  trayWords,
} from "../shared/counting.js";
import { byId, closest, fill, h, readJson } from "../shared/dom.js";
import { lockWhenIdle } from "../shared/lock.js";
import { money } from "../shared/money.js";
import { performPending } from "../shared/pending.js";
import { clauseElement } from "../shared/outcome.js";
import { Refusal, requestJson, sendCommand, sendUntilAnswered } from "../shared/requests.js";
import { commandWithFields, refusalNotice } from "../shared/staff.js";
import {
  dialog,
  showClosedTable,
  showClosing,
  showCounted,
  showCounting,
  showLimits,
  showOpening,
  showPaper,
  showReconciliation,
  showTransfer,
  showTrayCount,
} from "./wall_dialogs.js";
import { askForMeterAct, beginMeterAct, meterList } from "./wall_meters.js";
import { closedTables, eventList, tableElement } from "./wall_table.js";

const LOADED_EVERY_MS = 2000;
/** @type {Wall} */
let wall = readJson("first");
let lost = false;
/** @type {Refusal | null} */
let refusal = null;
/** The urgent alarms that were read aloud. @type {Set<string>} */
let knownAlarms = new Set();
/** @type {SampleRules[]} */
let samples = [];

/** @param {string | undefined} id */
const findTable = (id) => wall.tables.find(({ table }) => table === id);

// Drawing ------------------------------------------------------------------------------------------

/**
 * Returns the rank of a table in the list. Those that wait for a person are first.
 *
 * @param {WallTable} table
 */
function rank({ alarms = [] }) {
  if (alarms.some((alarm) => alarm.urgent)) return 0;
  return alarms.length ? 1 : 2;
}

/** @param {Wall} wall */
function drawAlarms({ tables, events = [] }) {
  const atTables = tables.flatMap(({ name, alarms = [] }) =>
    alarms.filter((alarm) => alarm.urgent).map((alarm) => `${name}: ${alarm.words}`),
  );
  const urgent = [...atTables, ...events.map(({ time, words }) => `${time}: ${words}`)];
  document.title = `${urgent.length ? `${urgent.length} waiting · ` : ""}The floor · Fairdeal`;
  const fresh = urgent.filter((words) => !knownAlarms.has(words));
  if (fresh.length) byId("urgent").textContent = fresh.join(". ");
  knownAlarms = new Set(urgent);
}

function draw() {
  const open = wall.tables.filter((table) => !table.closed);
  const drop = open.reduce((sum, table) => sum + table.money.drop, 0);
  const handle = open.reduce((sum, table) => sum + table.money.handle, 0);
  const wins = open.flatMap((table) => table.money.win ?? []);
  const win = wins.reduce((sum, cents) => sum + cents, 0);
  // A sum of some tables only would be taken for that of all.
  const winWords = wins.length === open.length ? ` · win ${money(win)}` : "";
  const amounts = `drop ${money(drop)} · handle ${money(handle)}${winWords}`;
  byId("sum").textContent = `${open.length} tables open · ${amounts}`;
  const lostWords = "The connection is lost. Trying again. This page may be out of date.";
  fill(byId("notices"), [
    lost ? h("p.strip#lost", { role: "status" }, lostWords) : null,
    refusal ? refusalNotice(refusal.sentence, refusal.clause) : null,
  ]);
  const sorted = [...open].sort((one, other) => rank(one) - rank(other));
  fill(
    byId("tables"),
    sorted.map((table) => tableElement(table, wall.may, wall.now)),
  );
  fill(byId("closed"), closedTables(wall.tables.filter((table) => table.closed)));
  fill(byId("meters"), meterList(wall));
  fill(byId("events"), eventList(wall));
  drawAlarms(wall);
}

// Loading ------------------------------------------------------------------------------------------

async function loadWall() {
  if (document.body.classList.contains("locked")) return;
  try {
    wall = await requestJson("/floor/state");
    lost = false;
  } catch (error) {
    if (error instanceof Refusal && [401, 403].includes(error.status)) {
      refusal = error;
      wall = { ...wall, may: [] };
    } else lost = true;
  }
  draw();
}

/** @type {number | undefined} */
let timer;
async function keepLoading() {
  clearTimeout(timer);
  await loadWall();
  timer = window.setTimeout(keepLoading, LOADED_EVERY_MS);
}
document.addEventListener("visibilitychange", () => document.hidden || keepLoading());

/**
 * Sends a request, shows its refusal, and loads the wall. The result is null if it was refused.
 *
 * @template Answer
 * @param {() => Promise<Answer>} request
 */
async function attempt(request) {
  try {
    const answer = await request();
    refusal = null;
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refusal = error;
    return null;
  } finally {
    await keepLoading();
  }
}

// Acts of the floor --------------------------------------------------------------------------------

async function beginOpening() {
  const found = await attempt(() => requestJson("/floor/rules"));
  if (!found) return;
  samples = found;
  showOpening(samples);
}

async function openTable() {
  try {
    const rules = byId("rules", HTMLTextAreaElement).value;
    const { table } = await requestJson("/floor/open", { rules });
    dialog.close();
    await keepLoading();
    byId("polite").textContent = `${findTable(table)?.name ?? table} is open.`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fill(byId("wrong"), [h("span", {}, `${error.message} `), clauseElement(error.clause)]);
  }
}

/** @param {WallTable} table */
async function countTable(table) {
  const form = byId("counting", HTMLFormElement);
  const answer = await attempt(() => sendCount(form, table.pending?.decks ?? []));
  if (!answer) dialog.close();
  else if (answer.closed) showReconciliation(table, answer);
  else showCounted(table, countWords(answer));
}

/** @param {WallTable} table */
async function countTray(table) {
  const form = byId("tray-count", HTMLFormElement);
  const answer = await attempt(() => sendTrayCount(form));
  if (answer) showCounted(table, trayWords(answer));
  else dialog.close();
}

/** @param {WallTable} table */
async function signClosedTable({ table, drop_day: day }) {
  dialog.close();
  await attempt(() => requestJson(`/api/tables/${table}/closed-table`, { day }));
}

/** @param {WallTable} table */
async function closeTable(table) {
  const found = await attempt(() => requestJson(`/api/tables/${table.table}/close`, {}));
  if (found) showReconciliation(table, found);
  else dialog.close();
}

/**
 * @param {WallTable} table
 * @param {string} act
 */
async function transferChips(table, act) {
  const body = {
    amount: Number(byId("amount", HTMLInputElement).value),
    reason: byId("reason", HTMLInputElement).value.trim(),
  };
  dialog.close();
  await attempt(() => sendUntilAnswered(`/api/tables/${table.table}/${act}`, body));
}

/** @param {WallTable} table */
async function postLimits(table) {
  const [minimum, maximum] = ["minimum", "maximum"].map((id) =>
    Number(byId(id, HTMLInputElement).value),
  );
  dialog.close();
  await attempt(() => sendCommand(table.table, { do: "post-limits", minimum, maximum }));
}

/**
 * @param {WallTable} table
 * @param {string} act
 */
async function writePaper(table, act) {
  const text = byId("paper", HTMLTextAreaElement).value.trim();
  const resolved = act === "error-notification" && byId("resolved", HTMLInputElement).checked;
  const body = act === "error-notification" ? { explanation: text, resolved } : { report: text };
  dialog.close();
  await attempt(() => requestJson(`/api/tables/${table.table}/${act}`, body));
}

/** @param {HTMLElement | null} button of an alarm of the back office */
function acknowledge(button) {
  const address = `/api/events/significant/${button?.dataset.event}/acknowledge`;
  attempt(() => requestJson(address, {}));
}

/**
 * Begins an act whose button was clicked.
 *
 * @param {WallTable} table
 * @param {string} act
 */
function beginAct(table, act) {
  const id = table.table;
  if (act === "fill" || act === "credit") showTransfer(table, act);
  else if (act === "limits") showLimits(table, wall.notice_minutes);
  else if (act === "tray") showTrayCount(table);
  else if (act === "closed-table") showClosedTable(table);
  else if (act === "close" && table.dealer === "person") showCounting(table);
  else if (act === "close") showClosing(table);
  else if (act === "error-notification" || act === "incident-report") showPaper(table, act);
  else if (act === "answer") attempt(() => sendCommand(id, { do: "answer-call" }));
  else if (act === "hand over") {
    const dealer = table.dealer === "auto" ? "person" : "auto";
    attempt(() => requestJson(`/api/tables/${id}/handover`, { dealer }));
  }
}

dialog.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.id !== "sample") return;
  const sample = samples.find(({ name }) => name === target.value);
  byId("rules", HTMLTextAreaElement).value = sample?.text ?? "";
});
dialog.addEventListener("input", drawCounted);
dialog.addEventListener("click", (event) => {
  if (closest(event, "[data-cancel]")) dialog.close();
});
dialog.addEventListener("submit", (event) => {
  event.preventDefault();
  const { do: act = "", table: id } = closest(event, "form")?.dataset ?? {};
  const table = findTable(id);
  const meterForm = closest(event, "form[data-meter]");
  if (meterForm instanceof HTMLFormElement) {
    const asked = askForMeterAct(meterForm);
    dialog.close();
    attempt(() => asked);
  } else if (act === "open") openTable();
  else if (table && act === "count") countTable(table);
  else if (table && act === "close") closeTable(table);
  else if (table && act === "tray") countTray(table);
  else if (table && act === "closed-table") signClosedTable(table);
  else if (table && act === "limits") postLimits(table);
  else if (table && closest(event, "form[data-paper]")) writePaper(table, act);
  else if (table) transferChips(table, act);
});
byId("floor").addEventListener("click", (event) => {
  // A double click acts once: after the first click the button may mean the opposite.
  if (event.detail > 1) return;
  const act = closest(event, "[data-act]")?.dataset.act;
  const table = findTable(closest(event, "[data-table]")?.dataset.table);
  if (closest(event, "[data-close]")) {
    refusal = null;
    draw();
  } else if (closest(event, "#open")) beginOpening();
  else if (closest(event, "[data-event]")) acknowledge(closest(event, "[data-event]"));
  else if (closest(event, "[data-meter-act]"))
    beginMeterAct(/** @type {HTMLElement} */ (closest(event, "[data-meter-act]")), wall);
  else if (act && table) beginAct(table, act);
  else if (table && closest(event, "[data-pending]")) {
    attempt(() => performPending(event, table.table) ?? Promise.resolve());
  }
});
byId("floor").addEventListener("submit", (event) => {
  event.preventDefault();
  const table = findTable(closest(event, "[data-table]")?.dataset.table);
  if (table && closest(event, "form[data-void]")) {
    attempt(() => performPending(event, table.table) ?? Promise.resolve());
    return;
  }
  const i = Number(closest(event, "form")?.dataset.answer);
  const answer = table?.question?.answers?.[i];
  if (!table || !answer) return;
  const prefix = `${table.table}-answer-${i}`;
  const command = commandWithFields(answer.command, answer.fields, prefix);
  if (command) attempt(() => sendCommand(table.table, command));
});

draw();
timer = window.setTimeout(keepLoading, LOADED_EVERY_MS);
lockWhenIdle(document.getElementById("visitor")?.textContent ?? "");

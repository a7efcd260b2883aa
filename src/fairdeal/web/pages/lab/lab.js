// The page of the lab. A change on the bench is asked about after a moment without keys; what was
// known before stays, greyed, until the answer comes.

/** @import { AnalyzeAnswer, LabGame, OutcomeAnswer, TargetAnswer, WagerAnswer } from "../types.js" */
/** @import { Kept } from "./lab_figures.js" */
/** @import { LabState } from "./lab_state.js" */

import { byId, closest, fill } from "../shared/dom.js";
import { Refusal, requestJson } from "../shared/requests.js";
import { asker } from "./lab_ask.js";
import { fanElements, meterElements } from "./lab_fan.js";
import { figureElements, keptElements, stripElements, workElements } from "./lab_figures.js";
import { commandLine, download, fileName, ownGroups, paytableFile } from "./lab_files.js";
import { rulesElements, targetElements as foundElements, worthElements } from "./lab_panels.js";
import {
  freshState,
  fromHash,
  groupsOf,
  isReadable,
  metersOf,
  paytables,
  question,
  searchedGroup,
  stepped,
  tableName,
  tableOf,
  toHash,
  worthOfOne,
} from "./lab_state.js";
import {
  gameKey,
  groupElement,
  offerElements,
  readingElements,
  subjectElements,
  targetElements,
  termElements,
} from "./lab_view.js";
import { percent } from "./lab_words.js";

const QUIET_MS = 180;
const FAN_QUIET_MS = 500;

/** @type {LabGame[]} */
let games = [];
/** @type {LabState} */
let state;
/** The figures on the page, and whether they are of an earlier bench. */
let shown = /** @type {WagerAnswer | null} */ (null);
let stale = false;
/** Whether the figures of the bench are queued. */
let solving = false;
/** The figures of the printed table that the lines begin from. @type {WagerAnswer | null} */
let printed = null;
/** The answer as a document, to be downloaded. @type {AnalyzeAnswer | null} */
let answered = null;
/** @type {TargetAnswer | null} */
let proposals = null;
/** @type {Kept[]} */
let kept = [];
let keptCount = 0;
/** @type {Record<string, number | undefined>} */
const timers = {};

/** @param {string} words */
const tell = (words) => (byId("told").textContent = words);
/** @param {string} words */
const refuse = (words) => (byId("refused").textContent = words);

/**
 * Does something after a moment in which nothing else was wanted.
 *
 * @param {string} name
 * @param {number} milliseconds
 * @param {() => void} act
 */
function soon(name, milliseconds, act) {
  clearTimeout(timers[name]);
  timers[name] = window.setTimeout(act, milliseconds);
}

// Questions ------------------------------------------------------------------------------------

const figures = asker("analyze", {
  working(job) {
    // The fan follows the figures: what is asked of an earlier bench is not wanted any more.
    clearTimeout(timers.fan);
    fan.giveUp();
    stale = true;
    solving = job !== null;
    if (job) fill(byId("work"), workElements(job, "analyze"));
    drawFigures();
  },
  answered(answer) {
    answered = /** @type {AnalyzeAnswer} */ (answer);
    shown = answered.wagers[0];
    stale = solving = false;
    refuse("");
    fill(byId("work"), []);
    drawBench();
    tell(`House edge ${percent(shown.house_edge)}`);
    soon("fan", FAN_QUIET_MS, askFan);
    if (metersOf(state).length) askMeters();
  },
  refused(words) {
    solving = false;
    fill(byId("work"), []);
    drawFigures();
    refuse(words);
  },
  cancelled() {
    solving = false;
    fill(byId("work"), []);
    drawFigures();
    tell("Cancelled. The figures are those of before.");
  },
});

const base = asker("analyze", {
  working() {},
  answered(answer) {
    printed = answer.wagers[0];
    drawFigures();
  },
  refused() {},
  cancelled() {},
});

/**
 * Returns what asks for the content of a panel.
 *
 * @param {string} kind
 * @param {string} panel
 * @param {(answer: any) => (Node | false | string)[]} elements
 */
const panelAsker = (kind, panel, elements) =>
  asker(kind, {
    working(job) {
      byId(panel).classList.add("stale");
      if (job || !byId(panel).children.length) fill(byId(panel), workElements(job, kind));
    },
    answered(answer) {
      byId(panel).classList.remove("stale");
      fill(byId(panel), elements(answer));
    },
    refused(words) {
      byId(panel).classList.remove("stale");
      const told = document.createElement("p");
      told.className = "refused";
      told.textContent = words;
      fill(byId(panel), [told]);
    },
    cancelled() {
      byId(panel).classList.remove("stale");
      fill(byId(panel), []);
    },
  });

const fan = panelAsker("fan", "fan", fanElements);
const meters = panelAsker("meters", "meters", meterElements);
const worth = panelAsker("readings", "worth", worthElements);
const target = panelAsker("target", "target", (answer) => {
  proposals = answer;
  return foundElements(answer);
});

const ASKERS = { analyze: figures, fan, meters, readings: worth, target };

function askFigures() {
  if (!isReadable(state)) return;
  figures.ask(question(state));
}

function askFan() {
  if (!isReadable(state) || stale) return;
  fan.ask({ ...question(state), stake: state.stake, rounds: state.rounds });
}

function askMeters() {
  const rate = Object.fromEntries(
    Object.entries(state.rates).map(([meter, share]) => [meter, Math.round(share * 100) / 10_000]),
  );
  const named = metersOf(state).map(({ meter }) => meter);
  const fed = Object.fromEntries(Object.entries(rate).filter(([meter]) => named.includes(meter)));
  meters.ask({ ...question(state), rate: fed });
}

// Drawing --------------------------------------------------------------------------------------

/** The outcomes of the figures by hand; they say nothing of another wager's lines. */
function outcomesByHand() {
  /** @type {Map<string, OutcomeAnswer>} */
  const found = new Map();
  if (shown?.wager === state.wager.wager)
    for (const one of shown.outcomes) if (!found.has(one.hand)) found.set(one.hand, one);
  return found;
}

function drawFigures() {
  const several = groupsOf(state).filter(({ tables }) => tables.length > 1);
  const name = several.map(({ group }) => state.tables[group]).join(", ");
  fill(byId("strip"), stripElements(shown, printed, name, stale, solving));
  fill(byId("figures"), shown ? figureElements(shown, stale) : []);
  byId("lab").setAttribute("data-settled", String(!stale && shown !== null));
}

function drawLines() {
  const outcomes = outcomesByHand();
  fill(
    byId("groups"),
    groupsOf(state).map((group) => groupElement(state, group, outcomes, stale)),
  );
}

function drawBench() {
  drawLines();
  drawFigures();
  /** @type {HTMLButtonElement} */ (byId("take-table")).disabled = !ownGroups(state).length;
  drawCommand();
  history.replaceState(null, "", toHash(state));
}

/** Says what the columns mean, and which keys change a line. */
function drawHelp() {
  const isMain = state.wager.wager === "main";
  const { unit } = state.wager;
  byId("line-help").textContent =
    `Chance: how often ${isMain ? "a round ends on this line under best play" : "the line is hit"}. ` +
    `Gives back: what it adds to the value of one ${unit}. ` +
    "Arrow keys step a payout as a sign would, Enter goes to the next line, Escape brings the printed one back.";
  byId("line-worth").textContent = "";
  byId("line-worth").hidden = isMain;
  byId("target-help").textContent = isMain
    ? "The main wagers are solved again for each change: this may take a minute or more."
    : "Only payouts that a sign would have are tried; each edge is exact.";
}

/** @param {(Node | false)[]} [found] what was said of a rules file */
function drawCommand(found = []) {
  const words = document.createElement("p");
  words.className = "command";
  const code = document.createElement("code");
  code.textContent = commandLine(state);
  words.append("The same figures on the command line: ", code);
  fill(byId("take"), [...found, words]);
}

/** Draws everything that belongs to a game and a wager, and asks anew. */
function drawAll() {
  shown = printed = answered = proposals = null;
  fill(byId("subject"), subjectElements(games, state));
  fill(byId("terms"), termElements(state));
  fill(byId("readings"), readingElements(state));
  fill(byId("offer"), offerElements(state));
  fill(byId("target-form"), targetElements(state));
  for (const panel of ["fan", "meters", "target", "worth", "work"]) fill(byId(panel), []);
  byId("meters-panel").hidden = metersOf(state).length === 0;
  byId("readings-choice").hidden = state.game.readings.length === 0;
  const felts = [...byId("lab").classList].filter((name) => name.endsWith("-edge"));
  byId("lab").classList.remove(...felts);
  byId("lab").classList.add(`felt-${state.game.felt}-edge`);
  drawHelp();
  drawBench();
  base.ask(question(state, true));
  askFigures();
}

/** Draws lines and terms after a change of the table, and asks anew. */
function drawTable() {
  fill(byId("terms"), termElements(state));
  fill(byId("target-form"), targetElements(state));
  byId("meters-panel").hidden = metersOf(state).length === 0;
  fill(byId("worth"), []);
  stale = true;
  drawBench();
  base.ask(question(state, true));
  askFigures();
}

// Changes --------------------------------------------------------------------------------------

/** @param {HTMLInputElement} input @param {string} value */
function changeLine(input, value) {
  const { group = "", hand = "", printed: before = "" } = input.dataset;
  const lines = { ...state.lines[group] };
  if (value.trim() === before) delete lines[hand];
  else lines[hand] = value.trim();
  state.lines = { ...state.lines, [group]: lines };
  refuse("");
  stale = true;
  drawLines();
  drawFigures();
  fill(byId("worth"), []);
  soon("figures", QUIET_MS, () => {
    drawBench();
    askFigures();
  });
}

/** @param {Event} event */
function onLine(event) {
  const input = closest(event, "input[data-hand]");
  if (input instanceof HTMLInputElement) changeLine(input, input.value);
}

/** @param {KeyboardEvent} event */
function onLineKey(event) {
  const input = closest(event, "input[data-hand]");
  if (!(input instanceof HTMLInputElement)) return;
  if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    event.preventDefault();
    input.value = stepped(input.value, event.key === "ArrowUp");
    changeLine(input, input.value);
  } else if (event.key === "Enter") {
    const inputs = [...byId("groups").querySelectorAll("input")];
    inputs[(inputs.indexOf(input) + 1) % inputs.length].select();
  } else if (event.key === "Escape") {
    input.value = input.dataset.printed ?? "";
    changeLine(input, input.value);
  }
}

/**
 * Says what one more on the line in focus is worth. A side bet has no decisions, so that is exact;
 * the main wagers are played otherwise under another table.
 *
 * @param {Event} event
 */
function onLineFocus(event) {
  const input = closest(event, "input[data-hand]");
  if (!(input instanceof HTMLInputElement) || state.wager.wager === "main") return;
  const { hand = "" } = input.dataset;
  const outcome = outcomesByHand().get(hand);
  const worth = outcome?.pays ? worthOfOne(input.value, outcome.probability, state.stake) : null;
  const more = input.value.startsWith("$") ? "One dollar more" : "One more";
  byId("line-worth").textContent =
    worth === null ? "" : `${more} on ${hand} takes ${percent(worth, 3)} off the edge.`;
}

/** @param {Event} event */
function onGroupClick(event) {
  const button = closest(event, "button");
  if (!button) return;
  const { group, table, undo } = button.dataset;
  if (group && table) {
    state.tables[group] = table;
    state.lines = { ...state.lines, [group]: {} };
    drawTable();
  } else if (undo) {
    state.lines = { ...state.lines, [undo]: {} };
    for (const input of byId("groups").querySelectorAll("input"))
      if (input.dataset.group === undo) input.value = input.dataset.printed ?? "";
    stale = true;
    drawBench();
    askFigures();
  }
}

/** @param {Event} event */
function onSubject(event) {
  const field = /** @type {HTMLSelectElement} */ (event.target);
  if (field.name === "game") {
    const game = games.find((one) => gameKey(one) === field.value) ?? games[0];
    state = freshState(game);
  } else {
    state = { ...freshState(state.game, field.value), readings: state.readings };
  }
  drawAll();
}

/** @param {Event} event */
function onTerm(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field instanceof HTMLInputElement && !field.checkValidity()) return;
  const value = field.value === "" ? null : Number(field.value);
  const [kind, meter] = field.name.split(/-(.*)/);
  if (kind === "stake" && value !== null) state.stake = value;
  if (kind === "limit") state.limit = value;
  if (kind === "meter" && value !== null) state.meters[meter] = value;
  if (kind === "rate" && value !== null) state.rates[meter] = value;
  if (kind === "rate" && value === null) delete state.rates[meter];
  stale = true;
  drawFigures();
  soon("figures", QUIET_MS, () => {
    drawBench();
    base.ask(question(state, true));
    askFigures();
  });
}

/** @param {Event} event */
function onReading(event) {
  const field = /** @type {HTMLSelectElement} */ (event.target);
  state.readings = { ...state.readings, [field.name]: field.value };
  drawTable();
}

/** @param {Event} event */
function onTarget(event) {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (byId("target-form")));
  const line = String(form.get("line") ?? "");
  const edge = Number(form.get("edge"));
  target.ask({ ...question(state), edge, ...(line ? { lines: [line] } : {}) });
}

/** @param {Event} event */
function onTry(event) {
  const button = closest(event, "[data-try]");
  const lines = proposals?.tables[Number(button?.dataset.try)]?.lines;
  if (!button || !lines) return;
  const group = searchedGroup(state);
  const table = tableOf(state, group);
  const before = Object.fromEntries(table.lines.map(({ hand, pays }) => [hand, pays]));
  const now = { ...state.lines[group.group], ...lines };
  for (const [hand, pays] of Object.entries(now)) if (pays === before[hand]) delete now[hand];
  state.lines = { ...state.lines, [group.group]: now };
  stale = true;
  drawBench();
  setInputs();
  askFigures();
  byId("groups").scrollIntoView({ block: "nearest" });
}

/** Shows in the inputs what the state has: a browser keeps what was typed. */
function setInputs() {
  for (const input of byId("groups").querySelectorAll("input"))
    input.value = input.getAttribute("value") ?? "";
}

function keep() {
  if (!shown || stale) return;
  keptCount += 1;
  const title = `${state.game.title}, ${state.wager.wager === "main" ? "main wagers" : state.wager.title}`;
  const one = {
    id: `kept-${keptCount}`,
    title,
    table: tableName(state),
    figures: shown,
    hash: toHash(state),
  };
  kept = [...kept, one].slice(-12);
  fill(byId("kept"), keptElements(kept));
  tell(`Kept: ${one.table}`);
}

/** @param {Event} event */
function onKept(event) {
  const drop = closest(event, "[data-drop]")?.dataset.drop;
  const bench = closest(event, "[data-bench]")?.dataset.bench;
  if (drop) {
    kept = kept.filter(({ id }) => id !== drop);
    fill(byId("kept"), keptElements(kept));
    byId("keep").focus();
  }
  const one = kept.find(({ id }) => id === bench);
  if (!one) return;
  event.preventDefault();
  state = fromHash(games, one.hash);
  drawAll();
  setInputs();
}

/** @param {Event} event */
function onCancel(event) {
  const kind = closest(event, "[data-cancel]")?.dataset.cancel;
  if (kind) ASKERS[/** @type {keyof typeof ASKERS} */ (kind)].cancel();
}

async function takeRules() {
  const offered = [.../** @type {HTMLFormElement} */ (byId("offer")).querySelectorAll("input")]
    .filter(({ checked }) => checked)
    .map(({ name }) => name);
  const main = state.game.wagers[0].groups;
  const meterNames = metersOf(state).map(({ meter }) => meter);
  const reset = Object.fromEntries(
    Object.entries(state.meters).filter(([meter]) => meterNames.includes(meter)),
  );
  try {
    const found = await requestJson("/api/lab/rules", {
      game: state.game.game,
      jurisdiction: state.game.jurisdiction,
      paytables: paytables(state, [...main, ...offered]),
      readings: state.readings,
      ...(state.limit === null ? {} : { payout_limit: state.limit }),
      ...(Object.keys(reset).length ? { reset } : {}),
    });
    if (found.toml) download(`${state.game.game}.toml`, found.toml, "application/toml");
    drawCommand(rulesElements(found));
    byId("take").focus({ preventScroll: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(error.sentence);
  }
}

function takeTables() {
  for (const { group } of ownGroups(state))
    download(fileName(state, group), paytableFile(state, group), "application/toml");
  drawCommand();
}

function takeFigures() {
  if (!answered || stale) return;
  const name = `${state.game.game}-${state.wager.wager}.json`;
  download(name, `${JSON.stringify(answered, null, 2)}\n`, "application/json");
}

// Beginning ------------------------------------------------------------------------------------

async function begin() {
  try {
    games = await requestJson("/api/lab");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(error.sentence);
    return;
  }
  state = fromHash(games, location.hash);
  byId("bench").hidden = byId("more").hidden = false;
  const rounds = byId("fan-form").querySelector("input");
  if (rounds) rounds.value = String(state.rounds);
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
byId("compare-readings").addEventListener("click", () => worth.ask(question(state)));
byId("keep").addEventListener("click", keep);
byId("kept").addEventListener("click", onKept);
byId("lab").addEventListener("click", onCancel);
byId("take-rules").addEventListener("click", takeRules);
byId("take-table").addEventListener("click", takeTables);
byId("take-figures").addEventListener("click", takeFigures);
byId("fan-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const rounds = byId("fan-form").querySelector("input");
  if (rounds?.checkValidity()) state.rounds = Number(rounds.value);
  askFan();
});
for (const form of ["subject", "terms", "readings", "offer"])
  byId(form).addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", () => {
  state = fromHash(games, location.hash);
  drawAll();
  setInputs();
});
window.addEventListener("pagehide", () => Object.values(ASKERS).forEach((one) => one.leave()));
window.addEventListener("pageshow", ({ persisted }) => persisted && drawAll());
begin();

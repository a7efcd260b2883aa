// Changes of the bench by hand: game and wager, lines, terms, readings, and a table for an edge.

import { byId, closest, fill } from "../shared/dom.js";
import { drawBench, drawFigures, drawHelp, drawLines, outcomesByHand } from "./lab_bench.js";
import { page, refuse, soon } from "./lab_page.js";
import { askFigures, base, target } from "./lab_questions.js";
import {
  freshState,
  metersOf,
  question,
  searchedGroup,
  stepped,
  tableOf,
  worthOfOne,
} from "./lab_state.js";
import {
  gameKey,
  offerElements,
  readingElements,
  subjectElements,
  targetElements,
  termElements,
} from "./lab_view.js";
import { percent } from "./lab_words.js";

const QUIET_MS = 180;

/** Draws everything that belongs to a game and a wager, and asks anew. */
export function drawAll() {
  page.shown = page.printed = page.answered = page.proposals = null;
  fill(byId("subject"), subjectElements(page.games, page.state));
  fill(byId("terms"), termElements(page.state));
  fill(byId("readings"), readingElements(page.state));
  fill(byId("offer"), offerElements(page.state));
  fill(byId("target-form"), targetElements(page.state));
  for (const panel of ["fan", "meters", "target", "worth", "work"]) fill(byId(panel), []);
  byId("meters-panel").hidden = metersOf(page.state).length === 0;
  byId("readings-choice").hidden = page.state.game.readings.length === 0;
  const felts = [...byId("lab").classList].filter((name) => name.endsWith("-edge"));
  byId("lab").classList.remove(...felts);
  byId("lab").classList.add(`felt-${page.state.game.felt}-edge`);
  drawHelp();
  drawBench();
  base.ask(question(page.state, true));
  askFigures();
}

/** Draws lines and terms after a change of the table, and asks anew. */
function drawTable() {
  fill(byId("terms"), termElements(page.state));
  fill(byId("target-form"), targetElements(page.state));
  byId("meters-panel").hidden = metersOf(page.state).length === 0;
  fill(byId("worth"), []);
  page.stale = true;
  drawBench();
  base.ask(question(page.state, true));
  askFigures();
}

/** @param {HTMLInputElement} input @param {string} value */
function changeLine(input, value) {
  const { group = "", hand = "", printed: before = "" } = input.dataset;
  const lines = { ...page.state.lines[group] };
  if (value.trim() === before) delete lines[hand];
  else lines[hand] = value.trim();
  page.state.lines = { ...page.state.lines, [group]: lines };
  refuse("");
  page.stale = true;
  drawLines();
  drawFigures();
  fill(byId("worth"), []);
  soon("figures", QUIET_MS, () => {
    drawBench();
    askFigures();
  });
}

/** @param {Event} event */
export function onLine(event) {
  const input = closest(event, "input[data-hand]");
  if (input instanceof HTMLInputElement) changeLine(input, input.value);
}

/** @param {KeyboardEvent} event */
export function onLineKey(event) {
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
export function onLineFocus(event) {
  const input = closest(event, "input[data-hand]");
  if (!(input instanceof HTMLInputElement) || page.state.wager.wager === "main") return;
  const { hand = "" } = input.dataset;
  const outcome = outcomesByHand().get(hand);
  const worth = outcome?.pays
    ? worthOfOne(input.value, outcome.probability, page.state.stake)
    : null;
  const more = input.value.startsWith("$") ? "One dollar more" : "One more";
  byId("line-worth").textContent =
    worth === null ? "" : `${more} on ${hand} takes ${percent(worth, 3)} off the edge.`;
}

/** @param {Event} event */
export function onGroupClick(event) {
  const button = closest(event, "button");
  if (!button) return;
  const { group, table, undo } = button.dataset;
  if (group && table) {
    page.state.tables[group] = table;
    page.state.lines = { ...page.state.lines, [group]: {} };
    drawTable();
  } else if (undo) {
    page.state.lines = { ...page.state.lines, [undo]: {} };
    for (const input of byId("groups").querySelectorAll("input"))
      if (input.dataset.group === undo) input.value = input.dataset.printed ?? "";
    page.stale = true;
    drawBench();
    askFigures();
  }
}

/** @param {Event} event */
export function onSubject(event) {
  const field = /** @type {HTMLSelectElement} */ (event.target);
  if (field.name === "game") {
    const game = page.games.find((one) => gameKey(one) === field.value) ?? page.games[0];
    page.state = freshState(game);
  } else {
    page.state = { ...freshState(page.state.game, field.value), readings: page.state.readings };
  }
  drawAll();
}

/** @param {Event} event */
export function onTerm(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field instanceof HTMLInputElement && !field.checkValidity()) return;
  const value = field.value === "" ? null : Number(field.value);
  const [kind, meter] = field.name.split(/-(.*)/);
  if (kind === "stake" && value !== null) page.state.stake = value;
  if (kind === "limit") page.state.limit = value;
  if (kind === "meter" && value !== null) page.state.meters[meter] = value;
  if (kind === "rate" && value !== null) page.state.rates[meter] = value;
  if (kind === "rate" && value === null) delete page.state.rates[meter];
  page.stale = true;
  drawFigures();
  soon("figures", QUIET_MS, () => {
    drawBench();
    base.ask(question(page.state, true));
    askFigures();
  });
}

/** @param {Event} event */
export function onReading(event) {
  const field = /** @type {HTMLSelectElement} */ (event.target);
  page.state.readings = { ...page.state.readings, [field.name]: field.value };
  drawTable();
}

/** @param {Event} event */
export function onTarget(event) {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (byId("target-form")));
  const line = String(form.get("line") ?? "");
  const edge = Number(form.get("edge"));
  target.ask({ ...question(page.state), edge, ...(line ? { lines: [line] } : {}) });
}

/** @param {Event} event */
export function onTry(event) {
  const button = closest(event, "[data-try]");
  const lines = page.proposals?.tables[Number(button?.dataset.try)]?.lines;
  if (!button || !lines) return;
  const group = searchedGroup(page.state);
  const table = tableOf(page.state, group);
  const before = Object.fromEntries(table.lines.map(({ hand, pays }) => [hand, pays]));
  const now = { ...page.state.lines[group.group], ...lines };
  for (const [hand, pays] of Object.entries(now)) if (pays === before[hand]) delete now[hand];
  page.state.lines = { ...page.state.lines, [group.group]: now };
  page.stale = true;
  drawBench();
  setInputs();
  askFigures();
  byId("groups").scrollIntoView({ block: "nearest" });
}

/** Shows in the inputs what the page.state has: a browser keeps what was typed. */
export function setInputs() {
  for (const input of byId("groups").querySelectorAll("input"))
    input.value = input.getAttribute("value") ?? "";
}

// The script on the console: the next step as one large button, the steps after it, and the gauges
// of stub counts and deck hours.

/** @import { DeckGauge, InputField, ScriptLine } from "../types.js" */

import { chipElement } from "../shared/chips.js";
import { byId, fill, h } from "../shared/dom.js";
import { chipCounts } from "../shared/money.js";
import { clauseElement } from "../shared/outcome.js";
import { inputField } from "../shared/staff.js";
import {
  cardsField,
  currentLine,
  isBusy,
  laterLines,
  linesAtHand,
  serverTime,
  state,
} from "./console_state.js";

/** A deck whose hours end so soon is marked, in seconds. */
const DECK_ENDS_SOON = 900;
const LATER_LINES = 2;
/** @type {Record<string, string>} */
const ROLE_WORDS = {
  player: "waits for the player",
  floor: "for the floorperson",
  dealer: "for the dealer",
};

/** @param {number} seconds */
function hoursWords(seconds) {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/**
 * @param {string} title
 * @param {string} value
 * @param {HTMLElement} bar
 * @param {string} words
 * @param {string} level
 */
function gauge(title, value, bar, words, level) {
  return h(
    "div",
    { class: `gauge ${level}` },
    h(
      "p",
      {},
      h("span", {}, title),
      h("b.money", {}, value),
      words ? h("span.word", {}, words) : null,
    ),
    bar,
  );
}

/** @param {DeckGauge} deck */
function deckGauge({ deck, stage, used, of, clock, in_play: inPlay }) {
  const seconds = used + Math.max(0, state.lost ? 0 : serverTime() - clock);
  const left = of - seconds;
  const resting = inPlay ? stage : `rests, ${stage}`;
  const [level, words] =
    left <= 0
      ? ["over", "change it"]
      : left <= DECK_ENDS_SOON
        ? ["due", "soon over"]
        : ["", resting];
  const bar = h("meter", {
    min: 0,
    max: of,
    value: Math.min(of, Math.max(0, Math.round(seconds))),
    "aria-label": `hours of the ${deck} deck`,
  });
  const title = `${deck[0].toUpperCase()}${deck.slice(1)} deck`;
  const value = state.lost ? "?" : `${hoursWords(seconds)} of ${hoursWords(of)}`;
  return gauge(title, value, bar, words, level);
}

export function drawGauges() {
  const { stub, decks = [] } = state.scene;
  const gauges = decks.map(deckGauge);
  if (stub) {
    const { round, of, due } = stub;
    const pips = Array.from({ length: of }, (_, i) => h(`i${i < round ? ".on" : ""}`));
    const bar = h("div.pips", { "aria-hidden": "true" }, pips);
    const words = due ? "due now" : "";
    gauges.unshift(gauge("Stub count", `${round} of ${of}`, bar, words, due ? "due" : ""));
  }
  fill(byId("gauges"), gauges);
}

/** Returns the prefix of the ids of the inputs of a step. */
export const inputPrefix = () => `step-${currentLine()?.command?.do}-${state.scene.seen.round}`;

/**
 * Makes the chips to cut for a payment, the highest first, each with its number.
 *
 * @param {number} cents
 */
const chipsToCut = (cents) =>
  chipCounts(cents)
    .filter(({ count }) => count)
    .map(({ value, count }) => h("span.cut", {}, h("b", {}, `${count} ×`), chipElement(value)));

/** @param {ScriptLine} line */
function stepButton(line) {
  const { deadline, lost } = state;
  const seconds =
    deadline === null || line.by !== "player"
      ? null
      : Math.max(0, Math.ceil(deadline - serverTime()));
  const payment = line.cents
    ? h("span.cutting", {}, h("span", {}, `cut ${line.chips}`), chipsToCut(line.cents))
    : null;
  const role = h("span", {}, ROLE_WORDS[line.by] ?? line.by);
  const attributes = {
    type: "button",
    class: line.mine ? "main" : "waits",
    "aria-disabled": !line.mine || isBusy() ? "true" : null,
    "aria-keyshortcuts": "Space",
  };
  return h(
    "button#next",
    attributes,
    h("span.words", {}, line.words),
    h(
      "span.foot-line",
      {},
      clauseElement(line.clause),
      payment,
      line.mine ? h("kbd", {}, "Space") : role,
      seconds === null ? null : h("span.money", {}, `${lost ? "?" : seconds} s`),
    ),
  );
}

function waitingButton() {
  const { question } = state.scene;
  const unanswered = question ? "The table waits for the floorperson" : "Nothing to do";
  const words = question?.answers?.length ? "The table waits for your answer" : unanswered;
  return h(
    "button#next",
    { type: "button", class: "waits", "aria-disabled": "true" },
    h("span.words", {}, words),
    h("span.foot-line", {}, question?.clause ?? ""),
  );
}

/**
 * Makes a line that is done with the current step: a fold that is collected, a bet that goes back.
 *
 * @param {ScriptLine} line
 */
const partItem = ({ words, clause, chips }) =>
  h(
    "li",
    {},
    h("span", {}, words),
    chips ? h("span.chips", {}, `cut ${chips}`) : null,
    clauseElement(clause),
  );

/**
 * Makes the field for the cards of a step, with those that are entered and what is still to enter.
 *
 * @param {InputField} field
 */
function cardEntryElement(field) {
  const { entry } = state;
  const id = `${inputPrefix()}-cards`;
  const attributes = {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "data-kind": "cards",
    "aria-describedby": "cards-left",
  };
  return h(
    "div.card-entry",
    {},
    h("p.field", {}, h("label", { for: id }, field.title), h(`input#${id}`, attributes)),
    h("p.entered", {}, entry.cards.join(" ")),
    h("p.left#cards-left", { role: "status" }, entry.problem || entry.words(field)),
  );
}

/** The prefix of the inputs that have had the focus. */
let focusedInputs = "";

/**
 * Gives the first input of a new step the focus, unless something else is being typed.
 *
 * @param {HTMLElement} region
 * @param {string} prefix
 */
function focusNewInput(region, prefix) {
  if (prefix === focusedInputs) return;
  focusedInputs = prefix;
  const typing = document.activeElement?.matches("input, textarea, select, dialog *");
  if (!typing) region.querySelector("input")?.focus();
}

export function drawStep() {
  const line = currentLine();
  const fields = line?.mine && line.command ? (line.fields ?? []) : [];
  const later = laterLines()
    .slice(0, LATER_LINES)
    .map(({ words, clause }) => h("li", {}, h("span", {}, words), clauseElement(clause)));
  const wanted = cardsField();
  const inputs = fields.map((field) =>
    field === wanted ? cardEntryElement(field) : inputField(field, inputPrefix()),
  );
  const parts = linesAtHand().map(partItem);
  const region = byId("acts");
  const focused = region.contains(document.activeElement) ? document.activeElement?.id : "";
  fill(region, [
    inputs.length ? h("div.typed", {}, inputs) : null,
    parts.length ? h("ol.parts", { tabindex: "0", "aria-label": "With this step" }, parts) : null,
    line ? stepButton(line) : waitingButton(),
    h("ol.later", { "aria-label": "Later" }, later),
  ]);
  if (focused && !region.contains(document.activeElement))
    document.getElementById(focused)?.focus();
  focusNewInput(region, fields.length ? inputPrefix() : "");
}

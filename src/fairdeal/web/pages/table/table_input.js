// Mouse, touch and keyboard at a table. Listeners belong to the document, so that what is drawn
// later needs none of its own.

import { byId, closest } from "../shared/dom.js";
import { CHIPS } from "../shared/money.js";
import { readAloud } from "./panel.js";
import {
  changeBet,
  chooseSeat,
  performAction,
  seating,
  selectChip,
  setPace,
  toggleCard,
} from "./table_commands.js";
import { actionBar, drawTable, playSounds } from "./table_render.js";
import { activeSeat, availableActions, betsOpen, settings, state, store } from "./table_state.js";

/** For so long a button does nothing after it has appeared under a resting pointer. */
const IGNORED_MS = 400;
const LONG_PRESS_MS = 500;
/** Within this time a long press and the context menu that it opens are one. */
const SAME_PRESS_MS = 700;

let pointer = { x: 0, y: 0, movedAt: -Infinity };
/** The last action that was performed by a key. */
let lastKeyAction = "";

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  const typing = closest(event, "input:not([type=range]), dialog");
  const wager = event.target instanceof HTMLElement ? event.target.dataset.wager : undefined;
  if (event.key === "Backspace" && wager) return changeBet(wager, true);
  if (event.key === "Escape") return toggleSheet(null);
  const modified = event.ctrlKey || event.altKey || event.metaKey;
  if (!settings.keys || typing || modified || event.repeat) return;
  performKey(event.key.toLowerCase());
}

/** @param {string} key */
function performKey(key) {
  const { scene } = state;
  const digit = CHIPS.findIndex((_, i) => key === String(i + 1));
  const drawing = typeof scene.draw === "number" && scene.draw > 0 && scene.phase === "mine";
  if (key === "?") return byId("settings", HTMLDialogElement).showModal();
  if (digit >= 0 && drawing && activeSeat()?.cards?.[digit]) return toggleCard(digit);
  if (digit >= 0 && betsOpen()) return selectChip(CHIPS[digit]);
  if (betsOpen() && key === "u") return performAction("undo");
  if (betsOpen() && key === "c") return performAction("clear");
  if (betsOpen() && key === "a") return performAction("saved");
  const action = availableActions().find((one) => one.key?.toLowerCase() === key);
  if (action) {
    // The same key twice in a row was meant once, if it stands for another question by now.
    const repeated =
      action.id === lastKeyAction && performance.now() - actionBar.since < IGNORED_MS;
    lastKeyAction = action.id;
    return repeated ? undefined : performAction(action.id);
  }
  if (key === "v") return void state.coach?.showValues();
  if (key === "y" && state.coach) return void state.coach.showCard();
  if (/^[hostl]$/.test(key)) answerKey(key).catch(() => undefined);
}

/**
 * Answers a question that the player asks by a key.
 *
 * @param {string} key
 */
async function answerKey(key) {
  const { KEY_ANSWERS } = await import("./key_answers.js");
  state.keyAnswer = KEY_ANSWERS[key]();
  readAloud(state.keyAnswer);
  drawTable();
}

/**
 * What a click does, by the data attribute of the button.
 *
 * @type {Record<string, (value: string) => unknown>}
 */
const CLICKS = {
  do: performAction,
  wager: (name) => changeBet(name),
  chip: (value) => selectChip(Number(value)),
  pick: (place) => toggleCard(Number(place)),
  sit: (seat) => seating(({ sitDown }) => sitDown(Number(seat))),
  box: (seat) => chooseSeat(Number(seat)),
  sheet: toggleSheet,
  close: () => toggleSheet(null),
  open: (id) => byId(id, HTMLDialogElement).showModal(),
};

/** @param {MouseEvent} event */
function onClick(event) {
  const button = closest(event, "button");
  const name = Object.keys(CLICKS).find((each) => button && each in button.dataset);
  if (!button || !name) return;
  // A button that appeared under a resting pointer was not meant.
  const { since } = actionBar;
  const resting =
    event.detail > 0 && pointer.movedAt < since && performance.now() - since < IGNORED_MS;
  if (!resting || !button.closest("#actions")) CLICKS[name](button.dataset[name] ?? "");
}

/**
 * Opens or closes a sheet of a narrow page, or closes all for null. The focus then goes back to the
 * button that opened the sheet.
 *
 * @param {string | null} id
 */
function toggleSheet(id) {
  const open = document.querySelector("#pays.open, #column.open");
  for (const sheet of ["pays", "column"]) {
    const { classList } = byId(sheet);
    classList.toggle("open", sheet === id && !classList.contains("open"));
  }
  const opened = id && byId(id).classList.contains("open");
  if (opened) byId(id).focus();
  else if (open) {
    /** @type {HTMLElement | null} */
    const opener = document.querySelector(`[data-sheet=${open.id}]`);
    opener?.focus();
  }
}

/** Takes a chip off on a long press and on the other mouse button. */
function listenForRemoval() {
  /** @type {number | undefined} */
  let pressTimer;
  let removedAt = -Infinity;
  /** @param {Event} event */
  const removeChip = (event) => {
    const wager = closest(event, "button[data-wager]")?.dataset.wager;
    if (!wager) return;
    event.preventDefault();
    // Some browsers report a long press twice: after the time, and as a context menu.
    if (performance.now() - removedAt > SAME_PRESS_MS) changeBet(wager, true);
    removedAt = performance.now();
  };
  document.addEventListener("contextmenu", removeChip);
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch")
      pressTimer = window.setTimeout(() => removeChip(event), LONG_PRESS_MS);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"])
    document.addEventListener(end, () => clearTimeout(pressTimer));
  document.addEventListener(
    "click",
    (event) => {
      const justRemoved = performance.now() - removedAt < SAME_PRESS_MS;
      if (justRemoved && closest(event, "[data-wager]")) event.stopImmediatePropagation();
    },
    true,
  );
}

/** Changes the page to match the settings. */
function applySettings() {
  document.documentElement.classList.toggle("two-colours", !settings.four);
  document.documentElement.classList.toggle("still", !settings.motion);
  for (const input of byId("settings").querySelectorAll("input"))
    if (input.name === "volume") input.value = String(state.volume);
    else
      input.checked =
        input.name === "pace" ? input.value === state.scene.pace : settings[input.name];
}

/** @param {Event} event */
function onInput({ target }) {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.id === "amount") {
    state.sliderCents = Number(target.value);
    drawTable();
  } else if (target.name === "pace") setPace(target.value);
  else if (target.name === "volume") {
    state.volume = Number(target.value);
    store("volume", state.volume);
    playSounds(null, { turn: true });
  } else if (target.name in settings) {
    settings[target.name] = target.checked;
    store("settings", settings);
    applySettings();
    drawTable();
    if (target.name === "sounds") playSounds(null, { turn: true });
  }
}

/** Starts to listen for input. */
export function listenForInput() {
  applySettings();
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
    if (Math.hypot(x - pointer.x, y - pointer.y) > 4)
      pointer = { x, y, movedAt: performance.now() };
  });
  listenForRemoval();
  document.addEventListener("input", onInput);
  byId("leave").addEventListener("click", () => seating(({ leaveTable }) => leaveTable()));
}

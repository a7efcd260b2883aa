// The replay of a finished round: a slider over its steps, and the table at each step. The whole
// replay comes with the page. The record for the check and the lab's values are loaded separately.

/** @import { DrawnStep } from "./replay_data.js" */

import { byId, closest, h } from "../shared/dom.js";
import { findingItems, verdictWords } from "../verify/findings.js";
import { verifyRecord } from "../verify/verify.js";
import { loadBestPlay } from "./replay_best_play.js";
import { own, phaseFrom, phases, replay, tables } from "./replay_data.js";
import { pauseMs, Player } from "./replay_player.js";
import { arrangeTable, drawTable } from "./replay_table.js";

/** How near to the edge of the list the current step may be, in pixels. */
const LIST_MARGIN = 40;
const KEYS_SETTING = "fairdeal.replay.keys";

/** The steps in the page. @type {HTMLElement[]} */
const items = [...document.querySelectorAll(".step")].filter((item) => item instanceof HTMLElement);
const slider = byId("slider", HTMLInputElement);
const keysSetting = byId("keys", HTMLInputElement);
/** The number of the step that is shown, from 1 on. */
let current = 0;
/** The last step that was reached. The words of later steps are hidden. */
let reached = 0;

// One step -----------------------------------------------------------------------------------------

/**
 * Shows the words of a step, from its item in the list.
 *
 * @param {DrawnStep} step
 * @param {HTMLElement} item
 */
function drawWords(step, item) {
  /** @param {string} selector */
  const copy = (selector) => item.querySelector(selector)?.cloneNode(true);
  const place = `Step ${step.n} of ${replay.steps.length} · ${step.phase} · `;
  byId("now").replaceChildren(
    h("p.place", {}, place, copy("time")),
    h("p.headline", {}, [...(copy(".said")?.childNodes ?? [])]),
    h("p.by", {}, [...(copy(".by")?.childNodes ?? [])]),
  );
  const lines = copy(".lines");
  byId("lines").replaceChildren(...(lines ? [lines] : []));
}

/** Scrolls the strip of the phases so that the current one is in the middle. */
function centrePhase() {
  const strip = byId("phases");
  const button = strip.querySelector("[aria-current]");
  if (button instanceof HTMLElement)
    strip.scrollLeft = button.offsetLeft - (strip.clientWidth - button.offsetWidth) / 2;
}

/**
 * @param {Element | null} element
 * @param {boolean} on
 */
function setCurrent(element, on) {
  if (on) element?.setAttribute("aria-current", "step");
  else element?.removeAttribute("aria-current");
}

/** Marks the current step and phase, and the steps that were reached. */
function drawProgress() {
  items.forEach((item, i) => {
    item.classList.toggle("reached", i < reached);
    setCurrent(item.querySelector("a"), i === current - 1);
  });
  byId("replay").classList.toggle("at-end", reached === items.length);
  const { phase } = replay.steps[current - 1];
  for (const button of byId("phases").children) setCurrent(button, button.textContent === phase);
  centrePhase();
  for (const id of ["first", "back"]) byId(id, HTMLButtonElement).disabled = current === 1;
  for (const id of ["on", "last"]) byId(id, HTMLButtonElement).disabled = current === items.length;
}

/**
 * Scrolls the list of the steps to an item. The page itself does not scroll.
 *
 * @param {HTMLElement} item
 */
function scrollListTo(item) {
  const list = byId("scroll");
  const above = item.offsetTop < list.scrollTop + LIST_MARGIN;
  const end = item.offsetTop + item.offsetHeight;
  if (above || end > list.scrollTop + list.clientHeight - LIST_MARGIN)
    list.scrollTop = item.offsetTop - list.clientHeight / 2;
}

/**
 * Goes to a step, and puts its number into the address.
 *
 * @param {number} wanted
 * @param {boolean} [changeAddress]
 * @param {boolean} [byItself]
 */
function goTo(wanted, changeAddress = true, byItself = false) {
  if (!byItself) player.stop();
  const n = Math.min(items.length, Math.max(1, Math.trunc(wanted) || 1));
  if (n === current) return;
  current = n;
  reached = Math.max(reached, n);
  const step = replay.steps[n - 1];
  drawTable(tables[n - 1]);
  drawWords(step, items[n - 1]);
  drawProgress();
  scrollListTo(items[n - 1]);
  slider.value = String(n);
  slider.setAttribute("aria-valuetext", `${n} of ${items.length}, ${step.phase}`);
  byId("note").textContent = "";
  if (changeAddress) history.replaceState(null, "", `#${n}`);
}

// Playing by itself ---------------------------------------------------------------------------------

/** Returns how long the current step is shown; null at the end. */
function pauseHere() {
  if (current === items.length) return null;
  const [moment, next] = items
    .slice(current - 1, current + 1)
    .map((item) => item.querySelector("time")?.dateTime ?? "");
  return pauseMs(moment, next);
}

const player = new Player(
  () => {
    goTo(current + 1, true, true);
    return pauseHere();
  },
  (playing) => {
    const words = playing ? "Pause (P)" : "Play by itself (P)";
    byId("play").setAttribute("aria-label", words);
    byId("play").classList.toggle("playing", playing);
  },
);

/** Plays the replay, from its beginning if it is at the end, or stops it. */
function togglePlaying() {
  if (player.playing) return player.stop();
  if (current === items.length) goTo(1);
  player.play(pauseHere() ?? 0);
}

/** Goes to the next decision that was not the best one. */
async function goToCostly() {
  const note = byId("note");
  note.textContent = "Asking the lab.";
  try {
    const steps = await loadBestPlay(items);
    const next = steps.find(({ n, cost }) => cost && n > current);
    if (next) goTo(next.n);
    note.textContent = next
      ? `${next.done} cost ${next.cost}. Best: ${next.best}.`
      : "No costly decision after this step.";
  } catch (error) {
    note.textContent = errorWords(error);
  }
}

/** @param {unknown} error */
const errorWords = (error) => (error instanceof Error ? error.message : String(error));

// The check ----------------------------------------------------------------------------------------

async function recordOfFloor() {
  const response = await fetch(`/api/rounds/${replay.round}`);
  if (!response.ok) throw new Error("The record of this round cannot be loaded now.");
  return response.json();
}

async function checkFairness() {
  const verdict = byId("verdict");
  try {
    const found = await verifyRecord(own ? JSON.parse(own) : await recordOfFloor());
    verdict.textContent = verdictWords(found);
    verdict.classList.add(found.right ? "right" : "wrong");
    byId("ticks").replaceChildren(...findingItems(found));
  } catch (error) {
    verdict.textContent = errorWords(error);
  }
}

// Input --------------------------------------------------------------------------------------------

/** @type {Record<string, () => unknown>} */
const KEYS = {
  ArrowRight: () => goTo(current + 1),
  ArrowLeft: () => goTo(current - 1),
  ArrowUp: () => goTo(phaseFrom(current, -1)),
  ArrowDown: () => goTo(phaseFrom(current, 1)),
  Home: () => goTo(1),
  End: () => goTo(items.length),
  n: goToCostly,
  N: goToCostly,
  p: togglePlaying,
  P: togglePlaying,
};
/** The keys that the buttons stand for. */
const BUTTONS = { first: "Home", back: "ArrowLeft", play: "p", on: "ArrowRight", last: "End" };

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  // Below the table the keys with names scroll the page; letters do the same everywhere.
  const elsewhere = event.key.length > 1 && closest(event, ".results, .best, .fair, .keys, .top");
  const action = KEYS[event.key];
  if (!action || modified || elsewhere || !keysSetting.checked) return;
  event.preventDefault();
  action();
}

async function copyLink() {
  const button = byId("copy");
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy it from the address bar";
  }
  setTimeout(() => (button.textContent = "Copy link"), 2000);
}

/** @param {{ phase: string, n: number }} phase */
function phaseButton({ phase, n }) {
  const button = h("button", { type: "button" }, phase);
  button.addEventListener("click", () => goTo(n));
  return button;
}

/** Returns the number of the step in an address. */
const stepIn = (/** @type {string} */ hash) => Number(hash.slice(1));

function listenForInput() {
  slider.addEventListener("input", () => goTo(Number(slider.value)));
  for (const [id, key] of Object.entries(BUTTONS)) byId(id).addEventListener("click", KEYS[key]);
  document.addEventListener("click", (event) => {
    const link = closest(event, ".step a, #judged a");
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    goTo(stepIn(link.hash));
  });
  document.addEventListener("keydown", onKeyDown);
  keysSetting.checked = localStorage.getItem(KEYS_SETTING) !== "off";
  keysSetting.addEventListener("change", () =>
    localStorage.setItem(KEYS_SETTING, keysSetting.checked ? "on" : "off"),
  );
  if (!own) byId("copy").addEventListener("click", copyLink);
  byId("print").addEventListener("click", () => window.print());
  const best = byId("best", HTMLDetailsElement);
  best.addEventListener("toggle", () => {
    // A failure is shown in the page.
    if (best.open) loadBestPlay(items).catch(() => {});
  });
  // A player's list of costly decisions leads here with the best play open.
  if (new URLSearchParams(location.search).has("best")) best.open = true;
  window.addEventListener("hashchange", () => goTo(stepIn(location.hash), false));
}

function start() {
  // Without ids the browser does not scroll to the steps.
  for (const item of items) item.removeAttribute("id");
  arrangeTable();
  byId("phases").append(...phases.map(phaseButton));
  listenForInput();
  const linked = stepIn(location.hash);
  goTo(linked || 1, false);
  if (linked) window.scrollTo(0, 0);
  new ResizeObserver(() => {
    scrollListTo(items[current - 1]);
    centrePhase();
  }).observe(byId("scroll"));
  setTimeout(checkFairness);
}

start();

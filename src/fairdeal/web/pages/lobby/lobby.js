// Keeps the lobby up to date: seats, rounds and meters are loaded every few seconds, and meters roll
// to their new amounts.

/** @import { LobbyTable } from "./lobby_seats.js" */

import { byId, h } from "../shared/dom.js";
import { fullWords, isFull } from "./lobby_seats.js";

const LOADED_EVERY_MS = 3000;
/** A meter reaches its new amount before the next one comes. */
const ROLL_MS = LOADED_EVERY_MS - 400;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const strip = byId("strip");
/** @type {Map<string, HTMLElement>} */
const tables = new Map();
/** @type {NodeListOf<HTMLElement>} */
const tableElements = document.querySelectorAll("[data-table]");
for (const element of tableElements) tables.set(element.dataset.table ?? "", element);

/** @param {number} dollars */
const currency = (dollars) =>
  dollars.toLocaleString("en-US", { style: "currency", currency: "USD" });

/**
 * Shows words in the strip. A screen reader reads them when they change.
 *
 * @param {string} words
 * @param {string} [linkWords]
 */
function showStrip(words, linkWords = "") {
  if (strip.dataset.words === words) return;
  strip.dataset.words = words;
  strip.textContent = words;
  if (!words || !linkWords) return;
  const link = document.createElement("a");
  link.href = "/";
  link.textContent = linkWords;
  strip.append(" ", link);
}

/**
 * Lets a meter roll to an amount. Each frame shows a whole number of cents.
 *
 * @param {HTMLElement} meter
 * @param {number} to
 */
function rollMeter(meter, to) {
  const from = Number(meter.textContent.replace(/[$,]/g, ""));
  cancelAnimationFrame(Number(meter.dataset.frame ?? 0));
  // A meter that was hit falls back at once.
  if (reducedMotion.matches || to <= from) {
    meter.textContent = currency(to);
    return;
  }
  const start = performance.now();
  /** @param {number} time */
  const drawFrame = (time) => {
    const share = Math.min(1, (time - start) / ROLL_MS);
    meter.textContent = currency(Math.floor((from + (to - from) * share) * 100) / 100);
    if (share < 1) meter.dataset.frame = String(requestAnimationFrame(drawFrame));
    else meter.textContent = currency(to);
  };
  meter.dataset.frame = String(requestAnimationFrame(drawFrame));
}

/** @param {LobbyTable["seats"][number]} seat */
function seatKind({ player }) {
  if (!player) return "free";
  return player.bot ? "bot" : "taken";
}

/**
 * @param {Element | null} element
 * @param {string} words
 */
function setText(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

/** @param {LobbyTable} table */
function phaseWords({ stopped, phase }) {
  if (stopped) return "Stopped";
  return phase === "open" ? "Bets are open" : "A round is on";
}

/**
 * Says why nobody may sit down at a table, and where there is a seat instead.
 *
 * @param {HTMLElement} element
 * @param {string} words empty where there is room
 */
function drawFull(element, words) {
  let line = element.querySelector(".full");
  if (!words) {
    line?.remove();
    return;
  }
  if (!line) {
    line = h("p.full");
    element.querySelector(".ways form")?.before(line);
  }
  setText(line, words);
}

/**
 * Draws the seats of a table and how many sit there. A practice table has neither: each person gets
 * a table of his or her own.
 *
 * @param {Element} element
 * @param {LobbyTable} table
 */
function drawSeats(element, table) {
  const kinds = table.seats.map(seatKind);
  /** @type {NodeListOf<HTMLElement>} */
  const dots = element.querySelectorAll(".dot");
  table.seats.forEach(({ seat, player }, i) => {
    dots[i].className = `dot ${kinds[i]}`;
    dots[i].title = `seat ${seat}: ${player ? player.name : "free"}`;
  });
  const people = kinds.filter((kind) => kind === "taken").length;
  const bots = kinds.filter((kind) => kind === "bot").length;
  const free = kinds.length - people - bots;
  const company = Object.entries({ player: people, bot: bots, "free seat": free })
    .filter(([, count]) => count)
    .map(([word, count]) => `${count} ${word}${count > 1 ? "s" : ""}`);
  setText(element.querySelector(".company"), company.join(", "));
}

/**
 * @param {LobbyTable} table
 * @param {LobbyTable[]} listed
 */
function drawTable(table, listed) {
  const element = tables.get(table.table);
  if (!element) return;
  if (!table.practice) drawSeats(element, table);
  setText(element.querySelector(".phase"), phaseWords(table));
  const button = sitButton(element);
  const full = isFull(table);
  // At practice everybody gets a table of his or her own.
  const closed = table.stopped || (full && !table.practice);
  if (button) button.disabled = closed || button.dataset.sent === "yes";
  const offers = full && !table.practice && !table.stopped && button;
  drawFull(element, offers ? fullWords(table, listed) : "");
  /** @type {NodeListOf<HTMLElement>} */
  const meters = element.querySelectorAll("[data-meter]");
  for (const meter of meters) {
    const dollars = table.meters[meter.dataset.meter ?? ""];
    // Parts of a cent stay on the meter. People see what would be paid.
    if (dollars !== undefined) rollMeter(meter, Math.floor(dollars * 100 + 1e-6) / 100);
  }
}

/**
 * @param {Element} element
 * @returns {HTMLButtonElement | null}
 */
const sitButton = (element) => element.querySelector("form button");

async function loadTables() {
  if (document.hidden) return;
  /** @type {LobbyTable[]} */
  let listed;
  try {
    const response = await fetch("/api/tables", { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(String(response.status));
    listed = await response.json();
  } catch {
    showStrip(
      "The server does not answer. The tables below may be out of date. Trying again every few seconds.",
    );
    return;
  }
  const shown = listed.filter(({ table }) => tables.has(table));
  for (const table of shown) drawTable(table, listed);
  const changed = listed.length !== tables.size || shown.length !== tables.size;
  if (changed) showStrip("A table has opened or closed.", "Show the current tables");
  else showStrip("");
}

// One click is enough: a second one would ask for the same seat again.
for (const element of document.querySelectorAll(".ways")) {
  element.addEventListener("submit", (event) => {
    const button = sitButton(element);
    if (!button) return;
    if (button.dataset.sent) event.preventDefault();
    button.dataset.sent = "yes";
  });
}
// A page that comes back from the browser's cache may be old.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
/** @type {NodeListOf<HTMLTimeElement>} */
const times = document.querySelectorAll(".rounds time");
for (const time of times) {
  const moment = new Date(time.dateTime);
  time.textContent = moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  time.title = moment.toLocaleString();
}
document.addEventListener("visibilitychange", loadTables);
setInterval(loadTables, LOADED_EVERY_MS);
loadTables();

// The page of the drill. Everything it needs is loaded once; between two decisions it asks nothing.

/** @import { DrillDecision, DrillDeck } from "../types.js" */
/** @import { Line } from "./drill.js" */

import { byId, closest, fill } from "../shared/dom.js";
import { keepOffline } from "../shared/offline.js";
import { requestJson } from "../shared/requests.js";
import { fetchPrices, limitWords, priced } from "./limit_prices.js";
import {
  AGAIN,
  anyOrder,
  centsOf,
  costsOf,
  drawKey,
  GOOD,
  inSuits,
  linesOf,
  margin,
  nextLine,
  ratingOf,
} from "./drill.js";
import { choices, nowSeconds, schedule, sendAll, store, stored } from "./drill_memory.js";
import {
  buttonElements,
  handElements,
  scoreWords,
  verdictElements,
  verdictWords,
} from "./drill_view.js";

const CLOCK_SECONDS = 15;
/** Of all decisions, this share are close calls. */
const CLOSE_SHARE = 0.25;

/** The decks as they were loaded, without a limit. @type {DrillDeck[]} */
let plain = [];
/** The decks with the prices that count. @type {DrillDeck[]} */
let decks = [];
/** @type {Line | null} */
let line = null;
/** The decision on the page, in suits of its own. @type {DrillDecision | null} */
let decision = null;
/** The same as the deck has it. @type {DrillDecision | null} */
let ofDeck = null;
/** @type {Set<number>} */
const picked = new Set();
/** The key of the answer, empty while the question is open. */
let answered = "";
let session = { made: 0, streak: 0, best: 0, cents: 0 };
/** @type {number | undefined} */
let timer;
/** Whether the line on the page is not due yet. */
let ahead = false;
/** The seconds that are left on the clock. */
let left = 0;

/** Returns the lines to practise, by the settings. */
function wantedLines() {
  const all = linesOf(decks.filter(({ id }) => !choices.deck || id === choices.deck));
  if (choices.mode === "line") {
    const one = all.filter(({ id }) => id === choices.line);
    return one.length ? one : all;
  }
  if (choices.mode === "missed") {
    const missed = all.filter(({ id }) => stored.lines[id] && stored.lines[id].rating < GOOD);
    return missed.length ? missed : all;
  }
  return all;
}

/** Takes the prices that count at this bet; those under a payout limit come from the server. */
function price() {
  decks = plain.map((deck) => priced(deck, choices));
  if (line && decision && ofDeck && !answered) {
    // The open question keeps its suits and gets the other prices.
    const before = line.deck;
    const place = before.decisions.indexOf(ofDeck);
    const deck = decks.find(({ id }) => id === before.id) ?? before;
    line = linesOf([deck]).find(({ id }) => id === line?.id) ?? line;
    ofDeck = deck.decisions[place] ?? ofDeck;
    decision = /** @type {DrillDecision} */ ([...decision.slice(0, 6), ...ofDeck.slice(6)]);
  }
  for (const deck of plain)
    if (!choices.deck || deck.id === choices.deck)
      fetchPrices(deck, choices).then((changed) => {
        if (changed) price();
        drawLimit();
      });
  drawLimit();
}

function drawLimit() {
  const deck = line?.deck ?? decks[0];
  if (deck) byId("limit-note").textContent = limitWords(deck, choices);
}

/** Returns when the first line of those that are practised comes again, in words. */
function whenDue() {
  const dates = wantedLines().map(({ id }) => stored.lines[id]?.due ?? 0);
  const minutes = Math.max(1, Math.round((Math.min(...dates) - nowSeconds()) / 60));
  if (minutes < 60) return `for ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return `for ${hours} ${hours === 1 ? "hour" : "hours"}`;
  return `for ${Math.round(hours / 24)} days`;
}

/** Returns what is practised, where that is not everything. */
function practised() {
  if (choices.mode === "close") return "Close calls: the second-best choice is near.";
  if (choices.mode === "line") return "One line of the card, again and again.";
  if (choices.mode === "all")
    return ahead ? `Nothing is due ${whenDue()}: you practise ahead.` : "";
  const missed = Object.values(stored.lines).some(({ rating }) => rating < GOOD);
  return missed ? "What you missed." : "You have missed nothing yet: all lines.";
}

/** Shows the next decision. */
function next() {
  const lines = wantedLines();
  const last = line?.id ?? "";
  if (choices.mode === "close") {
    const pool = lines.flatMap((one) => one.decisions.map((each) => ({ one, each })));
    pool.sort((a, b) => margin(a.each) - margin(b.each));
    const chosen = pool[Math.floor(Math.random() * Math.ceil(pool.length * CLOSE_SHARE))];
    line = chosen.one;
    ofDeck = chosen.each;
  } else {
    line = nextLine(lines, stored.lines, nowSeconds(), last);
    ahead = (stored.lines[line.id]?.due ?? 0) > nowSeconds();
    const others = line.decisions.filter((one) => one !== ofDeck);
    const pool = others.length ? others : line.decisions;
    ofDeck = pool[Math.floor(Math.random() * pool.length)];
  }
  decision = inSuits(ofDeck, anyOrder());
  answered = "";
  picked.clear();
  draw();
  startClock();
  byId("buttons").querySelector("button")?.focus({ preventScroll: true });
}

function startClock() {
  clearInterval(timer);
  left = CLOCK_SECONDS;
  drawClock();
  if (choices.clock) timer = window.setInterval(tick, 1000);
}

/** Takes a second off the clock. The time is told aloud only at ten and five seconds. */
function tick() {
  left -= 1;
  drawClock();
  if (left === 10 || left === 5) byId("told").textContent = `${left} seconds`;
  if (left <= 0) answer("");
}

function drawClock() {
  byId("clock").hidden = !choices.clock;
  byId("clock").textContent = answered ? "" : `${left} s`;
}

/**
 * Judges an answer; an empty one is that of the clock.
 *
 * @param {string} key
 */
function answer(key) {
  if (!line || !decision || answered) return;
  clearInterval(timer);
  const costs = costsOf(line.deck, decision);
  // Where time ran out nothing is charged, but the line is missed.
  const cost = key ? (costs.get(key) ?? 0) : 0;
  const rating = key ? ratingOf(cost) : AGAIN;
  const known = Boolean(key) && !cost;
  const streak = known ? session.streak + 1 : 0;
  session = {
    made: session.made + 1,
    streak,
    best: Math.max(session.best, streak),
    cents: session.cents + centsOf(cost, choices.stake * 100),
  };
  answered = key || "clock";
  schedule(line.id, rating, known);
  draw();
  byId("told").textContent = verdictWords(line, decision, answered, choices.stake * 100);
  byId("next").focus({ preventScroll: true });
  drawClock();
}

function draw() {
  if (!line || !decision) return;
  drawLimit();
  byId("train").className = `train felt-${line.deck.felt}-edge`;
  fill(byId("score"), [scoreWords(session, choices.streak)]);
  byId("practised").textContent = practised();
  fill(byId("hand"), handElements(line, decision, picked, answered));
  fill(byId("buttons"), buttonElements(line, decision, picked, answered, choices));
  fill(
    byId("verdict"),
    answered ? verdictElements(line, decision, answered, choices.stake * 100) : [],
  );
}

/** @param {string} id of a button: an action, or `next` */
function press(id) {
  if (id === "next") return next();
  if (answered || !line || !decision) return;
  if (id === "draw" || id === "keep") return answer(drawKey([...picked].sort()));
  answer(id);
}

/** @param {number} place */
function toggle(place) {
  if (!line || !decision || answered) return;
  const { most } = line.deck.sections[decision[0]];
  if (!picked.delete(place) && picked.size < most) picked.add(place);
  draw();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (closest(event, "input, select, summary") || event.ctrlKey || event.altKey || event.metaKey)
    return;
  const key = event.key.toLowerCase();
  if (answered) {
    // The key of the answer goes on as well, unless the focused button does it.
    if (choices.keys && (key === "n" || key === lastKey)) next();
    return;
  }
  if (!choices.keys) return;
  const place = Number(key) - 1;
  const cards = byId("hand").querySelectorAll("[data-pick]").length;
  if (cards && place >= 0 && place < cards) return toggle(place);
  /** @type {HTMLButtonElement | null} */
  const button = byId("buttons").querySelector(`button[aria-keyshortcuts="${key.toUpperCase()}"]`);
  if (!button || button.disabled) return;
  lastKey = key;
  press(button.dataset.do ?? "");
}
let lastKey = "";

/** Fills the settings from what is chosen. */
function drawSettings() {
  const form = /** @type {HTMLFormElement} */ (byId("choices"));
  const names = decks.map(({ id, game, paytable }) => [
    id,
    paytable ? `${game}, ${paytable}` : game,
  ]);
  options("deck", [["", "All games"], ...names]);
  const lines = linesOf(decks.filter(({ id }) => !choices.deck || id === choices.deck));
  options(
    "line",
    lines.map(({ id, deck, section, line: n }) => {
      const { question, lines: rules } = deck.sections[section];
      return [id, `${question.split(/[,:]/)[0]}: ${rules[n].when}`];
    }),
  );
  for (const [name, value] of Object.entries(choices)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      field.checked = Boolean(value);
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = String(value);
  }
  byId("line-choice").hidden = choices.mode !== "line";
}

/**
 * @param {string} name
 * @param {string[][]} values
 */
function options(name, values) {
  const select = document.querySelector(`select[name=${name}]`);
  if (!(select instanceof HTMLSelectElement)) return;
  fill(
    select,
    values.map(([value, words]) => new Option(words, value)),
  );
}

/** @param {Event} event */
function onChange({ target }) {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  const { name } = target;
  if (target instanceof HTMLInputElement && target.type === "checkbox")
    Object.assign(choices, { [name]: target.checked });
  else if (name === "stake")
    choices.stake = Math.min(10_000, Math.max(1, Math.round(Number(target.value)) || 1));
  else if (name === "limit") choices.limit = limitOf(target.value);
  else Object.assign(choices, { [name]: target.value });
  store();
  drawSettings();
  if (["deck", "stake", "limit"].includes(name)) price();
  if (["deck", "mode", "line"].includes(name) || !line) next();
  else {
    draw();
    if (!answered) startClock();
  }
}

/**
 * Returns a payout limit in whole dollars; empty for the one of the text, and 0 for none.
 *
 * @param {string | null} value
 */
function limitOf(value) {
  const dollars = Math.round(Number(value));
  return value === null || value.trim() === "" || !(dollars >= 0)
    ? ""
    : String(Math.min(dollars, 1_000_000_000));
}

function forget() {
  stored.lines = {};
  session = { made: 0, streak: 0, best: 0, cents: 0 };
  store();
  next();
}

async function start() {
  const addresses = (byId("train").dataset.decks ?? "").split(" ");
  // The deck that is wanted comes first, and the others while the first decision is looked at.
  const query = new URLSearchParams(location.search);
  const asked = query.get("deck");
  if (asked && addresses.some((one) => one.includes(`/${asked}.`))) {
    if (choices.deck !== asked) Object.assign(choices, { deck: asked, mode: "all" });
    // A table's link has its least bet and its payout limit.
    const stake = Math.round(Number(query.get("stake")));
    if (stake >= 1 && stake <= 10_000) choices.stake = stake;
    if (query.has("limit")) choices.limit = limitOf(query.get("limit"));
    // A habit's link has its line.
    if (query.has("line")) Object.assign(choices, { mode: "line", line: query.get("line") });
    store();
  }
  const wanted = addresses.findIndex((one) => one.includes(`/${choices.deck}.`));
  const [first] = addresses.splice(Math.max(0, wanted), 1);
  plain = [await requestJson(first)];
  decks = plain.map((deck) => priced(deck, choices));
  const deck = choices.deck;
  if (!deck) choices.deck = decks[0].id;
  next();
  choices.deck = deck;
  const others = await Promise.all(addresses.map((one) => requestJson(one)));
  plain = [...plain, ...others].sort((one, other) => (one.id < other.id ? -1 : 1));
  price();
  drawSettings();
  byId("train").dataset.loaded = "yes";
  keepOffline();
  await sendAll();
}

document.addEventListener("click", (event) => {
  const button = closest(event, "button");
  if (button?.dataset.do) press(button.dataset.do);
  else if (button?.dataset.pick) toggle(Number(button.dataset.pick));
  else if (button?.id === "forget") forget();
});
document.addEventListener("keydown", onKey);
byId("choices").addEventListener("change", onChange);
byId("choices").addEventListener("submit", (event) => event.preventDefault());
start();

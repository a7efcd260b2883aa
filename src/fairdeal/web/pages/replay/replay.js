// The replay of a finished round: a slider over its steps, the table drawn at each. All of it comes
// with the page; the record for the check and the lab's values are asked for beside it.

import { cardElement, svg } from "../shared/cards.js";
import { money, stackElement } from "../shared/chips.js";
import { make, tickItems, verdict } from "../shared/ticks.js";
import { verify } from "../verify/verify.js";

const data = JSON.parse(document.getElementById("script").textContent);
const at = (id) => document.getElementById(id);
const items = [...document.querySelectorAll(".step")];
const tables = unfolded(data.steps);
const phases = begun(data.steps);
const rows = wagersOf(tables.at(-1), tables);
let current = 0;
let reached = 0;

/** The table at every step: what did not change is not told again. */
function unfolded(steps) {
  let board = [];
  let seats = new Map();
  return steps.map((step) => {
    board = step.board ?? board;
    seats = new Map([...seats, ...step.seats.map((seat) => [seat.seat, seat])]);
    return { board, seats };
  });
}

/** Where each phase begins: its name and its first step. */
function begun(steps) {
  return steps.flatMap((step, place) => (step.phase === steps[place - 1]?.phase ? [] : [{ phase: step.phase, n: step.n }]));
}

/** The wagers that each seat ever has, in the table's order: their places stay where they are. */
function wagersOf(last, all) {
  const used = new Map([...last.seats.keys()].map((seat) => [seat, new Set()]));
  for (const { seats } of all) {
    for (const [number, seat] of seats) for (const bet of seat.bets ?? []) used.get(number).add(bet.wager);
  }
  return new Map([...used].map(([seat, names]) => [seat, Object.entries(data.felt.wagers).filter(([name]) => names.has(name))]));
}

// The table ---------------------------------------------------------------------------------------

const empty = () => svg("svg", { viewBox: "0 0 50 70", class: "card place", "aria-hidden": "true" }, svg("rect", { x: 1, y: 1, width: 48, height: 68, rx: 3 }));

function cards(given, least) {
  const drawn = (given ?? []).map((card) => cardElement(card, data.back));
  while (drawn.length < least) drawn.push(empty());
  return make("div", "cards", ...drawn);
}

function drawBoard(areas) {
  const found = new Map(areas.map((area) => [area.area, area]));
  at("board").replaceChildren(
    ...data.felt.board.map((row) =>
      make(
        "div",
        "row",
        ...row.map((name) => {
          const place = data.felt.areas[name];
          if (!place) return make("div", "gap");
          return make("div", "area", make("p", "", place.title), cards(found.get(name)?.cards, place.cards));
        }),
      ),
    ),
  );
}

const SAYS = { won: "won ", lost: "lost ", push: "push ", back: "back " };

function betRow([wager, { title }], bets) {
  const bet = bets.get(wager);
  const row = make("li", bet ? `bet ${bet.state ?? ""}` : "bet none");
  const chips = make("span", "chips", ...(bet && bet.state !== "lost" ? [stackElement(bet.cents ?? 0)] : []));
  const state = SAYS[bet?.state] ?? "";
  const name = make("span", "title", title);
  name.title = title;
  row.append(chips, name, make("span", "money", bet ? `${state}${money(bet.cents ?? 0)}` : ""));
  if (!bet) row.setAttribute("aria-hidden", "true");
  return row;
}

function drawSeat(seat) {
  const bets = new Map((seat.bets ?? []).map((bet) => [bet.wager, bet]));
  const box = make("div", `seat${seat.turn ? " turn" : ""}${seat.note?.startsWith("folded") ? " folded" : ""}`);
  box.style.setProperty("--own", data.felt.hand);
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", `Seat ${seat.seat}${seat.name ? `, ${seat.name}` : ""}${seat.turn ? ", to decide" : ""}`);
  const head = make("p", "head", make("span", "number", String(seat.seat)), make("span", "player", seat.name || "free"));
  box.append(head, cards(seat.cards, data.felt.hand));
  box.append(make("p", "hand", seat.hand ?? ""));
  if (data.felt.discards) box.append(make("div", "thrown", ...(seat.discards ?? []).map((card) => cardElement(card, data.back))));
  box.append(make("ul", "bets", ...rows.get(seat.seat).map((one) => betRow(one, bets))));
  box.append(make("p", "note", seat.note ?? ""));
  return box;
}

// One step ----------------------------------------------------------------------------------------

function tellNow(step, item) {
  const said = item.querySelector(".said").cloneNode(true);
  const by = make("p", "by", ...item.querySelector(".by").cloneNode(true).childNodes);
  const place = make("p", "place", `Step ${step.n} of ${data.steps.length} · ${step.phase} · `, item.querySelector("time").cloneNode(true));
  at("now").replaceChildren(place, make("p", "headline", ...said.childNodes), by);
  const lines = item.querySelector(".lines")?.cloneNode(true);
  at("lines").replaceChildren(...(lines ? [lines] : []));
}

/** The phase that is on, in the middle of its strip. */
function showPhase() {
  const strip = at("phases");
  const on = strip.querySelector("[aria-current]");
  if (on) strip.scrollLeft = on.offsetLeft - (strip.clientWidth - on.offsetWidth) / 2;
}

function mark() {
  items.forEach((item, place) => {
    item.classList.toggle("reached", place < reached);
    const link = item.querySelector("a");
    if (place === current - 1) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  });
  at("replay").classList.toggle("at-end", reached === items.length);
  for (const button of at("phases").children) {
    const on = button.textContent === data.steps[current - 1].phase;
    if (on) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  showPhase();
  at("back").disabled = at("first").disabled = current === 1;
  at("on").disabled = at("last").disabled = current === items.length;
}

/** The list scrolls inside its own box: the page stays where it is. */
function follow(item) {
  const box = at("scroll");
  const top = item.offsetTop;
  if (top < box.scrollTop + 40 || top + item.offsetHeight > box.scrollTop + box.clientHeight - 40) {
    box.scrollTop = top - box.clientHeight / 2;
  }
}

function go(wanted, { keep = true } = {}) {
  const n = Math.min(items.length, Math.max(1, Math.trunc(wanted) || 1));
  if (n === current) return;
  current = n;
  reached = Math.max(reached, n);
  const step = data.steps[n - 1];
  const { board, seats } = tables[n - 1];
  drawBoard(board);
  at("seats").replaceChildren(...[...seats.values()].map(drawSeat));
  tellNow(step, items[n - 1]);
  mark();
  follow(items[n - 1]);
  at("slider").value = n;
  at("slider").setAttribute("aria-valuetext", `${n} of ${items.length}, ${step.phase}`);
  at("note").textContent = "";
  if (keep) history.replaceState(null, "", `#${n}`);
}

/** The beginning of the next phase, or of the one before. */
function phaseFrom(step, way) {
  if (way > 0) return phases.find((one) => one.n > step)?.n ?? items.length;
  return phases.findLast((one) => one.n < step)?.n ?? 1;
}

// What best play would have done ------------------------------------------------------------------

let asked = null;

function bestPlay() {
  asked ??= askLab().catch((error) => {
    asked = null;
    at("judged").replaceChildren(make("p", "", error.message));
    throw error;
  });
  return asked;
}

async function askLab() {
  at("judged").replaceChildren(make("p", "muted", "The lab is at it; the first time takes some seconds."));
  const answer = await fetch(`/r/${data.round}/best`);
  const told = await answer.json();
  if (!answer.ok) throw new Error(`The lab does not answer: ${told.detail}.`);
  drawJudged(told);
  for (const one of told.filter((judged) => judged.cost)) {
    items[one.n - 1].querySelector(".said").append(make("span", "cost", `cost ${one.cost}`));
  }
  return told;
}

function drawJudged(told) {
  if (!told.length) {
    at("judged").replaceChildren(make("p", "", "Nobody had to decide anything in this round."));
    return;
  }
  const body = make("tbody");
  for (const one of told) {
    const link = make("a", "", String(one.n));
    link.href = `#${one.n}`;
    const unsaid = one.judged === false;
    const cost = unsaid ? "not valued" : one.cost || "nothing";
    const row = make("tr", one.cost ? "costly" : "", make("td", "", link), make("th", "", `Seat ${one.seat}, ${one.name}`), make("td", "", one.done), make("td", "", one.right && !unsaid ? "the same" : one.best), make("td", "number", cost));
    row.children[1].scope = "row";
    body.append(row);
  }
  const head = make("tr", "", ...["Step", "Who", "Did", "Best play", "Cost"].map((name) => make("th", "", name)));
  for (const cell of head.children) cell.scope = "col";
  const right = told.filter((one) => one.right && one.judged !== false).length;
  const cents = told.reduce((sum, one) => sum + (one.cents ?? 0), 0);
  const tally = `${right} of ${told.length} decisions were the best; the others cost ${money(cents)} in the long run.`;
  const table = make("table", "", make("thead", "", head), body);
  at("judged").replaceChildren(make("p", "", right === told.length ? "Every decision was the best one." : tally), make("div", "wide", table));
}

async function nextCostly() {
  at("note").textContent = "Asking the lab.";
  try {
    const told = await bestPlay();
    const next = told.find((one) => one.cost && one.n > current);
    if (next) go(next.n);
    at("note").textContent = next ? `${next.done} cost ${next.cost}. Best: ${next.best}.` : "No costly decision after this step.";
  } catch (error) {
    at("note").textContent = error.message;
  }
}

// The check ---------------------------------------------------------------------------------------

async function checkFairness() {
  const said = at("verdict");
  try {
    const answer = await fetch(`/api/rounds/${data.round}`);
    if (!answer.ok) throw new Error("The record of this round cannot be had now.");
    const found = await verify(await answer.json());
    said.textContent = verdict(found);
    said.classList.add(found.right ? "right" : "wrong");
    at("ticks").replaceChildren(...tickItems(found));
  } catch (error) {
    said.textContent = error.message;
  }
}

// Hands on ----------------------------------------------------------------------------------------

const KEYS = {
  ArrowRight: () => go(current + 1),
  ArrowLeft: () => go(current - 1),
  ArrowUp: () => go(phaseFrom(current, -1)),
  ArrowDown: () => go(phaseFrom(current, 1)),
  Home: () => go(1),
  End: () => go(items.length),
  n: nextCostly,
  N: nextCostly,
};
const KEPT = "fairdeal.replay.keys";

function onKey(event) {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  // Below the stage the arrows scroll, as everywhere.
  const elsewhere = event.target.closest(".results, .best, .fair, .keys, .top");
  const act = KEYS[event.key];
  if (!act || !plain || elsewhere || !at("keys").checked) return;
  event.preventDefault();
  act();
}

async function copyLink() {
  const button = at("copy");
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Copied";
  } catch {
    button.textContent = "It stands in the address bar";
  }
  setTimeout(() => (button.textContent = "Copy link"), 2000);
}

function begin() {
  for (const item of items) item.removeAttribute("id"); // the page must not jump to them
  // So that all fit on the cloth, and are read.
  at("seats").classList.toggle("beside", data.felt.hand <= 3);
  at("seats").classList.toggle("many", rows.size > 4);
  at("board").classList.toggle("cross", data.felt.board.length > 1);
  at("phases").append(
    ...phases.map(({ phase, n }) => {
      const button = make("button", "", phase);
      button.type = "button";
      button.addEventListener("click", () => go(n));
      return button;
    }),
  );
  at("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  for (const [id, act] of [["first", "Home"], ["back", "ArrowLeft"], ["on", "ArrowRight"], ["last", "End"]]) {
    at(id).addEventListener("click", KEYS[act]);
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".step a, #judged a");
    if (!link) return;
    event.preventDefault();
    go(Number(link.hash.slice(1)));
  });
  document.addEventListener("keydown", onKey);
  at("keys").checked = localStorage.getItem(KEPT) !== "off";
  at("keys").addEventListener("change", (event) => localStorage.setItem(KEPT, event.target.checked ? "on" : "off"));
  at("copy").addEventListener("click", copyLink);
  at("print").addEventListener("click", () => window.print());
  at("best").addEventListener("toggle", () => at("best").open && bestPlay().catch(() => {}));
  window.addEventListener("hashchange", () => go(Number(location.hash.slice(1)), { keep: false }));
  const linked = Number(location.hash.slice(1));
  go(linked || 1, { keep: false });
  if (linked) window.scrollTo(0, 0);
  new ResizeObserver(() => {
    follow(items[current - 1]);
    showPhase();
  }).observe(at("scroll"));
  setTimeout(checkFairness);
}

begin();

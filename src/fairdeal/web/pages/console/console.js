// The dealer's console: one step after the other, and what may be declared beside the script.

import { cardElement } from "../shared/cards.js";
import { money, stackElement } from "../shared/chips.js";
import { Declaring } from "./declare.js";
import { $, fill, h } from "../shared/dom.js";
import { ask, command, follow, Refused } from "../shared/live.js";
import { chipsToCut, clause, field, lined, notice, questionPanel, typed } from "../shared/staff.js";

const table = $("desk").dataset.table;
const felt = JSON.parse($("felt").textContent);
const first = JSON.parse($("first").textContent);
const MOST_SAID = 40;

let scene = first.scene;
let clockAhead = first.now - Date.now() / 1000;
let deadline = first.deadline;
let said = [];
let lost = false;
let refused = null;
/** How many lines of the script are done here, without a word to the table. */
let done = 0;
let script = "";
/** Until the table has come to this version, nothing else is said to it. */
let until = 0;
let sending = false;

const busy = () => sending || lost || scene.version < until;
const lines = () => scene.lines ?? [];
const current = () => lines()[done];
const now = () => Date.now() / 1000 + clockAhead;

// What the table says ------------------------------------------------------------------------------

function heard(message) {
  scene = message.scene;
  clockAhead = message.now - Date.now() / 1000;
  deadline = message.deadline;
  tell(message.said);
  followScript();
  draw();
}

/** A new script begins at its first line; one that was begun before the page was loaded again goes on. */
function followScript() {
  const words = JSON.stringify([scene.seen.at, ...lines().map((line) => line.words)]);
  if (words === script) return;
  script = words;
  const kept = JSON.parse(sessionStorage.getItem(`console ${table}`));
  done = kept?.script === script ? kept.done : 0;
}

const aloud = (one) => one.spoken ?? one.words;

function tell(lines, quietly = false) {
  const known = said.at(-1)?.version ?? 0;
  const fresh = lines.filter((one) => one.version > known);
  said = [...said, ...fresh].slice(-MOST_SAID);
  if (quietly || !fresh.length) return;
  const urgent = fresh.filter((one) => one.urgent);
  const plain = fresh.filter((one) => !one.urgent);
  if (plain.length) $("polite").textContent = plain.map(aloud).join(". ");
  if (urgent.length) $("urgent").textContent = urgent.map(aloud).join(". ");
}

/** What was said, the latest first; the same words in a row stand once. */
function told() {
  const found = [];
  for (const one of [...said].reverse()) {
    if (found.at(-1)?.words === one.words) found.at(-1).times += 1;
    else found.push({ ...one, times: 1 });
  }
  return found;
}

// What is said to the table ------------------------------------------------------------------------

async function send(body) {
  if (busy()) return false;
  sending = true;
  draw();
  try {
    const answer = await command(table, body);
    until = answer.version;
    refused = null;
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refused = error;
    return false;
  } finally {
    sending = false;
    draw();
  }
}

async function preview(body) {
  return ask(`/tables/${table}/preview`, body);
}

const fieldsPrefix = () => `step-${current().command.do}-${scene.seen.round}`;

/** The next line: done here, or said to the table. */
async function step() {
  const line = current();
  if (!line?.mine || busy() || $("declare").open) return;
  if (!line.command) {
    done += 1;
    sessionStorage.setItem(`console ${table}`, JSON.stringify({ script, done }));
    draw();
    return;
  }
  const body = typed(line.command, line.fields, fieldsPrefix());
  if (!body) return;
  if (line.fields?.length) {
    // Whatever is counted may come out wrong: what follows is shown before it is so.
    sending = true;
    try {
      const told = await preview(body);
      if (told.outcomes.some((one) => one.void || one.decks.some((deck) => !deck.now))) {
        declaring.show({ title: line.words, clause: line.clause }, body, told);
        return;
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused = error;
      return;
    } finally {
      sending = false;
      draw();
    }
  }
  await send(body);
}

const declaring = new Declaring($("declare"), { preview, send, busy, scene: () => scene });

// Drawing ------------------------------------------------------------------------------------------

/** What became of a seat's wagers that are over, in one line: `lost $210, won $15`. */
function over(one) {
  const words = ["won", "push", "lost", "back"];
  const bets = (one.bets ?? []).filter((bet) => bet.cents);
  return words.map((state) => [state, bets.filter((bet) => bet.state === state).reduce((sum, bet) => sum + bet.cents, 0)])
    .filter(([, cents]) => cents).map(([state, cents]) => `${stateWords[state]} ${money(cents)}`).join(", ");
}

const stateWords = { won: "won on", lost: "lost", push: "push", back: "back" };

function seat(one) {
  const bets = (one.bets ?? []).filter((bet) => bet.cents && !(bet.state in stateWords));
  const total = bets.reduce((sum, bet) => sum + bet.cents, 0);
  const words = one.turn ? "now" : one.note || (one.ready ? "ready" : "");
  const gone = over(one);
  return h(`li#seat-${one.seat}`, { class: `seat${one.turn ? " turn" : ""}${one.player ? "" : " free"}${one.note ? " noted" : ""}` },
    h("p.person", {}, h("b.number", {}, h("span.hidden-text", {}, "Seat "), String(one.seat)), h("span.name", {}, one.player ? one.name : "free"),
      words ? h("span.status", {}, words) : null),
    (one.cards ?? []).length
      ? h("div", { class: one.cards.some((card) => card.face) ? "hand up" : "hand" }, one.cards.map((card) => cardElement(card, scene.seen.back)))
      : null,
    one.hand ? h("p.made", {}, one.hand) : null,
    bets.length
      ? h("ul.bets", {}, lined(bets).map((bet) => h("li", {}, h("span", {}, bet.title),
        h("span", {}, bet.state === "taken" ? h("i", {}, "in") : null, h("span.money", {}, `${money(bet.cents)}${bet.count > 1 ? " each" : ""}`)))))
      : null,
    gone ? h("p.over.money", {}, gone) : null,
    total ? h("p.total.money", {}, stackElement(total), h("span.hidden-text", {}, "in all "), h("span", {}, money(total))) : null);
}

function drawSeats() {
  const seats = scene.seen.seats;
  const middle = (seats.length - 1) / 2;
  const drawn = seats.map(seat);
  fill($("seats"), drawn);
  // The dealer looks from the flat side: the seats in the middle are the farthest away.
  [...$("seats").children].forEach((item, i) =>
    item.style.setProperty("--bow", String(Math.round(100 * ((i - middle) / middle) ** 2) / 100)));
  $("seats").style.setProperty("--count", String(seats.length));
}

/** The board lies between the seats at the ends, as near to those in the middle as it can. */
function lift() {
  const board = $("board");
  const span = [...board.querySelectorAll(".operator, .area")].map((child) => child.getBoundingClientRect());
  const left = Math.min(...span.map((box) => box.left));
  const right = Math.max(...span.map((box) => box.right));
  const row = $("seats").getBoundingClientRect();
  const above = [...$("seats").children].map((item) => item.getBoundingClientRect()).filter((box) => box.right > left && box.left < right);
  const lowest = Math.max(row.top, ...above.map((box) => box.bottom));
  board.style.setProperty("--lift", String(Math.max(0, Math.floor(row.bottom - lowest - 4))));
}

function drawBoard() {
  const lying = new Map((scene.seen.board ?? []).map((area) => [area.area, area]));
  const rows = (felt.rows ?? []).map((row) => h("div.row", {}, row.map((spot) => {
    if (!spot.area) return h("div.gap");
    const cards = lying.get(spot.area)?.cards ?? [];
    const free = Math.max(0, spot.cards - cards.length);
    return h("div.area", {},
      h("div.cards", {}, cards.map((card) => cardElement(card, scene.seen.back)), Array.from({ length: free }, () => h("div.slot"))),
      h("p", {}, spot.title));
  })));
  fill($("board"), [h("p.operator", {}, felt.operator), ...rows, h("p.limits", {}, felt.words)]);
}

function clockWords(seconds) {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

function gauge(title, value, share, words, state) {
  return h("div", { class: `gauge ${state}` },
    h("p", {}, h("span", {}, title), h("b.money", {}, value), words ? h("span.word", {}, words) : null),
    share);
}

function drawGauges() {
  const found = [];
  const stub = scene.stub;
  if (stub)
    found.push(gauge("Stub count", `${stub.round} of ${stub.of}`,
      h("div.pips", { "aria-hidden": "true" }, Array.from({ length: stub.of }, (_, i) => h(`i${i < stub.round ? ".on" : ""}`))),
      stub.due ? "due now" : "", stub.due ? "due" : ""));
  for (const deck of scene.decks ?? []) {
    const used = deck.used + Math.max(0, lost ? 0 : now() - deck.clock);
    const left = deck.of - used;
    const state = left <= 0 ? "over" : left <= 900 ? "due" : "";
    const bar = h("meter", { min: 0, max: deck.of, value: Math.min(deck.of, Math.max(0, Math.round(used))), "aria-label": `hours of the ${deck.deck} deck` });
    found.push(gauge(`${deck.deck[0].toUpperCase()}${deck.deck.slice(1)} deck`, lost ? "?" : `${clockWords(used)} of ${clockWords(deck.of)}`, bar,
      left <= 0 ? "change it" : left <= 900 ? "soon over" : deck.in_play ? deck.stage : `rests, ${deck.stage}`, state));
  }
  fill($("gauges"), found);
}

function drawRack() {
  const won = scene.won ?? 0;
  const meters = (scene.seen.meters ?? []).map((meter) => h("span.meter", {}, `${meter.title} `, h("b.money", {}, money(meter.cents, true))));
  fill($("rack"), [
    h("span.tray", {}, "Table ", h("b", { class: `money ${won < 0 ? "lost" : won > 0 ? "won" : ""}` }, won > 0 ? `+${money(won)}` : money(won))),
    ...meters,
  ]);
}

function later(line) {
  return h("li", {}, h("span", {}, line.words), clause(line.clause));
}

function drawActs() {
  const line = current();
  const rest = [...lines().slice(done + 1), ...(scene.later ?? [])].slice(0, 2);
  const parts = [];
  if (line) {
    const off = !line.mine || busy();
    const needs = line.mine && line.command ? line.fields ?? [] : [];
    if (needs.length) parts.push(h("div.typed", {}, needs.map((one) => field(one, fieldsPrefix()))));
    const seconds = deadline === null || line.by !== "player" ? null : Math.max(0, Math.ceil(deadline - now()));
    const label = [h("span.words", {}, line.words),
      h("span.foot-line", {}, clause(line.clause),
        line.cents ? h("span.cutting", {}, h("span", {}, `cut ${line.chips}`), chipsToCut(line.cents)) : null, line.mine ? h("kbd", {}, "Space") : h("span", {}, by(line)), seconds === null ? null : h("span.money", {}, `${lost ? "?" : seconds} s`))];
    parts.push(h("button#next", { type: "button", class: line.mine ? "main" : "waits", "aria-disabled": off ? "true" : null, "aria-keyshortcuts": "Space" }, label));
  } else {
    parts.push(h("button#next", { type: "button", class: "waits", "aria-disabled": "true" },
      h("span.words", {}, waiting()), h("span.foot-line", {}, scene.question?.why ?? "")));
  }
  parts.push(h("ol.later", { "aria-label": "Later" }, rest.map(later)));
  const place = $("acts").contains(document.activeElement) ? document.activeElement.id : "";
  fill($("acts"), parts);
  if (place && !$("acts").contains(document.activeElement)) $(place)?.focus();
}

const by = (line) => ({ player: "waits for the player", floor: "for the floorperson", dealer: "for the dealer" })[line.by] ?? line.by;

function waiting() {
  if (scene.question?.answers?.length) return "You are asked: the table waits for your word";
  return scene.question ? "The table waits for the floorperson's word" : "Nothing to do";
}

function drawTools() {
  const may = (scene.declaring ?? []).length > 0;
  fill($("tools"), [
    h("button#irregular", { type: "button", disabled: !may || lost, "aria-keyshortcuts": "I" }, "Irregularity", h("kbd", {}, "I")),
    scene.called
      ? h("div.called", {}, h("p", {}, h("b", {}, "The floorperson is called: "), scene.called),
        scene.answers_call ? h("button#answer-call", { type: "button", class: "main" }, "I have come") : null)
      : null,
  ]);
}

function draw() {
  const seen = scene.seen;
  $("round").textContent = `Round ${seen.round}`;
  $("role").textContent = scene.why || "You deal.";
  fill($("notices"), [
    lost ? h("p.strip#lost", { role: "status" }, "The connection is lost: trying again. Nothing that was taken is lost.") : null,
    seen.stopped ? h("p.strip", { role: "status" }, `The table is stopped: ${seen.stopped}`) : null,
    seen.void && seen.phase === "waiting" ? h("p.strip.void", {}, `${seen.void.words} (${seen.void.clause})`) : null,
    refused ? notice(`${refused.message[0].toUpperCase()}${refused.message.slice(1)}.`, refused.clause) : null,
  ]);
  drawSeats();
  drawBoard();
  lift();
  drawRack();
  fill($("question"), questionPanel(scene.question, "console"));
  drawGauges();
  drawTools();
  drawActs();
  fill($("log"), told().slice(0, 12).map((one) => h("li", { "data-key": `said-${one.version}` }, one.words, one.times > 1 ? h("span.times", {}, ` × ${one.times}`) : null)));
  declaring.refresh();
  const mine = scene.question?.answers?.length ? "You are asked · " : current()?.mine ? "Your step · " : "";
  document.title = `${mine}${$("desk").querySelector("h1").textContent} · Fairdeal`;
}

// Hands --------------------------------------------------------------------------------------------

$("acts").addEventListener("click", (event) => {
  // A double click is one step: what comes after it was not read yet.
  if (event.target.closest("#next") && event.detail < 2) step();
});
$("acts").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("input")) {
    event.preventDefault();
    step();
  }
});
$("tools").addEventListener("click", (event) => {
  if (event.target.closest("#irregular")) declaring.begin();
  if (event.target.closest("#answer-call")) send({ do: "answer-call" });
});
$("notices").addEventListener("click", (event) => {
  if (!event.target.closest("[data-close]")) return;
  refused = null;
  draw();
});
$("question").addEventListener("submit", (event) => {
  event.preventDefault();
  const i = Number(event.target.dataset.answer);
  const answer = scene.question?.answers?.[i];
  const body = answer && typed(answer.command, answer.fields, `console-answer-${i}`);
  if (body) send(body);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("declare").open) return;
  if (event.target.closest("input, textarea, select")) return;
  if (event.key === " ") {
    if (event.target.closest("button, a, summary")) return; // which does its own
    event.preventDefault();
    if (!event.repeat) step();
  } else if (event.key.toLowerCase() === "i" && !$("irregular").disabled) {
    event.preventDefault();
    declaring.begin();
  }
});

addEventListener("resize", lift);
tell(first.said, true);
followScript();
draw();
setInterval(() => {
  drawGauges();
  if (deadline !== null) drawActs();
}, 1000);
follow(`${table}/deal`, scene.version, heard, (state) => {
  lost = state === "lost";
  if (lost) $("urgent").textContent = "The connection is lost: trying again.";
  else $("polite").textContent = "Connected again, nothing lost.";
  draw();
});

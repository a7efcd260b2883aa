// The page of a table: one state, drawn whenever the server or the player changes it.

import { betting, button, chips, deciding, slider } from "./acts.js";
import { Staged } from "./bets.js";
import { CHIPS, money } from "./chips.js";
import { $, fill, h } from "./dom.js";
import { board, mine, seats } from "./felt.js";
import { ask, command, follow, Refused } from "./live.js";
import { moving, tick } from "./motion.js";
import { announce, light, netWords, paid, rounds, speak } from "./panel.js";

const DEAF = 400; // ms for which a button that appeared under a resting pointer does nothing
const LAID_AFTER = 400; // ms without a change
const root = $("table");
const table = root.dataset.table;
const felt = JSON.parse($("felt-data").textContent);
const first = JSON.parse($("first").textContent);
const staged = new Staged();
const picked = new Set();
const settings = { four: true, motion: true, sound: true, keys: true, ...stored("settings") };

let scene = first.scene;
let clock = { deadline: null, ahead: 0, whole: 0 }; // `ahead`: the server's time less ours
let chip = stored("chip") ?? 5;
let before = stored(`bets ${table}`);
let online = true;
let sent = null; // the moment that was answered: its buttons are gone
let strip = null; // {words, clause, kind}
let answer = ""; // what was asked for by a key
let shown = { what: "", since: 0 };
let pointer = { x: 0, y: 0, moved: 0 };
let slid = null;
let coach = null;
let chosen = null; // the box that chips go to, where I have several
let line; // the feed
let laying; // the timer of chips that are about to be laid down

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(`fairdeal ${name}`));
  } catch {
    return null;
  }
}
const keep = (name, value) => localStorage.setItem(`fairdeal ${name}`, JSON.stringify(value));

// What is mine -------------------------------------------------------------------------------------

const own = () => scene.seats.filter((seat) => seat.mine);
const waiting = () => own().filter((seat) => !seat.ready);
/** The box that is played now: whose turn it is, else the one that was chosen or the first whose bets do not stand. */
const box = () => own().find((seat) => seat.turn) ?? waiting().find((seat) => seat.seat === chosen) ?? waiting()[0] ?? own()[0];
const betsOpen = () => scene.phase === "bets" && (box()?.bets ?? []).some((bet) => bet.open);
const lies = (seat) => (seat?.bets ?? []).reduce((sum, bet) => sum + (bet.cents ?? 0), 0);
/** My other boxes, while chips may be put on them. */
const others = () => waiting().filter((seat) => betsOpen() && seat !== box());
/** Chips that may be bet: the purse, and what lies on the layout but is not yet taken. */
const purse = () => (scene.balance ?? 0) + (betsOpen() ? lies(box()) : 0);
/** What keeps the bets from being placed: an empty box is left out where another has bets. */
const missing = () => (!staged.total && others().some(lies) ? "" : staged.missing(purse()));
const left = () => (clock.deadline === null ? null : Math.max(0, Math.ceil(clock.deadline - Date.now() / 1000 - clock.ahead)));

function possible() {
  if (sent === scene.at || scene.stopped) return [];
  if (betsOpen()) return betting(staged, before, purse(), missing(), others().reduce((sum, seat) => sum + lies(seat), 0));
  if (!own().length) {
    const free = scene.seats.find((seat) => !seat.player) ?? scene.seats.find((seat) => seat.free);
    return free && scene.phase !== "closed" ? [{ id: "sit", words: "Sit down", key: "J", kind: "main", seat: free.seat }] : [];
  }
  return deciding(scene, picked);
}

// Drawing ------------------------------------------------------------------------------------------

function draw() {
  const seat = box();
  const acts = possible();
  moving(() => {
    root.className = root.className.replace(/ phase-\w+| lost/g, "") + ` phase-${scene.phase}${online ? "" : " lost"}`;
    fill($("say"), say());
    $("board").className = `rows-${felt.board.length}`;
    fill($("board"), board(felt, scene));
    fill($("seats"), seats(scene, others().length ? seat.seat : null));
    fill($("mine"), mine(felt, scene, seat, staged, picked));
    fill($("meters"), (scene.meters ?? []).map((one) => h("p.meter", {}, h("span", {}, one.title), h("b.money", {}, money(one.cents)))));
    fill($("paid"), paid(scene));
    fill($("strip"), strips());
    drawActs(acts);
    fill($("chips"), betsOpen() && acts.length ? chips(chip, staged, settings.keys) : []);
    fill($("purse"), purses(seat));
    $("sealed").textContent = scene.commitment ? `${scene.commitment.slice(0, 16)}…` : "not yet";
  }, scene);
  light(scene);
  ring();
  $("leave").hidden = !own().length;
  document.title = (scene.phase === "mine" ? "Your turn · " : "") + `${root.dataset.name} · ${felt.game}`;
}

function say() {
  const time = left();
  const under = answer || (betsOpen() && staged.total ? missing() : "") || (others().length ? `These are the bets of seat ${box().seat}.` : "") || ((scene.net ?? null) !== null ? `Last round: ${netWords(scene.net).replace("You", "you")}.` : "") || (betsOpen() && !staged.total ? missing() : "");
  return [
    h("p.headline#headline", {}, scene.stopped || scene.headline),
    h("p.under", {}, under),
    time === null || !["mine", "others", "bets", "waiting"].includes(scene.phase) ? "" : clockFace(),
  ].filter(Boolean);
}

function clockFace() {
  const face = h("span.clock#clock", { "aria-hidden": "true" });
  face.innerHTML = '<svg viewBox="0 0 44 44"><circle cx="22" cy="22" r="19"/><circle class="left" cx="22" cy="22" r="19" pathLength="100" stroke-dasharray="100"/></svg><b></b>';
  return face;
}

/** The ring round the time that is left: state, so it is set and not animated. */
function ring() {
  const face = $("clock");
  if (!face) return;
  const time = left();
  face.querySelector("b").textContent = online ? String(time) : "?";
  face.querySelector(".left").setAttribute("stroke-dashoffset", String(100 - (online ? (100 * time) / clock.whole : 0)));
  face.classList.toggle("soon", online && time <= 5);
}

function strips() {
  if (!online) return [h("p.strip.warn#lost", {}, "The connection is lost. Your bets and cards are safe at the table; trying again.")];
  const all = [];
  if (scene.void) all.push(h("p.strip.warn#void", {}, h("span", {}, h("b", {}, `${scene.void.words}.`), ` ${(scene.void.back ?? []).join(", ")}`), h("span.clause", {}, scene.void.clause)));
  if (strip) all.push(h(`p.strip.${strip.kind}#note`, {}, strip.words, strip.clause ? h("span.clause", {}, ` ${strip.clause}`) : null, h("button.small", { type: "button", "data-do": "close" }, "Close")));
  return all;
}

function drawActs(acts) {
  const what = acts.map((one) => one.id).join(" ") + scene.at;
  if (what !== shown.what) shown = { what, since: performance.now() };
  const all = acts.map((one) => button({ ...one, off: one.off || !online }, settings.keys));
  const range = acts.length && scene.phase === "mine" ? scene.slider : null;
  if (!range) slid = null;
  else slid ??= range.least;
  fill($("actions"), range ? [...all.slice(0, -1), slider(range, slid), all.at(-1)] : all);
}

function purses(seat) {
  const all = betsOpen() ? [...others(), ...own().filter((one) => one.ready)] : own();
  const stake = (betsOpen() ? staged.total : 0) + all.reduce((sum, one) => sum + lies(one), 0);
  const rest = betsOpen() ? purse() - staged.total : scene.balance;
  return [
    h("p", {}, h("span", {}, "Stake"), h("b.money", {}, seat ? money(stake) : "-")),
    h("p", {}, h("span", {}, "Balance"), h("b.money#balance", {}, rest === undefined || rest === null ? "-" : money(rest))),
  ];
}

// What comes from the server -----------------------------------------------------------------------

function hear(message, quietly = false) {
  const old = scene;
  const was = box()?.seat;
  scene = message.scene;
  // On a small screen the page goes to where the next act is.
  if ((scene.phase !== old.phase || quietly) && matchMedia("(max-width: 39.9375em)").matches) requestAnimationFrame(() => (betsOpen() ? document.querySelector(".box")?.scrollIntoView({ block: "end" }) : scrollTo(0, 0)));
  const ahead = message.now - Date.now() / 1000;
  if (message.deadline !== clock.deadline) clock = { deadline: message.deadline, ahead, whole: message.deadline === null ? 0 : Math.max(1, message.deadline - message.now), told: false };
  else clock.ahead = ahead;
  if (scene.at !== old.at || quietly) {
    picked.clear();
    answer = "";
    sent = null;
    slid = null;
    chosen = null;
    restage();
    if (strip?.kind === "good") strip = null;
  } else if (box()?.seat !== was) restage();
  else staged.take(box()?.bets ?? []);
  if (message.you) known(message.you);
  announce(message.said, quietly);
  draw();
  coach?.see(scene);
  if (scene.phase === "mine" && (old.phase !== "mine" || old.at !== scene.at || quietly)) {
    speak(scene.headline, true);
    if (settings.sound) tick();
  }
  if (scene.round !== old.round || quietly || (scene.net ?? null) !== (old.net ?? null)) rounds(table);
  if ((scene.net ?? null) !== null && (old.net ?? null) === null && !quietly) speak(`${netWords(scene.net)}.`);
}

/** What is put together starts from what lies in the box. */
function restage() {
  const bets = box()?.bets ?? [];
  staged.take(bets);
  staged.reset(Object.fromEntries(bets.filter((bet) => bet.open && bet.cents).map((bet) => [bet.wager, bet.cents])));
}

/** The header names whoever was nobody when the page was made. */
function known({ name }) {
  $("visitor").textContent = name;
  document.querySelector(".top").classList.add("known");
}

// What the player does -----------------------------------------------------------------------------

/** One intent: all buttons go at once, and come back only where it was refused. */
async function intend(...bodies) {
  const at = scene.at;
  sent = at;
  strip = null;
  draw();
  try {
    for (const body of bodies) await command(table, { ...body, at });
    return true;
  } catch (error) {
    sent = null;
    refused(error);
    return false;
  }
}

/** A refusal stays until it is closed. What came too late for its question needs no word. */
function refused(error) {
  if (!(error instanceof Refused)) throw error;
  if (error.code !== "passed") {
    strip = { words: sentence(error.message), clause: error.clause, kind: "bad" };
    speak(strip.words, true);
  }
  draw();
}
const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;

/** The commands that bring the layout in line with what is staged, in dollars. */
function changes(seat) {
  const lying = seat.bets.filter((bet) => bet.open && bet.cents);
  const gone = lying.filter((bet) => !staged.of(bet.wager)).map((bet) => ({ do: "take-back-bet", seat: seat.seat, wager: bet.wager }));
  const same = lying.length === Object.keys(staged.amounts).length && lying.every((bet) => bet.cents === staged.of(bet.wager));
  const amounts = Object.fromEntries(Object.entries(staged.amounts).map(([wager, cents]) => [wager, cents / 100]));
  return same || !staged.total ? gone : [...gone, { do: "place-bets", seat: seat.seat, amounts }];
}

/** Chips that could stand are laid down for all to see: the table then waits for me to be ready. */
function lay() {
  clearTimeout(laying);
  laying = setTimeout(async () => {
    if (!betsOpen() || sent === scene.at || (staged.total && staged.missing(purse()))) return;
    for (const body of changes(box())) await command(table, { ...body, at: scene.at }).catch(refused);
  }, LAID_AFTER);
}

async function place() {
  const seat = box();
  if (missing()) return;
  clearTimeout(laying);
  const word = $("word").value.trim();
  if (staged.total) keep(`bets ${table}`, (before = { ...staged.amounts }));
  const boxes = [...others().filter(lies), ...(staged.total ? [seat] : [])];
  await intend(...changes(seat), ...boxes.map((one) => ({ do: "ready", seat: one.seat, ...(word ? { word } : {}) })));
}

/** Another box of mine: what lies in the one before is laid down first. */
async function betAt(seat) {
  clearTimeout(laying);
  const left = box();
  if (staged.total && !staged.missing(purse())) for (const body of changes(left)) await command(table, { ...body, at: scene.at }).catch(refused);
  chosen = seat;
  restage();
  draw();
}

/** Sits down; who is nobody yet becomes a guest first. */
async function sit(seat) {
  strip = null;
  try {
    if (scene.balance === undefined || scene.balance === null) {
      await ask("/api/guests", { name: "Guest" });
      line?.again();
    }
    await command(table, { do: "sit", seat });
  } catch (error) {
    refused(error);
  }
}

function act(id) {
  const one = possible().find((each) => each.id === id);
  if (id === "close") strip = null;
  else if (id === "undo") staged.undo();
  else if (id === "clear") staged.clear();
  else if (id === "slide" && scene.slider) return intend({ ...scene.slider.command, amount: slid / 100 });
  else if (!one || one.off || !online) return;
  else if (id === "repeat") staged.put(before);
  else if (id === "least") staged.put(staged.least());
  else if (id === "double") staged.double(purse());
  else if (id === "place") return place();
  else if (id === "sit") return sit(one.seat);
  else {
    const body = { ...one.command };
    if (id === "draw") body.discard = [...picked].map((i) => box().cards[i].face);
    return intend(body).then((done) => done && coach?.judge());
  }
  answer = "";
  draw();
  lay();
}

function chipOn(wager, off = false) {
  if (!betsOpen() || sent === scene.at || !online) return;
  const changed = off ? staged.remove(wager) : staged.add(wager, chip * 100, purse());
  if (changed) speak(`${scene.seats.flatMap((seat) => seat.bets ?? []).find((bet) => bet.wager === wager)?.title} ${money(staged.of(wager))}`);
  answer = "";
  draw();
  lay();
}

function pick(i) {
  if (!picked.delete(i) && picked.size < (scene.draw ?? 0)) picked.add(i);
  draw();
}

function pickChip(value) {
  chip = value;
  keep("chip", value);
  draw();
}

const asked = {
  h: () => box()?.hand || box()?.cards?.map((card) => card.name).join(", ") || "You hold no cards.",
  o: () => scene.board.map((one) => `${one.title}: ${(one.cards ?? []).map((card) => card.name).join(", ") || "empty"}`).join(". ") || "This game has no board.",
  s: () => (box()?.bets ?? []).filter((bet) => bet.cents || staged.of(bet.wager)).map((bet) => `${bet.title} ${money(bet.open ? staged.of(bet.wager) : bet.cents)}`).join(", ") || "You have no bets.",
  t: () => (left() === null ? "There is no clock." : `${left()} seconds left.`),
  l: () => $("said").lastElementChild?.textContent ?? "Nothing was said yet.",
};

function onKey(event) {
  const typing = event.target.closest("input:not([type=range]), dialog");
  if (event.key === "Backspace" && event.target.dataset?.wager) return chipOn(event.target.dataset.wager, true);
  if (event.key === "Escape") return sheet(null);
  if (!settings.keys || typing || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const key = event.key.toLowerCase();
  if (key === "?") return $("settings").showModal();
  const digit = "12345".indexOf(key);
  if (digit >= 0 && scene.draw && scene.phase === "mine" && box()?.cards?.[digit]) return pick(digit);
  if (digit >= 0 && betsOpen()) return pickChip(CHIPS[digit]);
  if (betsOpen() && "uc".includes(key)) return act(key === "u" ? "undo" : "clear");
  const one = possible().find((each) => each.key.toLowerCase() === key);
  if (one) return act(one.id);
  if (key === "v") return coach?.values();
  if (asked[key]) {
    answer = asked[key]();
    speak(answer);
    draw();
  }
}

function onClick(event) {
  const on = (name) => event.target.closest(`[data-${name}]`)?.dataset[name];
  // A button that came under a pointer that rests was not meant.
  const rests = event.detail > 0 && pointer.moved < shown.since;
  if (on("do") !== undefined) {
    if (rests && performance.now() - shown.since < DEAF && event.target.closest("#actions")) return;
    return act(on("do"));
  }
  if (on("wager") !== undefined && event.target.closest("button")) return chipOn(on("wager"));
  if (on("chip") !== undefined) return pickChip(Number(on("chip")));
  if (on("pick") !== undefined) return pick(Number(on("pick")));
  if (on("sit") !== undefined) return sit(Number(on("sit")));
  if (on("box") !== undefined) return betAt(Number(on("box")));
  if (on("sheet") !== undefined) return sheet(on("sheet"));
  if (on("close") !== undefined) return sheet(null);
  if (on("open") !== undefined) $(on("open")).showModal();
}

/** Opens a sheet of a narrow page, or closes them. */
function sheet(id) {
  for (const one of ["pays", "column"]) $(one).classList.toggle("open", one === id && !$(one).classList.contains("open"));
  if (id && $(id).classList.contains("open")) $(id).focus();
}

function apply() {
  document.documentElement.classList.toggle("two-colours", !settings.four);
  document.documentElement.classList.toggle("still", !settings.motion);
  for (const input of $("settings").querySelectorAll("input")) input.checked = settings[input.name];
}

function listen() {
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
    if (Math.hypot(x - pointer.x, y - pointer.y) > 4) pointer = { x, y, moved: performance.now() };
  });
  let pressing;
  let off = -Infinity; // when a long press last took a chip off
  const takeOff = (event) => {
    const wager = event.target.closest?.("button[data-wager]")?.dataset.wager;
    if (!wager) return;
    event.preventDefault();
    // A long press is told twice by some browsers: once by the time, once as a menu.
    if (performance.now() - off > 700) chipOn(wager, true);
    off = performance.now();
  };
  document.addEventListener("contextmenu", takeOff);
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") pressing = setTimeout(() => takeOff(event), 500);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(end, () => clearTimeout(pressing));
  document.addEventListener("click", (event) => {
    if (performance.now() - off < 700 && event.target.closest("[data-wager]")) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("input", ({ target }) => {
    if (target.id === "amount") {
      slid = Number(target.value);
      draw();
    } else if (target.name in settings) {
      settings[target.name] = target.checked;
      keep("settings", settings);
      apply();
      draw();
    }
  });
  $("leave").addEventListener("click", () => {
    if (["bets", "waiting"].includes(scene.phase)) leave();
    else $("sure").showModal();
  });
  $("sure").addEventListener("close", () => $("sure").returnValue === "yes" && leave());
}

const leave = () => own().forEach((seat) => command(table, { do: "leave", seat: seat.seat }).catch(refused));

/** A coach sits down beside the player. */
export function coachedBy(coachOf) {
  coach = coachOf(table);
  coach.see(scene);
}

// The line, and time -------------------------------------------------------------------------------

function begin() {
  hear(first, true);
  line = follow(table, first.scene.version, hear, (state) => {
    online = state === "back";
    if (online) strip = { words: "Connected again, nothing lost.", kind: "good" };
    speak(online ? strip.words : "The connection is lost. Trying again.", true);
    draw();
  });
}
// Whoever is quick is heard at once. The cloth is painted first, then what lies on it. A page behind
// others is painted never.
apply();
listen();
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
setInterval(() => {
  const time = left();
  if (time === null) return;
  ring();
  if ([10, 5].includes(time) && clock.told !== time && (scene.phase === "mine" || betsOpen())) {
    clock.told = time;
    speak(`${time} seconds.`, true);
  }
}, 250);

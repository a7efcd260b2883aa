// The lobby as it goes on: seats, rounds and meters come every few seconds; meters roll there.

const EVERY = 3000;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const strip = document.getElementById("strip");
const tables = new Map();
for (const element of document.querySelectorAll("[data-table]")) tables.set(element.dataset.table, element);

function money(dollars) {
  return dollars.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** Say something in the strip, once: a reader hears it when it changes. */
function say(words, link) {
  if (strip.dataset.words === words) return;
  strip.dataset.words = words;
  strip.textContent = words;
  if (words && link) {
    const again = document.createElement("a");
    again.href = "/";
    again.textContent = link;
    strip.append(" ", again);
  }
}

/** Let a meter roll to an amount; each frame shows a whole number of cents. */
function roll(element, to) {
  const from = Number(element.textContent.replace(/[$,]/g, ""));
  cancelAnimationFrame(Number(element.dataset.frame || 0));
  // After a hit a meter falls back: that is a jump, not a roll.
  if (still.matches || to <= from) {
    element.textContent = money(to);
    return;
  }
  const start = performance.now();
  const step = (now) => {
    const part = Math.min(1, (now - start) / (EVERY - 400));
    element.textContent = money(Math.floor((from + (to - from) * part) * 100) / 100);
    if (part < 1) element.dataset.frame = requestAnimationFrame(step);
    else element.textContent = money(to);
  };
  element.dataset.frame = requestAnimationFrame(step);
}

function kindOf(player) {
  if (!player) return "free";
  return player.bot ? "bot" : "taken";
}

function setText(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

function show(table) {
  const element = tables.get(table.table);
  const kinds = table.seats.map((seat) => kindOf(seat.player));
  const dots = element.querySelectorAll(".dot");
  table.seats.forEach((seat, at) => {
    dots[at].className = `dot ${kinds[at]}`;
    dots[at].title = `seat ${seat.seat}: ${seat.player ? seat.player.name : "free"}`;
  });
  const people = kinds.filter((kind) => kind === "taken").length;
  const bots = kinds.filter((kind) => kind === "bot").length;
  const told = [[people, "player"], [bots, "bot"], [kinds.length - people - bots, "free seat"]];
  const words = told.filter(([count]) => count).map(([count, word]) => `${count} ${word}${count > 1 ? "s" : ""}`);
  setText(element.querySelector(".company"), words.join(", "));
  setText(element.querySelector(".phase"), table.stopped ? "Stopped" : table.phase === "open" ? "Bets are open" : "A round is on");
  const button = element.querySelector("form button");
  if (button) button.disabled = table.stopped || people === table.seats.length || button.dataset.sent === "yes";
  for (const meter of element.querySelectorAll("[data-meter]")) {
    const amount = table.meters[meter.dataset.meter];
    // Parts of a cent stay on the meter: people are shown what would be paid.
    if (amount !== undefined) roll(meter, Math.floor(amount * 100 + 1e-6) / 100);
  }
}

async function look() {
  if (document.hidden) return;
  let answer;
  try {
    const response = await fetch("/api/tables", { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(response.status);
    answer = await response.json();
  } catch {
    say("The floor does not answer: what you see here may be old. It is asked again every few seconds.");
    return;
  }
  const here = answer.filter((table) => tables.has(table.table));
  here.forEach(show);
  const changed = answer.length !== tables.size || here.length !== tables.size;
  say(changed ? "A table has opened or closed." : "", changed ? "Show the tables of now" : "");
}

// One press is enough: a second one would only ask for the same seat again.
for (const form of document.querySelectorAll(".ways form")) {
  form.addEventListener("submit", (event) => {
    const button = form.querySelector("button");
    if (button.dataset.sent) event.preventDefault();
    button.dataset.sent = "yes";
  });
}
// Back from a table by the browser's own button: the page asks again what is true now.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
for (const time of document.querySelectorAll(".rounds time")) {
  const moment = new Date(time.dateTime);
  time.textContent = moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  time.title = moment.toLocaleString();
}
document.addEventListener("visibilitychange", look);
setInterval(look, EVERY);
look();

// The floor's wall: all tables as they are, asked again every two seconds, and the floor's acts.

import { money } from "../shared/chips.js";
import { $, fill, h } from "../shared/dom.js";
import { ask, command, insist, Refused } from "../shared/live.js";
import { clause, notice, questionPanel, typed } from "../shared/staff.js";

const EVERY = 2000;
const first = JSON.parse($("first").textContent);
let wall = first;
let lost = false;
let refused = null;
/** What is told once: the alarms that were there before. */
let known = new Set();

const may = (act) => wall.may.includes(act);
const table = (id) => wall.tables.find((one) => one.table === id);

// Drawing ------------------------------------------------------------------------------------------

function hours(seconds) {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

function figure(title, cents, { signed = false, why = "", meter = false } = {}) {
  const tone = signed && cents ? (cents < 0 ? "money lost" : "money won") : "money";
  return h("div", { title: why || null }, h("dt", {}, title), h("dd", { class: tone }, signed && cents > 0 ? `+${money(cents)}` : money(cents, meter)));
}

function hold({ drop, win }) {
  return drop ? `${(100 * win / drop).toFixed(1)} %` : "–";
}

function figures(one) {
  return h("dl.figures", {},
    figure("Inventory", one.money.inventory),
    figure("Drop", one.money.drop, { why: "Stakes that were settled" }),
    figure("Win", one.money.win, { signed: true, why: "What the table has won of them; meters are fed from it" }),
    h("div", {}, h("dt", {}, "Hold"), h("dd.money", {}, hold(one.money))));
}

const button = (act, words, { kind = "plain", off = false, why = "", whole = null } = {}) =>
  h("button", { type: "button", class: kind, "data-act": act, disabled: off, title: why || whole, "aria-label": whole, "data-key": act }, words);

function acts(one) {
  const between = one.between && !one.stopped;
  const why = between ? "" : "Between rounds only";
  return [
    may("answer") && one.called ? button("answer", "I have come", { kind: "main" }) : null,
    may("hand over") ? button("hand over", one.dealer === "auto" ? "Hand to a dealer" : "Back to automatic", { off: !between, why }) : null,
    may("fill") ? button("fill", "Fill") : null,
    may("credit") ? button("credit", "Credit") : null,
    may("close") ? button("close", "Close", { off: !between, why }) : null,
  ];
}

function dealer(one) {
  if (one.dealer === "auto") return "Automatic dealer";
  return one.dealt_by ? `${one.dealt_by} deals` : "A person deals";
}

function card(one) {
  const alarms = one.alarms ?? [];
  const urgent = alarms.some((alarm) => alarm.urgent);
  const taken = one.seats.filter(Boolean).length;
  return h(`li#table-${one.table}`, { class: `card-of cloth-${one.color}${urgent ? " urgent" : alarms.length ? " warned" : ""}${one.question ? " asked" : ""}`, "data-table": one.table },
    h("header", {},
      h("h2", {}, one.name),
      h("p.muted", {}, [one.game, one.limits, one.practice ? "practice" : ""].filter(Boolean).join(" · ")),
      h("a.to-console", { href: `/tables/${one.table}/deal`, "aria-label": `Console of ${one.name}` }, "Console")),
    alarms.length ? h("ul.alarms", {}, alarms.map((alarm) => h("li", { class: alarm.urgent ? "urgent" : null }, alarm.words))) : null,
    questionPanel(one.question, one.table),
    h("p.now", {}, h("b", {}, `Round ${one.round}`), one.question ? " waits for the floorperson" : ` ${one.next}`),
    h("p.seats-of", { role: "img", "aria-label": `${taken} of ${one.seats.length} seats taken: ${one.seats.filter(Boolean).join(", ") || "nobody"}` },
      one.seats.map((name, i) => h("i", { class: name ? "taken" : null, title: name || null }, String(i + 1)))),
    h("p.who-deals", {}, dealer(one),
      (one.decks ?? []).map((deck) => h("span.muted", {}, ` · ${deck.deck} ${hours(deck.used + Math.max(0, wall.now - deck.clock))} of ${hours(deck.of)}`))),
    figures(one),
    (one.meters ?? []).length
      ? h("dl.figures.meters", {}, one.meters.map((meter) => figure(meter.title, meter.cents, { meter: true })))
      : null,
    h("p.acts-of", {}, acts(one)));
}

function closedTable(all) {
  if (!all.length) return [];
  const names = ["Table", "Opened with", "Fills", "Credits", "Drop", "Win", "Back to the bank"];
  return [h("h2", {}, "Closed"), h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Closed tables" }, h("table", {},
    h("thead", {}, h("tr", {}, names.map((name, i) => h("th", { scope: "col", class: i ? "number" : null }, name)))),
    h("tbody", {}, all.map((one) => h("tr", {}, h("th", { scope: "row" }, one.name),
      ["opening", "fills", "credits", "drop", "win", "closing"].map((name) => h("td.number", {}, money(one.money[name]))))))))];
}

function draw() {
  const open = wall.tables.filter((one) => !one.closed);
  const sum = (name) => open.reduce((total, one) => total + one.money[name], 0);
  $("sum").textContent = `${open.length} tables open · drop ${money(sum("drop"))} · win ${money(sum("win"))}`;
  fill($("notices"), [
    lost ? h("p.strip#lost", { role: "status" }, "The connection is lost: trying again. What stands here may be old.") : null,
    refused ? notice(`${refused.message[0].toUpperCase()}${refused.message.slice(1)}.`, refused.clause) : null,
  ]);
  // What waits for a person stands first.
  const weight = (one) => ((one.alarms ?? []).some((alarm) => alarm.urgent) ? 0 : (one.alarms ?? []).length ? 1 : 2);
  const sorted = [...open].sort((a, b) => weight(a) - weight(b));
  fill($("tables"), sorted.map(card));
  fill($("closed"), closedTable(wall.tables.filter((one) => one.closed)));
  const waiting = open.flatMap((one) => (one.alarms ?? []).filter((alarm) => alarm.urgent).map((alarm) => `${one.name}: ${alarm.words}`));
  document.title = `${waiting.length ? `${waiting.length} waiting · ` : ""}The floor · Fairdeal`;
  const fresh = waiting.filter((words) => !known.has(words));
  if (fresh.length) $("urgent").textContent = fresh.join(". ");
  known = new Set(waiting);
}

// Asking again -------------------------------------------------------------------------------------

async function look() {
  try {
    wall = await ask("/floor/state");
    lost = false;
  } catch (error) {
    if (error instanceof Refused && [401, 403].includes(error.status)) {
      refused = error;
      wall = { ...wall, may: [] };
    } else lost = true;
  }
  draw();
}

let timer;
async function again() {
  clearTimeout(timer);
  await look();
  timer = setTimeout(again, EVERY);
}
document.addEventListener("visibilitychange", () => document.hidden || again());

async function attempt(doing) {
  try {
    const answer = await doing();
    refused = null;
    return answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refused = error;
    return null;
  } finally {
    await again();
  }
}

// The floor's acts ---------------------------------------------------------------------------------

const dialog = $("act");

function sheet(title, ...children) {
  fill(dialog, [h("div.sheet", {}, h("h2#act-title", { tabindex: "-1" }, title), ...children)]);
  if (!dialog.open) dialog.showModal();
  (dialog.querySelector("input, select, textarea") ?? dialog.querySelector("h2")).focus();
}

const cancel = () => h("button", { type: "button", "data-cancel": true }, "Cancel", h("kbd", {}, "Esc"));

function moving(one, act) {
  const words = act === "fill" ? "Chips come from the bank to the table." : "Chips go from the table back to the bank.";
  sheet(`${act === "fill" ? "Fill" : "Credit"}: ${one.name}`, h(`form#moving-${act}`, { "data-do": act, "data-table": one.table },
    h("p", {}, `${words} The inventory is ${money(one.money.inventory)}.`),
    h("p.field", {}, h("label", { for: "amount" }, "Amount in dollars"), h("input#amount", { type: "number", min: "0.01", step: "0.01", required: true, inputmode: "decimal", autocomplete: "off" })),
    h("p.field", {}, h("label", { for: "reason" }, "Reason"), h("input#reason", { maxlength: 200, required: true, autocomplete: "off" })),
    h("p.buttons", {}, h("button.main", {}, act === "fill" ? "Fill" : "Credit"), cancel())));
}

function closing(one) {
  sheet(`Close ${one.name}?`, h("form", { "data-do": "close", "data-table": one.table },
    h("p", {}, "Wagers on the layout go back, everybody leaves, the decks are counted and go, and the chips are reconciled. The table does not open again."),
    h("p.buttons", {}, h("button.danger", {}, "Close the table"), cancel())));
}

function reconciliation(one, told) {
  const rows = [["Opened with", told.opening], ["Fills", told.fills], ["Credits", -told.credits], ["Won in play", told.result]];
  const dollars = (amount) => `${amount < 0 ? "-" : ""}$${Math.abs(amount).toLocaleString("en-US", { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2, maximumFractionDigits: 6 })}`;
  sheet(`${one.name} is closed`, h("div#reconciled", {},
    h("p", { class: told.reconciled ? "won" : "lost" }, told.reconciled ? "The chips agree with the log." : "The chips do not agree with the log: an auditor must look at it."),
    h("table.sum", {}, h("tbody", {}, rows.map(([name, amount]) => h("tr", {}, h("th", { scope: "row" }, name), h("td.number", {}, dollars(amount))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Inventory, back to the bank"), h("td.number", {}, dollars(told.inventory))))),
    h("p.buttons", {}, h("button.main", { type: "button", "data-cancel": true }, "Done"))));
}

async function opening() {
  const samples = await attempt(() => ask("/floor/rules"));
  if (!samples) return;
  opening.samples = samples;
  sheet("Open a table", h("form#opening", { "data-do": "open" },
    h("p.field", {}, h("label", { for: "sample" }, "Begin with"),
      h("select#sample", {}, h("option", { value: "" }, "a rules file of your own"), samples.map((one) => h("option", { value: one.name }, one.name)))),
    h("p.field", {}, h("label", { for: "rules" }, "Rules file"), h("textarea#rules", { rows: 14, spellcheck: "false", required: true })),
    h("p#wrong", { role: "alert" }),
    h("p.buttons", {}, h("button.main", {}, "Check and open"), cancel())));
}

dialog.addEventListener("change", ({ target }) => {
  if (target.id === "sample") $("rules").value = opening.samples.find((one) => one.name === target.value)?.text ?? "";
});
dialog.addEventListener("click", ({ target }) => {
  if (target.closest("[data-cancel]")) dialog.close();
});
dialog.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { do: act, table: id } = event.target.dataset;
  if (act === "open") {
    try {
      const { table: made } = await ask("/floor/open", { rules: $("rules").value });
      dialog.close();
      await again();
      $("polite").textContent = `${table(made)?.name ?? made} is open.`;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fill($("wrong"), [h("span", {}, `${error.message} `), ...(error.clause ? [clause(error.clause)] : [])]);
    }
    return;
  }
  const one = table(id);
  if (act === "close") {
    const told = await attempt(() => ask(`/api/tables/${id}/close`, {}));
    if (told) reconciliation(one, told);
    else dialog.close();
    return;
  }
  const body = { amount: Number($("amount").value), reason: $("reason").value.trim() };
  dialog.close();
  await attempt(() => insist(`/api/tables/${id}/${act}`, body));
});

$("floor").addEventListener("click", ({ target, detail }) => {
  // A double click acts once: after it the button may mean the opposite.
  if (detail > 1) return;
  if (target.closest("[data-close]")) {
    refused = null;
    draw();
    return;
  }
  if (target.closest("#open")) {
    opening();
    return;
  }
  const act = target.closest("[data-act]")?.dataset.act;
  const one = act && table(target.closest("[data-table]").dataset.table);
  if (!one) return;
  if (act === "fill" || act === "credit") moving(one, act);
  else if (act === "close") closing(one);
  else if (act === "answer") attempt(() => command(one.table, { do: "answer-call" }));
  else if (act === "hand over") attempt(() => ask(`/api/tables/${one.table}/handover`, { dealer: one.dealer === "auto" ? "person" : "auto" }));
});
$("tables").addEventListener("submit", (event) => {
  event.preventDefault();
  const one = table(event.target.closest("[data-table]").dataset.table);
  const i = Number(event.target.dataset.answer);
  const answer = one?.question?.answers?.[i];
  const body = answer && typed(answer.command, answer.fields, `${one.table}-answer-${i}`);
  if (body) attempt(() => command(one.table, body));
});

draw();
timer = setTimeout(again, EVERY);

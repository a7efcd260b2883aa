// A table on the wall: its state, its alarms, its money, and what may be done there.

/** @import { DeckGauge, Money, VarianceScene, Wall, WallMeterScene, WallTable } from "../types.js" */

import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { pendingPanel } from "../shared/pending.js";
import { questionPanel } from "../shared/staff.js";
import { meterButton } from "./wall_meters.js";

/** @param {number} seconds */
function hoursWords(seconds) {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/**
 * @param {string} title
 * @param {string} amount
 * @param {string | null} [explanation]
 * @param {string} [tone]
 */
const figure = (title, amount, explanation = null, tone = "") =>
  h(
    "div",
    { title: explanation },
    h("dt", {}, title),
    h("dd", { class: tone ? `money ${tone}` : "money" }, amount),
  );

/** Stands for what is counted without being known. */
const BLIND = "counted blind";
const BLIND_WORDS = "Whoever may count the tray is not told what the log says of it";

/** @param {Money} taken */
function figures({ inventory, drop, handle, win }) {
  const handled = [
    figure("Drop", money(drop), "What players bought in for"),
    figure("Handle", money(handle), "Stakes that were settled"),
  ];
  if (typeof inventory !== "number" || typeof win !== "number")
    return h("dl.figures", {}, figure("Inventory", BLIND, BLIND_WORDS), handled);
  const tone = win < 0 ? "lost" : win > 0 ? "won" : "";
  const wonWords = win > 0 ? `+${money(win)}` : money(win);
  /** @param {number} whole */
  const part = (whole) => (whole ? `${((100 * win) / whole).toFixed(1)} %` : "–");
  return h(
    "dl.figures",
    {},
    figure("Inventory", money(inventory)),
    handled,
    figure("Win", wonWords, "Tray and drop, less what came from the bank", tone),
    figure("Hold", part(drop), "Win divided by drop"),
    figure("Win/handle", part(handle), "Win divided by handle: compare it with the exact edge"),
  );
}

/**
 * @param {string} act
 * @param {string} words
 * @param {{ kind?: string, disabled?: boolean, title?: string }} [options]
 */
const actButton = (act, words, { kind = "plain", disabled = false, title = "" } = {}) =>
  h(
    "button",
    {
      type: "button",
      class: kind,
      "data-act": act,
      disabled,
      title: title || null,
      "data-key": act,
    },
    words,
  );

/**
 * @param {WallTable} table
 * @param {string[]} may
 */
function actButtons(table, may) {
  const between = table.between && !table.stopped;
  const options = between ? {} : { disabled: true, title: "Between rounds only" };
  const handed = table.real_cards
    ? { disabled: true, title: "Real cards are dealt by a person" }
    : options;
  const handOver = table.dealer === "auto" ? "Hand to a dealer" : "Back to automatic";
  const buttons = {
    answer: table.called ? actButton("answer", "I have come", { kind: "main" }) : null,
    "hand over": actButton("hand over", handOver, handed),
    fill: actButton("fill", "Fill"),
    credit: actButton("credit", "Credit"),
    limits: actButton("limits", "Limits"),
    tray: table.pending?.open_counts?.length ? actButton("tray", "Count tray") : null,
    "closed-table": table.may_close_form ? actButton("closed-table", "Closed Table form") : null,
    close: actButton("close", "Close", options),
  };
  const always = ["tray", "closed-table"];
  return Object.entries(buttons).map(([act, button]) =>
    may.includes(act) || always.includes(act) ? button : null,
  );
}

/** @param {WallTable} table */
function dealerWords({ dealer, dealt_by: dealtBy }) {
  if (dealer === "auto") return "Automatic dealer";
  return dealtBy ? `${dealtBy} deals` : "A person deals";
}

/**
 * @param {DeckGauge} deck
 * @param {number} now
 */
function deckElement({ deck, used, of, clock }, now) {
  const seconds = used + Math.max(0, now - clock);
  return h("span.muted", {}, ` · ${deck} ${hoursWords(seconds)} of ${hoursWords(of)}`);
}

/** @param {string[]} names */
function seatsElement(names) {
  const taken = names.filter(Boolean);
  const label = `${taken.length} of ${names.length} seats taken: ${taken.join(", ") || "nobody"}`;
  return h(
    "p.seats-of",
    { role: "img", "aria-label": label },
    names.map((name, i) =>
      h("i", { class: name ? "taken" : null, title: name || null }, String(i + 1)),
    ),
  );
}

/**
 * Makes a table of the wall.
 *
 * @param {WallTable} table
 * @param {string[]} may the acts that the viewer may do
 * @param {number} now
 */
export function tableElement(table, may, now) {
  const { alarms = [], decks = [], meters = [], question } = table;
  const urgent = alarms.some((alarm) => alarm.urgent);
  const level = urgent ? " urgent" : alarms.length ? " warned" : "";
  const about = [
    table.game,
    table.limits,
    table.notice,
    table.practice ? "practice" : "",
    table.approval,
    table.real_cards,
  ];
  const toConsole = {
    href: `/tables/${table.table}/deal`,
    "aria-label": `Console of ${table.name}`,
  };
  return h(
    `li#table-${table.table}`,
    {
      class: `card-of cloth-${table.color}${level}${question ? " asked" : ""}`,
      "data-table": table.table,
    },
    h(
      "header",
      {},
      h("h2", {}, table.name),
      h("p.muted", {}, about.filter(Boolean).join(" · ")),
      h("a.to-console", toConsole, "Console"),
    ),
    alarms.length
      ? h(
          "ul.alarms",
          {},
          alarms.map((alarm) => h("li", { class: alarm.urgent ? "urgent" : null }, alarm.words)),
        )
      : null,
    table.variance?.may
      ? h("p.acts-of", {}, paperButton(table.variance.due, { kind: "main" }))
      : null,
    questionPanel(question, table.table),
    pendingPanel(table.pending, table.table),
    h(
      "p.now",
      {},
      h("b", {}, `Round ${table.round}`),
      question ? " waits for the floorperson" : ` ${table.next}`,
    ),
    seatsElement(table.seats),
    h(
      "p.who-deals",
      {},
      dealerWords(table),
      decks.map((deck) => deckElement(deck, now)),
    ),
    table.pending?.counted_by
      ? h("p.muted", {}, "The chips are told when two people have counted.")
      : figures(table.money),
    meters.length
      ? h(
          "dl.figures.meters",
          {},
          meters.map((meter) => figure(meter.title, money(meter.cents, true))),
        )
      : null,
    meters.length && may.includes("correct-meter") && !table.practice
      ? h("details.corrections", {}, h("summary", {}, "Correct a meter"), corrections(meters))
      : null,
    h("p.acts-of", {}, actButtons(table, may)),
  );
}

/** @param {WallMeterScene[]} meters */
const corrections = (meters) =>
  h(
    "p.acts-of",
    {},
    meters.map(({ meter, title }) => meterButton("correct-meter", meter, title)),
  );

/**
 * @param {string} due
 * @param {{ kind?: string }} [options]
 */
const paperButton = (due, options) =>
  actButton(due, due === "error-notification" ? "Write the slip" : "Write the report", options);

/**
 * Makes a line about a paper that is due, with the button that writes it.
 *
 * @param {string} table
 * @param {string} name
 * @param {VarianceScene} variance
 */
function paperDue(table, name, { due, words, may }) {
  return h(
    "li.urgent",
    { "data-table": table },
    h("span", {}, `${name}: ${words} `),
    may ? paperButton(due) : null,
  );
}

/**
 * Makes the list of the tables that are closed.
 *
 * @param {WallTable[]} tables
 */
export function closedTables(tables) {
  if (!tables.length) return [];
  const names = ["Table", "Opened with", "Fills", "Credits", "Drop", "Handle", "Win", "Closer"];
  const head = names.map((name, i) => h("th", { scope: "col", class: i ? "number" : null }, name));
  const rows = tables.map((table) => {
    const { opening, fills, credits, drop, handle, win, closing } = table.money;
    // Nothing is withheld of a table that is closed.
    const amounts = [opening, fills, credits, drop, handle, win ?? 0, closing];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, table.name),
      amounts.map((cents) => h("td.number", {}, money(cents))),
    );
  });
  const region = { tabindex: "0", role: "region", "aria-label": "Closed tables" };
  const body = h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
  const due = tables.flatMap(({ table, name, variance }) =>
    variance ? [paperDue(table, name, variance)] : [],
  );
  const papers = due.length ? h("ul.alarms", {}, due) : null;
  return [h("h2", {}, "Closed"), papers, h("div.scroll", region, body)];
}

/**
 * Makes the list of the alarms of the back office that nobody has acknowledged.
 *
 * @param {Wall} wall
 */
export function eventList({ events = [], more_events: more = 0 }) {
  if (!events.length) return [];
  const lines = events.map(({ number, table, time, words }) => {
    const button = { type: "button", "data-event": String(number), "data-key": `event-${number}` };
    const label = { ...button, class: "plain", "aria-label": `Acknowledge event ${number}` };
    return h(
      "li.urgent",
      {},
      h("span", {}, `${time} UTC${table ? `, ${table}` : ""}: ${words} `),
      h("button", label, "Acknowledge"),
    );
  });
  const rest = more ? h("p", {}, h("a", { href: "/office#alarms" }, `${more} earlier`)) : null;
  return [h("h2", {}, "Alarms"), h("ul.alarms", {}, lines), rest];
}

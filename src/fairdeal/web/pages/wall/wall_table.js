// A table on the wall: its state, its alarms, its money, and what may be done there.

/** @import { DeckGauge, Money, WallTable } from "../types.js" */

import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { questionPanel } from "../shared/staff.js";

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

/** @param {Money} taken */
function figures({ inventory, drop, win }) {
  const tone = win < 0 ? "lost" : win > 0 ? "won" : "";
  const wonWords = win > 0 ? `+${money(win)}` : money(win);
  const hold = drop ? `${((100 * win) / drop).toFixed(1)} %` : "–";
  return h(
    "dl.figures",
    {},
    figure("Inventory", money(inventory)),
    figure("Drop", money(drop), "Stakes that were settled"),
    figure("Win", wonWords, "What the table has won of them; meters are fed from it", tone),
    figure("Hold", hold),
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
  const handOver = table.dealer === "auto" ? "Hand to a dealer" : "Back to automatic";
  const buttons = {
    answer: table.called ? actButton("answer", "I have come", { kind: "main" }) : null,
    "hand over": actButton("hand over", handOver, options),
    fill: actButton("fill", "Fill"),
    credit: actButton("credit", "Credit"),
    close: actButton("close", "Close", options),
  };
  return Object.entries(buttons).map(([act, button]) => (may.includes(act) ? button : null));
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
  const about = [table.game, table.limits, table.practice ? "practice" : ""];
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
    questionPanel(question, table.table),
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
    figures(table.money),
    meters.length
      ? h(
          "dl.figures.meters",
          {},
          meters.map((meter) => figure(meter.title, money(meter.cents, true))),
        )
      : null,
    h("p.acts-of", {}, actButtons(table, may)),
  );
}

/**
 * Makes the list of the tables that are closed.
 *
 * @param {WallTable[]} tables
 */
export function closedTables(tables) {
  if (!tables.length) return [];
  const names = ["Table", "Opened with", "Fills", "Credits", "Drop", "Win", "Back to the bank"];
  const head = names.map((name, i) => h("th", { scope: "col", class: i ? "number" : null }, name));
  const rows = tables.map((table) => {
    const { opening, fills, credits, drop, win, closing } = table.money;
    const amounts = [opening, fills, credits, drop, win, closing];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, table.name),
      amounts.map((cents) => h("td.number", {}, money(cents))),
    );
  });
  const region = { tabindex: "0", role: "region", "aria-label": "Closed tables" };
  const body = h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
  return [h("h2", {}, "Closed"), h("div.scroll", region, body)];
}

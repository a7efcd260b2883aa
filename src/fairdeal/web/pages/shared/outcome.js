// What a command would lead to: sentences, amounts by seat, meters and decks.

/** @import { Consequence, DeckChange, PreviewedOutcome, Preview, SeatChange } from "../types.js" */

import { groupBets } from "./bet_groups.js";
import { h } from "./dom.js";
import { money } from "./money.js";

/**
 * Makes a clause, if there is one.
 *
 * @param {string | null | undefined} text
 */
export const clauseElement = (text) => (text ? h("span.clause", {}, text) : null);

/** @param {SeatChange} seat */
function wagerWords(seat) {
  const bets = seat.wagers.map(([title, cents]) => ({ title, cents }));
  return groupBets(bets)
    .map(({ title, cents, count }) =>
      count > 1 ? `${title} at ${money(cents)} each` : `${title} ${money(cents)}`,
    )
    .join(", ");
}

/**
 * What a seat gets: of a payment what the house pays, with the stakes that go back beside it.
 *
 * @param {SeatChange} seat
 */
function returnedWords({ back, lost, paid }) {
  if (lost && !back) return `loses ${money(lost)}`;
  if (!paid || back === paid) return money(back);
  return `${money(paid)}, and ${money(back - paid)} back`;
}

/** @param {PreviewedOutcome} outcome */
const paidSum = ({ seats }) => seats.reduce((sum, seat) => sum + seat.paid, 0);

/** @param {PreviewedOutcome} outcome */
const returnedTitle = (outcome) => (paidSum(outcome) ? "Paid" : "Returned");

/**
 * Returns a meter's change down to its smallest part: `-$0.10`.
 *
 * @param {number} units
 */
function meterChangeWords(units) {
  const dollars = Math.abs(units) / 1_000_000;
  const figures = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
  return `${units < 0 ? "-" : "+"}$${dollars.toLocaleString("en-US", figures)}`;
}

/** @param {DeckChange} change */
function deckWords({ deck, now }) {
  if (!now) return `The ${deck} deck leaves the table`;
  return `The ${deck} deck is ${now}${now === "stacked" ? ", to be shuffled" : ""}`;
}

/** @param {Consequence} consequence */
const consequenceItem = ({ words, clause }) => h("li", {}, words, " ", clauseElement(clause));

/**
 * Makes an outcome with its sentences and a table of all seats.
 *
 * @param {PreviewedOutcome} outcome
 * @param {string} [title]
 */
export function outcomeElement(outcome, title = "") {
  const rows = outcome.seats.map((seat) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, `Seat ${seat.seat}`, h("span.muted", {}, ` ${seat.name}`)),
      h("td.of", {}, wagerWords(seat)),
      h("td.number", {}, returnedWords(seat)),
      h("td.chips", {}, seat.chips),
    ),
  );
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "Seat"),
    h("th.of", { scope: "col" }, "Wagers"),
    h("th.number", { scope: "col" }, returnedTitle(outcome)),
    h("th", { scope: "col" }, "Chips"),
  );
  const sum = h(
    "tr",
    {},
    h("th", { scope: "row" }, "In all"),
    h("td.of"),
    h("td.number", {}, money(outcome.back)),
    h("td"),
  );
  return h(
    "section.outcome",
    {},
    title ? h("h3", {}, title) : null,
    h("ul.follows", {}, outcome.words.map(consequenceItem)),
    movements(outcome, rows, head, sum),
  );
}

/**
 * Makes an outcome for a narrow column beside words that say what it is about.
 *
 * @param {PreviewedOutcome} outcome
 * @param {string} title
 */
export function shortOutcomeElement(outcome, title) {
  const rows = outcome.seats.map((seat) => {
    const name = h("span.muted", {}, ` ${seat.name}`);
    const chips = seat.chips ? h("span.chips", {}, seat.chips) : null;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, `Seat ${seat.seat}`, name, chips),
      h("td.number", {}, returnedWords(seat)),
    );
  });
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "Seat"),
    h("th.number", { scope: "col" }, returnedTitle(outcome)),
  );
  const sum = h(
    "tr",
    {},
    h("th", { scope: "row" }, "In all"),
    h("td.number", {}, money(outcome.back)),
  );
  return h(
    "section.outcome",
    {},
    title ? h("h3", {}, title) : null,
    movements(outcome, rows, head, sum),
  );
}

/**
 * @param {PreviewedOutcome} outcome
 * @param {HTMLElement[]} rows
 * @param {HTMLElement} head
 * @param {HTMLElement} sum
 */
function movements({ seats, meters, decks }, rows, head, sum) {
  const region = { tabindex: "0", role: "region", "aria-label": "What goes back, by seat" };
  const table = h(
    "table",
    {},
    h("thead", {}, head),
    h("tbody", {}, rows),
    seats.length > 1 ? h("tfoot", {}, sum) : null,
  );
  const meterWords = meters.map(({ meter, change }) => `${meter} ${meterChangeWords(change)}`);
  return [
    rows.length ? h("div.scroll", region, table) : h("p.muted", {}, "No chips move."),
    meters.length ? h("p.meters", {}, "Meters: ", meterWords.join(", ")) : null,
    decks.length ? h("p.decks", {}, decks.map(deckWords).join(". "), ".") : null,
  ];
}

/**
 * Returns the words on the button that confirms a command.
 *
 * @param {Preview} preview
 * @param {string} title
 */
export function confirmWords(preview, title) {
  const [first] = preview.outcomes;
  const paid = first ? paidSum(first) : 0;
  const back = first?.back ? `, return ${money(first.back)}` : "";
  const returned = paid ? `, pay ${money(paid)}` : back;
  return first?.void ? `Void${returned}` : `${title}${returned}`;
}

// Counts by two people: of a table that closes, and of the tray of a table that stays open. Nothing
// in a form says what the count should be.

import { closest, h } from "./dom.js";
import { money } from "./money.js";
import { requestJson } from "./requests.js";

/** The values of chips in dollars, from the highest on; coins are counted in cents. */
const CHIPS = ["500", "100", "25", "5", "1", "0.01"];

/**
 * @param {string} id
 * @param {string} label
 */
const countField = (id, label) =>
  h(
    "p.field",
    {},
    h("label", { for: id }, label),
    h(`input#${id}`, {
      type: "number",
      name: id,
      min: 0,
      step: 1,
      inputmode: "numeric",
      autocomplete: "off",
      required: true,
    }),
  );

const chipFields = () => [
  ...CHIPS.map((value) =>
    countField(
      `chips-${value.replace(".", "-")}`,
      value === "0.01" ? "Coins, in cents" : `$${value} chips`,
    ),
  ),
  h("p.field.counted", {}, h("span", {}, "You have counted"), h("output.money", {}, "$0")),
];

const cancelButton = () =>
  h("button", { type: "button", "data-cancel": true }, "Cancel", h("kbd", {}, "Esc"));

/**
 * Makes the form of the count of a table that is to be closed.
 *
 * @param {string[]} decks
 * @param {string} table
 */
export function countForm(decks, table) {
  const cards = decks.map((deck) => countField(`cards-${deck}`, `Cards of the ${deck} deck`));
  const words =
    "Count the chips in the tray and the cards of each deck. A second person counts as well. The table closes when both have counted the same.";
  return h(
    "form#counting",
    { "data-do": "count", "data-table": table },
    h("p", {}, words),
    h("div.counts", {}, chipFields(), cards),
    h("p.buttons", {}, h("button.danger", {}, "Give my count"), cancelButton()),
  );
}

/** What is counted of a table that stays open. @type {Record<string, string>} */
const COUNTED = { opening: "Opener, before the first round", drop: "Drop, the table stays open" };

/**
 * Makes the form of a count of the tray of a table that stays open.
 *
 * @param {string[]} kinds what may be counted now
 * @param {string} table
 */
export function trayForm(kinds, table) {
  const choices = kinds.map((of, i) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name: "of", value: of, checked: !i }),
      ` ${COUNTED[of]}`,
    ),
  );
  const words =
    "Count the chips in the tray. A second person counts as well. The Table Inventory Slip is written when both have counted the same.";
  return h(
    "form#tray-count",
    { "data-do": "tray", "data-table": table },
    h("p", {}, words),
    h("fieldset.check", {}, h("legend", {}, "What is counted"), choices),
    h("div.counts", {}, chipFields()),
    h("p.buttons", {}, h("button.main", {}, "Give my count"), cancelButton()),
  );
}

/** @param {FormData} fields */
const chipsOf = (fields) =>
  Object.fromEntries(
    CHIPS.map((value) => [value, Number(fields.get(`chips-${value.replace(".", "-")}`))]),
  );

/**
 * Returns what chips come to, in cents.
 *
 * @param {Record<string, number>} chips how many there are of each value in dollars
 */
export const countedCents = (chips) =>
  Object.entries(chips).reduce(
    (cents, [value, count]) => cents + Math.round(Number(value) * 100) * count,
    0,
  );

/**
 * Shows what the chips come to that are in a form so far: the counter's own sum, and no other.
 *
 * @param {Event} event
 */
export function drawCounted(event) {
  const form = closest(event, "form");
  const sum = form?.querySelector(".counted output");
  if (form instanceof HTMLFormElement && sum)
    sum.textContent = money(countedCents(chipsOf(new FormData(form))));
}

/**
 * Sends the count of a table that is to be closed.
 *
 * @param {HTMLFormElement} form
 * @param {string[]} decks
 */
export function sendCount(form, decks) {
  const fields = new FormData(form);
  const cards = Object.fromEntries(
    decks.map((deck) => [deck, Number(fields.get(`cards-${deck}`))]),
  );
  const body = { chips: chipsOf(fields), cards };
  return requestJson(`/api/tables/${form.dataset.table}/close`, body);
}

/**
 * Sends the count of the tray of a table that stays open.
 *
 * @param {HTMLFormElement} form
 */
export function sendTrayCount(form) {
  const fields = new FormData(form);
  const body = { of: fields.get("of"), chips: chipsOf(fields) };
  return requestJson(`/api/tables/${form.dataset.table}/inventory`, body);
}

/**
 * Returns what came of a count that a second person has not confirmed yet.
 *
 * @param {{ differs: boolean }} answer
 */
export const countWords = ({ differs }) =>
  differs
    ? "The two counts differ. Both of you count again."
    : "Your count is taken. A second person counts the table as well.";

/**
 * Returns what came of a count of the tray.
 *
 * @param {{ differs: boolean, slip: { difference: number } | null }} answer
 */
export function trayWords(answer) {
  if (!answer.slip) return countWords(answer);
  return answer.slip.difference
    ? "Both counts agree, and differ from the log: an Error Notification Slip is due."
    : "Both counts agree with the log. The Table Inventory Slip is written.";
}

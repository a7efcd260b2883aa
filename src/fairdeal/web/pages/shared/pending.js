// What waits for a second person beside a table's commands: requests for chips, and the count of a
// table that closes. The console and the wall show it alike.

/** @import { PendingScene, RequestScene } from "../types.js" */

import { closest, h } from "./dom.js";
import { money } from "./money.js";
import { requestJson, sendUntilAnswered } from "./requests.js";

/** The values of chips in dollars, from the highest on; coins are counted in cents. */
const CHIPS = ["500", "100", "25", "5", "1", "0.01"];

/** @param {Record<string, number>} chips */
const chipsWords = (chips) =>
  Object.entries(chips)
    .map(([value, count]) => (value === "0.01" ? `${count} ¢` : `${count} × $${value}`))
    .join(", ");

/**
 * @param {RequestScene} request
 * @param {string} prefix
 */
function requestElement({ asked, words, chips, confirms, voids, why }, prefix) {
  const reason = `${prefix}-${asked}-reason`;
  const confirm = h(
    "button.main",
    { type: "button", "data-pending": "confirm", "data-asked": asked },
    "Confirm",
  );
  const form = h(
    "form.answer",
    { "data-void": asked },
    h(
      "p.field",
      {},
      h("label", { for: reason }, "Why it is void"),
      h(`input#${reason}`, { name: "reason", required: true, maxlength: 200, autocomplete: "off" }),
    ),
    h("button.plain", {}, "Void"),
  );
  return h(
    "li",
    { "data-key": asked },
    h("p.words", {}, words),
    h("p.muted", {}, chipsWords(chips)),
    why ? h("p.why", {}, why) : null,
    confirms ? confirm : null,
    voids ? h("details", {}, h("summary", {}, "Void it"), form) : null,
  );
}

/**
 * Makes what waits at a table, with what the viewer may do about it.
 *
 * @param {PendingScene | null | undefined} pending
 * @param {string} prefix
 */
export function pendingPanel(pending, prefix) {
  if (!pending) return [];
  const { requests = [], counted_by: by, counted_here: here, fill = 0, asks } = pending;
  const fillWords = `The tray is short: a fill of ${money(fill)} is needed before the payment.`;
  const ask = h(
    "button.main",
    { type: "button", "data-pending": "fill", "data-amount": fill },
    `Ask for a fill of ${money(fill)}`,
  );
  const second = here
    ? "You have counted the table. A second person counts it as well."
    : `${by} has counted the table. Count it as well.`;
  if (!fill && !requests.length && !by) return [];
  return [
    h(
      `section.question.pending#${prefix}-pending`,
      { "aria-label": "For a second person" },
      h("h2", {}, "For a second person"),
      fill ? h("p.words", {}, fillWords) : null,
      asks ? ask : null,
      requests.length
        ? h(
            "ul",
            {},
            requests.map((one) => requestElement(one, prefix)),
          )
        : null,
      by ? h("p.words", {}, second) : null,
    ),
  ];
}

/**
 * Does what a button or a form of the panel says, and returns the answer; null if the event is none
 * of the panel's.
 *
 * @param {Event} event
 * @param {string} table
 * @returns {Promise<any> | null}
 */
export function performPending(event, table) {
  const address = `/api/tables/${table}`;
  if (event.type === "submit") {
    const form = closest(event, "form[data-void]");
    if (!(form instanceof HTMLFormElement)) return null;
    const reason = String(new FormData(form).get("reason")).trim();
    return requestJson(`${address}/void`, { asked: form.dataset.void, reason });
  }
  const { pending, asked, amount } = closest(event, "[data-pending]")?.dataset ?? {};
  if (pending === "confirm") return requestJson(`${address}/confirm`, { asked });
  if (pending === "fill") {
    const body = { amount: Number(amount) / 100, reason: "a payment needs it" };
    return sendUntilAnswered(`${address}/fill`, body);
  }
  return null;
}

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

/**
 * Makes the form of a count. Nothing in it says what the count should be.
 *
 * @param {string[]} decks
 * @param {string} table
 */
export function countForm(decks, table) {
  const chips = CHIPS.map((value) =>
    countField(
      `chips-${value.replace(".", "-")}`,
      value === "0.01" ? "Coins, in cents" : `$${value} chips`,
    ),
  );
  const cards = decks.map((deck) => countField(`cards-${deck}`, `Cards of the ${deck} deck`));
  const words =
    "Count the chips in the tray and the cards of each deck. A second person counts as well. The table closes when both have counted the same.";
  return h(
    "form#counting",
    { "data-do": "count", "data-table": table },
    h("p", {}, words),
    h("div.counts", {}, chips, cards),
    h(
      "p.buttons",
      {},
      h("button.danger", {}, "Give my count"),
      h("button", { type: "button", "data-cancel": true }, "Cancel", h("kbd", {}, "Esc")),
    ),
  );
}

/**
 * Sends the count of a form.
 *
 * @param {HTMLFormElement} form
 * @param {string[]} decks
 */
export function sendCount(form, decks) {
  const fields = new FormData(form);
  const chips = Object.fromEntries(
    CHIPS.map((value) => [value, Number(fields.get(`chips-${value.replace(".", "-")}`))]),
  );
  const cards = Object.fromEntries(
    decks.map((deck) => [deck, Number(fields.get(`cards-${deck}`))]),
  );
  return requestJson(`/api/tables/${form.dataset.table}/close`, { chips, cards });
}

/**
 * Returns what came of a count that has not closed the table.
 *
 * @param {{ differs: boolean }} answer
 */
export const countWords = ({ differs }) =>
  differs
    ? "The two counts differ. Both of you count again."
    : "Your count is taken. A second person counts the table as well.";

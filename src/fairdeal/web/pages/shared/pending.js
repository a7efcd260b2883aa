// What waits for a second person beside a table's commands: requests for chips with the lines of
// their slips, and counts. The console and the wall show it alike.

/** @import { InventoryScene, PayoutScene, PendingScene, RequestScene } from "../types.js" */
/** @import { SlipLineScene } from "../types.js" */

import { closest, h } from "./dom.js";
import { money } from "./money.js";
import { requestJson, sendUntilAnswered } from "./requests.js";

/** @param {Record<string, number>} chips */
const chipsWords = (chips) =>
  Object.entries(chips)
    .map(([value, count]) => (value === "0.01" ? `${count} ¢` : `${count} × $${value}`))
    .join(", ");

/**
 * Makes a line of a slip or of a payout document: who has signed it, or the button that signs it.
 *
 * @param {string} asked
 * @param {SlipLineScene} line
 * @param {"sign" | "payout"} act
 */
function lineElement(asked, { line, by, may }, act = "sign") {
  const title = `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
  const button = {
    type: "button",
    "data-pending": act,
    "data-asked": asked,
    "data-line": line,
    "data-key": `${asked}-${line}`,
    "aria-label": `Sign ${asked} as ${line}`,
  };
  const open = may ? h("button.plain", button, "Sign") : h("span.muted", {}, "not signed");
  return h("li", {}, h("span", {}, title), by ? h("b", {}, by) : open);
}

/**
 * Makes the form that voids a slip or a payout document with a reason.
 *
 * @param {string} asked
 * @param {string} prefix
 */
function voidElement(asked, prefix) {
  const reason = `${prefix}-${asked.replaceAll(".", "-")}-reason`;
  const field = { name: "reason", required: true, maxlength: 200, autocomplete: "off" };
  const form = h(
    "form.answer",
    { "data-void": asked },
    h("p.field", {}, h("label", { for: reason }, "Why it is void"), h(`input#${reason}`, field)),
    h("button.plain", {}, "Void"),
  );
  return h("details", {}, h("summary", {}, "Void it"), form);
}

/**
 * @param {RequestScene} request
 * @param {string} prefix
 */
function requestElement({ asked, words, chips, confirms, voids, why, lines = [] }, prefix) {
  const confirm = h(
    "button.main",
    { type: "button", "data-pending": "confirm", "data-asked": asked },
    "Confirm",
  );
  return h(
    "li",
    { "data-key": asked },
    h("p.words", {}, words),
    h("p.muted", {}, chipsWords(chips)),
    h(
      "ul.slip",
      { "aria-label": `Slip ${asked}` },
      lines.map((line) => lineElement(asked, line)),
    ),
    why ? h("p.why", {}, why) : null,
    confirms ? confirm : null,
    voids ? voidElement(asked, prefix) : null,
  );
}

/**
 * @param {PayoutScene} payout
 * @param {string} prefix
 */
const payoutElement = ({ payout, words, lines = [], voids }, prefix) =>
  h(
    "li",
    { "data-key": payout },
    h("p.words", {}, words),
    h(
      "ul.slip",
      { "aria-label": `Payout ${payout}` },
      lines.map((line) => lineElement(payout, line, "payout")),
    ),
    voids ? voidElement(payout, prefix) : null,
  );

/**
 * Returns what is said of a count of the open table that waits.
 *
 * @param {InventoryScene} count
 */
const inventoryWords = ({ of, by, here }) =>
  here
    ? `You have counted the tray for its ${of}. A second person counts it as well.`
    : `${by} has counted the tray for its ${of}. Count it as well.`;

/**
 * Makes what waits at a table, with what the viewer may do about it.
 *
 * @param {PendingScene | null | undefined} pending
 * @param {string} prefix
 */
export function pendingPanel(pending, prefix) {
  if (!pending) return [];
  const { requests = [], counted_by: by, counted_here: here, fill = 0, asks } = pending;
  const { inventory, payouts = [] } = pending;
  const fillWords = `The tray is short: a fill of ${money(fill)} is needed before the payment.`;
  const ask = h(
    "button.main",
    { type: "button", "data-pending": "fill", "data-amount": fill },
    `Ask for a fill of ${money(fill)}`,
  );
  const second = here
    ? "You have counted the table. A second person counts it as well."
    : `${by} has counted the table. Count it as well.`;
  if (!fill && !requests.length && !by && !inventory && !payouts.length) return [];
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
      payouts.length
        ? h(
            "ul",
            {},
            payouts.map((one) => payoutElement(one, prefix)),
          )
        : null,
      by ? h("p.words", {}, second) : null,
      inventory ? h("p.words", {}, inventoryWords(inventory)) : null,
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
    const { void: asked = "" } = form.dataset;
    // The number of a payout has its seat and its wager after points.
    if (asked.includes(".")) return requestJson(`/api/payouts/${asked}/void`, { reason });
    return requestJson(`${address}/void`, { asked, reason });
  }
  const { pending, asked, amount, line } = closest(event, "[data-pending]")?.dataset ?? {};
  if (pending === "sign") return requestJson(`${address}/sign`, { asked, line });
  if (pending === "payout") return requestJson(`/api/payouts/${asked}/sign`, { line });
  if (pending === "confirm") return requestJson(`${address}/confirm`, { asked });
  if (pending === "fill") {
    const body = { amount: Number(amount) / 100, reason: "a payment needs it" };
    return sendUntilAnswered(`${address}/fill`, body);
  }
  return null;
}

// The dialogs of the wall: fill and credit, close, reconciliation, and opening a table.

/** @import { WallTable } from "../types.js" */
/** @import { Children } from "../shared/dom.js" */

import { countForm, trayForm } from "../shared/counting.js";
import { byId, fill, h } from "../shared/dom.js";
import { money } from "../shared/money.js";

/** @typedef {{ name: string, text: string }} SampleRules A sample rules file. */
/**
 * @typedef {object} Reconciliation The chips of a table that was closed, in dollars.
 * @property {number} opening
 * @property {number} fills
 * @property {number} credits
 * @property {number} [drop] What players bought in for, at a table with game accounts.
 * @property {number} result
 * @property {number} inventory
 * @property {boolean} reconciled
 * @property {{ total: number, difference: number }} counted
 */

export const dialog = byId("act", HTMLDialogElement);

/**
 * Shows a dialog.
 *
 * @param {string} title
 * @param {Children[]} children
 */
export function showDialog(title, ...children) {
  fill(dialog, [h("div.sheet", {}, h("h2#act-title", { tabindex: "-1" }, title), ...children)]);
  if (!dialog.open) dialog.showModal();
  /** @type {HTMLElement | null} */
  const input = dialog.querySelector("input, select, textarea");
  (input ?? dialog.querySelector("h2"))?.focus();
}

export const cancelButton = () =>
  h("button", { type: "button", "data-cancel": true }, "Cancel", h("kbd", {}, "Esc"));

/**
 * Asks how many chips come to a table or go from it.
 *
 * @param {WallTable} table
 * @param {"fill" | "credit"} act
 */
export function showTransfer(table, act) {
  const title = act === "fill" ? "Ask for a fill" : "Ask for a credit";
  const words =
    act === "fill"
      ? "Chips come from the bank to the table when a second person confirms it."
      : "Chips go from the table back to the bank when a second person confirms it.";
  const { inventory } = table.money;
  const amount = { type: "number", min: "0.01", step: "0.01", inputmode: "decimal" };
  const common = { required: true, autocomplete: "off" };
  showDialog(
    `${title}: ${table.name}`,
    h(
      `form#moving-${act}`,
      { "data-do": act, "data-table": table.table },
      h(
        "p",
        {},
        typeof inventory === "number" ? `${words} The inventory is ${money(inventory)}.` : words,
      ),
      h(
        "p.field",
        {},
        h("label", { for: "amount" }, "Amount in dollars"),
        h("input#amount", { ...amount, ...common }),
      ),
      h(
        "p.field",
        {},
        h("label", { for: "reason" }, "Reason"),
        h("input#reason", { maxlength: 200, ...common }),
      ),
      h("p.buttons", {}, h("button.main", {}, title), cancelButton()),
    ),
  );
}

/**
 * Asks for other limits of a table.
 *
 * @param {WallTable} table
 * @param {number} minutes The least notice of a change.
 */
export function showLimits(table, minutes) {
  const amount = { type: "number", min: "0.01", step: "0.01", inputmode: "decimal" };
  const common = { required: true, autocomplete: "off" };
  const field = (/** @type {string} */ id, /** @type {string} */ label) =>
    h("p.field", {}, h("label", { for: id }, label), h(`input#${id}`, { ...amount, ...common }));
  showDialog(
    `Change the limits: ${table.name}`,
    h(
      "form",
      { "data-do": "limits", "data-table": table.table },
      h(
        "p",
        {},
        `Now: ${table.limits}. ${table.notice ? `${table.notice}. ` : ""}Where players are at the table the change is posted, and is in force by itself after ${minutes} minutes; at an empty table it is in force at once. The minimum can only be lowered.${table.notice ? " To take the posted change back, give the limits that are in force now." : ""}`,
      ),
      field("minimum", "Minimum in dollars"),
      field("maximum", "Maximum in dollars"),
      h("p.buttons", {}, h("button.main", {}, "Post the change"), cancelButton()),
    ),
  );
}

/**
 * Asks whether a table is to be closed.
 *
 * @param {WallTable} table
 */
export function showClosing(table) {
  const words =
    "Wagers on the layout are returned, all players leave, the decks are counted and removed, and the chips are reconciled. The table cannot be opened again.";
  showDialog(
    `Close ${table.name}?`,
    h(
      "form",
      { "data-do": "close", "data-table": table.table },
      h("p", {}, words),
      h("p.buttons", {}, h("button.danger", {}, "Close the table"), cancelButton()),
    ),
  );
}

/**
 * Asks for the count of a table that is to be closed.
 *
 * @param {WallTable} table
 */
export const showCounting = (table) =>
  showDialog(`Count ${table.name}`, countForm(table.pending?.decks ?? [], table.table));

/**
 * Asks for the count of the tray of a table that stays open.
 *
 * @param {WallTable} table
 */
export const showTrayCount = (table) =>
  showDialog(
    `Count the tray of ${table.name}`,
    trayForm(table.drop_day ? ["drop"] : (table.pending?.open_counts ?? []), table.table),
  );

/**
 * Asks for the signature of a Closed Table form.
 *
 * @param {WallTable} table
 */
export const showClosedTable = (table) =>
  showDialog(
    `Closed Table form: ${table.name}`,
    h(
      "form",
      { "data-do": "closed-table", "data-table": table.table },
      h(
        "p",
        {},
        `${table.name} was not open for gaming on the gaming day ${table.drop_day}, and its inventory stayed locked. A day with a round or a buy-in takes no such form: two people count its drop.`,
      ),
      h("p.buttons", {}, h("button.main", {}, "Sign the form"), cancelButton()),
    ),
  );

/**
 * Shows what came of a count.
 *
 * @param {WallTable} table
 * @param {string} words
 */
export const showCounted = (table, words) =>
  showDialog(
    `Count of ${table.name}`,
    h("p#counted", {}, words),
    h("p.buttons", {}, h("button.main", { type: "button", "data-cancel": true }, "Done")),
  );

/** @param {number} amount */
function dollars(amount) {
  const figures = {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: 6,
  };
  return `${amount < 0 ? "-" : ""}$${Math.abs(amount).toLocaleString("en-US", figures)}`;
}

/**
 * @param {string} title
 * @param {number} amount
 */
const sumRow = (title, amount) =>
  h("tr", {}, h("th", { scope: "row" }, title), h("td.number", {}, dollars(amount)));

/**
 * Shows the chips of a table that was closed.
 *
 * @param {WallTable} table
 * @param {Reconciliation} found
 */
export function showReconciliation(table, found) {
  const words = found.counted.difference
    ? `The count differs from the log by ${dollars(found.counted.difference)}.`
    : found.reconciled
      ? "The chips agree with the log."
      : "The chips do not agree with the log: an auditor must look at it.";
  const rows = [
    sumRow("Opened with", found.opening),
    sumRow("Fills", found.fills),
    sumRow("Credits", -found.credits),
    typeof found.drop === "number" ? sumRow("Chips sold (drop)", -found.drop) : null,
    sumRow("Won in play", found.result),
  ];
  const counted = [
    sumRow("Counted", found.counted.total),
    sumRow("Difference", found.counted.difference),
  ];
  const sum = [sumRow("Inventory by the log", found.inventory), ...counted];
  showDialog(
    `${table.name} is closed`,
    h(
      "div#reconciled",
      {},
      h("p", { class: found.reconciled ? "won" : "lost" }, words),
      h("table.sum", {}, h("tbody", {}, rows), h("tfoot", {}, sum)),
      h("p.buttons", {}, h("button.main", { type: "button", "data-cancel": true }, "Done")),
    ),
  );
}

/**
 * Asks for a paper about a count that differs from the log.
 *
 * @param {WallTable} table
 * @param {"error-notification" | "incident-report"} act
 */
export function showPaper(table, act) {
  const slip = act === "error-notification";
  const title = slip ? "Error Notification Slip" : "Incident report";
  const label = slip ? "What differs, and why" : "What was found out";
  const resolved = h(
    "p.check",
    {},
    h("label", {}, h("input#resolved", { type: "checkbox" }), " The difference is resolved"),
  );
  showDialog(
    `${title}: ${table.name}`,
    h(
      "form",
      { "data-do": act, "data-table": table.table, "data-paper": true },
      h("p", {}, `${table.variance?.words ?? ""}.`),
      h(
        "p.field",
        {},
        h("label", { for: "paper" }, label),
        h("textarea#paper", { rows: 5, maxlength: 2000, required: true }),
      ),
      slip ? resolved : null,
      h("p.buttons", {}, h("button.main", {}, "Sign"), cancelButton()),
    ),
  );
}

/**
 * Asks for the rules of a new table.
 *
 * @param {SampleRules[]} samples
 */
export function showOpening(samples) {
  const options = samples.map(({ name }) => h("option", { value: name }, name));
  const rules = { rows: 14, spellcheck: "false", required: true };
  showDialog(
    "Open a table",
    h(
      "form#opening",
      { "data-do": "open" },
      h(
        "p.field",
        {},
        h("label", { for: "sample" }, "Begin with"),
        h("select#sample", {}, h("option", { value: "" }, "a rules file of your own"), options),
      ),
      h("p.field", {}, h("label", { for: "rules" }, "Rules file"), h("textarea#rules", rules)),
      h("p#wrong", { role: "alert" }),
      h("p.buttons", {}, h("button.main", {}, "Check and open"), cancelButton()),
    ),
  );
}

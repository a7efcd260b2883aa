// Changes of meters at the wall: a closed one is moved or paid out, one that tables show is
// corrected. One person asks here, and a second one confirms.

/** @import { ClosedMeterScene, Wall, WallMeterScene } from "../types.js" */
/** @import { Children } from "../shared/dom.js" */

import { byId, h } from "../shared/dom.js";
import { requestJson } from "../shared/requests.js";
import { cancelButton, showDialog } from "./wall_dialogs.js";

const SECOND = "It is done when a second person confirms it.";

/**
 * Makes a field of a form.
 *
 * @param {string} id
 * @param {string} label
 * @param {Children} input
 */
const field = (id, label, input) => h("p.field", {}, h("label", { for: id }, label), input);

const reasonField = () =>
  field(
    "reason",
    "Reason",
    h("input#reason", { required: true, maxlength: 200, autocomplete: "off" }),
  );

/**
 * Makes a field for dollars.
 *
 * @param {string} id
 * @param {string} label
 * @param {Record<string, unknown>} [more]
 */
const amountField = (id, label, more = {}) =>
  field(
    id,
    label,
    h(`input#${id}`, { type: "number", min: "0", step: "any", inputmode: "decimal", ...more }),
  );

/**
 * Shows the dialog of a change.
 *
 * @param {string} act
 * @param {{ table: string, meter: string, shown?: number }} about
 * @param {string} title
 * @param {string} words
 * @param {Children[]} fields
 */
function showForm(act, { table, meter, shown }, title, words, ...fields) {
  const form = { "data-meter": meter, "data-do": act, "data-at": table, "data-shown": shown };
  const buttons = h("p.buttons", {}, h("button.main", {}, "Ask for it"), cancelButton());
  showDialog(
    `${title}: ${meter}`,
    h("form", form, h("p", {}, `${words} ${SECOND}`), ...fields, reasonField(), buttons),
  );
}

/**
 * Asks where all that is on a closed meter goes.
 *
 * @param {ClosedMeterScene} meter
 * @param {Wall} wall
 */
function showMove(meter, wall) {
  const open = wall.tables.filter(({ closed }) => !closed);
  const shown = open.flatMap(({ name, meters = [] }) =>
    meters.map((one) => /** @type {const} */ ([one.meter, `${one.title}, ${name}`])),
  );
  const options = [...new Map(shown)].map(([value, words]) => h("option", { value }, words));
  const words = options.length
    ? "All that is on the meter goes to another one."
    : "No open table has a meter that it could go to.";
  const select = h("select#to", { required: true }, options);
  showForm("move-meter", meter, "Move a closed meter", words, field("to", "To the meter", select));
}

/** @param {ClosedMeterScene} meter */
function showPayOut(meter) {
  const rests = { stays: "stays on the meter", bank: "goes to the bank" };
  const options = Object.entries(rests).map(([value, words]) => h("option", { value }, words));
  const player = h("input#player", { required: true, autocomplete: "off" });
  showForm(
    "pay-out-meter",
    meter,
    "Pay out a closed meter",
    "The operator decides which player is paid.",
    field("player", "The player's number", player),
    amountField("amount", "Amount in dollars; empty for all whole cents"),
    field("rest", "The rest", h("select#rest", {}, options)),
  );
}

/**
 * @param {string} table
 * @param {WallMeterScene} meter
 */
function showCorrection(table, { meter, shown }) {
  showForm(
    "correct-meter",
    { table, meter, shown },
    "Correct a meter",
    `The meter shows $${shown}. What it is fed until then stays on it.`,
    amountField("right", "What it should show, in dollars", { required: true, value: shown }),
  );
}

/**
 * Shows the dialog of the change whose button was clicked.
 *
 * @param {HTMLElement} button
 * @param {Wall} wall
 */
export function beginMeterAct({ dataset: { meterAct: act, meter: name } }, wall) {
  const closed = wall.closed_meters.find(({ meter }) => meter === name);
  if (act === "correct-meter") {
    for (const { table, meters = [] } of wall.tables) {
      const meter = meters.find((one) => one.meter === name);
      if (meter) return showCorrection(table, meter);
    }
  } else if (closed && act === "move-meter") showMove(closed, wall);
  else if (closed) showPayOut(closed);
}

/**
 * Asks the floor for the change of a form.
 *
 * @param {HTMLFormElement} form
 */
export function askForMeterAct({ dataset }) {
  const { meter, do: act, at, shown } = dataset;
  const reason = byId("reason", HTMLInputElement).value.trim();
  return requestJson(`/api/tables/${at}/${act}`, { meter, reason, ...details(act, shown) });
}

/**
 * @param {string | undefined} act
 * @param {string | undefined} shown
 */
function details(act, shown) {
  if (act === "move-meter") return { to: byId("to", HTMLSelectElement).value };
  if (act === "correct-meter")
    return { from: Number(shown), to: Number(byId("right", HTMLInputElement).value) };
  const amount = byId("amount", HTMLInputElement).value;
  return {
    player: byId("player", HTMLInputElement).value.trim(),
    rest: byId("rest", HTMLSelectElement).value,
    ...(amount ? { amount: Number(amount) } : {}),
  };
}

/** The buttons of the changes of closed meters. @type {Record<string, string>} */
const CLOSED_ACTS = { "move-meter": "Move it", "pay-out-meter": "Pay it out" };

/**
 * Makes a button that begins a change of a meter.
 *
 * @param {string} act
 * @param {string} meter
 * @param {string} words
 */
export const meterButton = (act, meter, words) =>
  h(
    "button.plain",
    {
      type: "button",
      "data-meter-act": act,
      "data-meter": meter,
      "aria-label": `${words}: ${meter}`,
    },
    words,
  );

/**
 * Makes the form that voids a request.
 *
 * @param {string} asked
 */
function voidForm(asked) {
  const id = `void-${asked}`;
  return h(
    "details",
    {},
    h("summary", {}, "Void it"),
    h(
      "form.answer",
      { "data-void": asked },
      field(
        id,
        "Why it is void",
        h(`input#${id}`, { name: "reason", required: true, maxlength: 200, autocomplete: "off" }),
      ),
      h("button.plain", {}, "Void"),
    ),
  );
}

/**
 * Makes the list of the meters that need people: closed ones with money on them, and changes that
 * wait for a second person.
 *
 * @param {Wall} wall
 */
export function meterList({ closed_meters: meters = [], meter_requests: requests = [], may }) {
  if (!meters.length && !requests.length) return [];
  const confirm = (/** @type {string} */ asked) =>
    h("button.main", { type: "button", "data-pending": "confirm", "data-asked": asked }, "Confirm");
  const waiting = requests.map(({ asked, table, words, confirms, voids, why }) =>
    h(
      "li",
      { "data-key": asked, "data-table": table },
      h("span", {}, `${words}. `),
      confirms ? confirm(asked) : null,
      why ? h("span.why", {}, why) : null,
      voids ? voidForm(asked) : null,
    ),
  );
  const acts = Object.entries(CLOSED_ACTS).filter(([act]) => may.includes(act));
  const closed = meters.map(({ meter, words }) =>
    h(
      "li",
      { "data-key": meter },
      h("span", {}, `${meter}: ${words} `),
      acts.map(([act, title]) => meterButton(act, meter, title)),
    ),
  );
  return [h("h2", {}, "Meters"), h("ul.alarms", {}, waiting, closed)];
}

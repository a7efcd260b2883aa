// What the dealer enters for players without a device, at a table of real cards.

/** @import { EntryForm, EntrySeat } from "../types.js" */

import { byId, closest, fill, h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { commandWithFields, inputField } from "../shared/staff.js";
import { state } from "./console_state.js";

/**
 * @param {EntryForm} form
 * @param {string} place the seat and the place of the form, by which its command is found again
 */
function formElement({ words, fields = [], asked }, place) {
  return h(
    "form.answer",
    { "data-entry": place, "data-key": `${place} ${words}` },
    fields.map((field) => inputField(field, `entry-${place}`)),
    h("button", { class: asked ? "main" : "plain" }, words),
  );
}

/** @param {EntrySeat} entry */
const seatElement = ({ seat, name, account, forms }) =>
  h(
    "section.entry",
    { "data-key": `entry-${seat}`, "aria-label": `Enter for seat ${seat}` },
    h("h3", {}, `Seat ${seat}, ${name} `, h("span.money", {}, money(account))),
    forms.map((form, i) => formElement(form, `${seat}-${i}`)),
  );

/** @param {EntrySeat} entry */
const isAsked = ({ forms }) => forms.some(({ asked }) => asked);

/** Draws the forms, those of the player who is asked first. */
export function drawEntering() {
  const { entering } = state.scene;
  if (!entering) return fill(byId("entering"), []);
  const seats = [...entering.seats].sort((a, b) => Number(isAsked(b)) - Number(isAsked(a)));
  const { seating } = entering;
  fill(byId("entering"), [
    h("h2", {}, "Players without a device"),
    ...seats.map(seatElement),
    seating ? h("details", {}, h("summary", {}, seating.words), formElement(seating, "new")) : null,
  ]);
}

/**
 * Returns the command of the form that was submitted; null where a field is not filled in.
 *
 * @param {Event} event
 */
export function enteredCommand(event) {
  const place = closest(event, "form")?.dataset.entry ?? "";
  const { seats = [], seating } = state.scene.entering ?? {};
  const [seat, i] = place.split("-").map(Number);
  const form = place === "new" ? seating : seats.find((entry) => entry.seat === seat)?.forms[i];
  return form ? commandWithFields(form.command, form.fields, `entry-${place}`) : null;
}

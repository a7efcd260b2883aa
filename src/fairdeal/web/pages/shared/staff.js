// What the console and the wall share: input fields of commands, questions to a second person, and
// refusals.

/** @import { FloorQuestion, InputField } from "../types.js" */

import { h } from "./dom.js";
import { readCards } from "./card_entry.js";
import { clauseElement, shortOutcomeElement } from "./outcome.js";

/**
 * Makes the input of a field that a command needs.
 *
 * @param {InputField} field
 * @param {string} prefix
 */
export function inputField(field, prefix) {
  const id = `${prefix}-${field.name}`;
  const number = field.kind === "number";
  const bounded = number && typeof field.least === "number" && typeof field.most === "number";
  const bounds = bounded ? h("span.muted", {}, ` ${field.least} to ${field.most}`) : null;
  return h(
    "p.field",
    {},
    h("label", { for: id }, field.title, bounds),
    h(`input#${id}`, {
      name: field.name,
      type: number ? "number" : "text",
      required: !field.optional,
      autocomplete: "off",
      min: number ? (field.least ?? 0) : null,
      max: number ? field.most : null,
      maxlength: number ? null : 200,
      inputmode: number ? "numeric" : null,
      "data-kind": field.kind ?? "text",
    }),
  );
}

/**
 * Returns a command with the values of its fields. If a value is missing or not valid, its input
 * gets the focus and the result is null.
 *
 * @param {Record<string, any>} command
 * @param {InputField[] | undefined} fields
 * @param {string} prefix
 */
export function commandWithFields(command, fields, prefix) {
  const body = { ...command };
  for (const { name, kind, least, most } of fields ?? []) {
    const input = document.getElementById(`${prefix}-${name}`);
    if (!(input instanceof HTMLInputElement)) return null;
    if (kind === "cards") input.setCustomValidity(wrongCards(input.value, least, most));
    if (!input.checkValidity()) {
      input.focus();
      input.reportValidity();
      return null;
    }
    if (kind === "number" && !input.value) continue; // it may be left empty
    /** @type {string | number | string[]} */
    let value = input.value.trim();
    if (kind === "cards") value = readCards(value);
    else if (kind === "number") value = Number(value);
    // amounts/ante is the entry ante of amounts.
    const [whole, part] = name.split("/");
    if (part) body[whole] = { ...body[whole], [part]: value };
    else body[name] = value;
  }
  return body;
}

/**
 * Returns what is wrong with cards that were typed, or an empty text.
 *
 * @param {string} text
 * @param {number | null | undefined} least
 * @param {number | null | undefined} most
 */
function wrongCards(text, least, most) {
  try {
    const { length } = readCards(text);
    if (length >= (least ?? 0) && length <= (most ?? 0)) return "";
    const wanted = least === most ? `${most}` : `${least} to ${most}`;
    return `Enter ${wanted} ${most === 1 ? "card" : "cards"} here.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Returns the title of an outcome that depends on the floorperson's ruling about a count.
 *
 * @param {Record<string, any> | null} command
 * @param {string} misdealt
 * @param {string} otherwise
 */
export const rulingTitle = (command, misdealt, otherwise) =>
  command?.misdealt ? misdealt : otherwise;

/**
 * Makes the question that waits for a second person, with the answers that the viewer may give.
 *
 * @param {FloorQuestion | null | undefined} question
 * @param {string} prefix
 */
export function questionPanel(question, prefix) {
  if (!question) return [];
  const several = question.outcomes.length > 1;
  const outcomes = question.outcomes.map((outcome) => {
    const title = rulingTitle(outcome.said, "If they were misdealt", "If they were not misdealt");
    return shortOutcomeElement(outcome, several ? title : "");
  });
  const answers = (question.answers ?? []).map(({ words, kind = "plain", fields = [] }, i) =>
    h(
      "form.answer",
      { "data-answer": i, "data-asked": question.asked },
      fields.map((field) => inputField(field, `${prefix}-answer-${i}`)),
      h("button", { class: kind, "data-key": `answer-${i}` }, words),
    ),
  );
  return [
    h(
      `section.question#${prefix}-asked-${question.asked}`,
      { "aria-label": "Question to the floorperson" },
      h("h2", {}, "Question to the floorperson"),
      h("p.words", {}, question.words, " ", clauseElement(question.clause)),
      outcomes,
      question.why ? h("p.why", {}, question.why) : null,
      answers,
    ),
  ];
}

/**
 * Makes a refusal, which stays until it is closed.
 *
 * @param {string} words
 * @param {string | null} clause
 */
export function refusalNotice(words, clause) {
  const close = { type: "button", "data-close": true, "aria-label": "Close" };
  return h(
    "div.notice",
    { role: "alert" },
    h("p", {}, words, " ", clauseElement(clause)),
    h("button.close", close, "×"),
  );
}

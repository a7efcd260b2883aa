// The findings about a record as elements: a tick or a cross, a sentence, and the inputs.

/** @import { Finding, Verification } from "./verify.js" */

import { svg } from "../shared/cards.js";
import { h } from "../shared/dom.js";

/** @param {boolean} right */
function sign(right) {
  const label = right ? "holds" : "does not hold";
  const attributes = { viewBox: "0 0 24 24", class: "sign", role: "img", "aria-label": label };
  const path = svg("path", { d: right ? "M4 13l5 5L20 6" : "M6 6l12 12M18 6L6 18" });
  return svg("svg", attributes, path);
}

/** @param {Finding} finding */
function inputsElement({ inputs }) {
  if (!inputs.length) return null;
  const list = inputs.map(([name, value]) => [
    h("dt", {}, name),
    h(/^[0-9a-f]{64}$/.test(value) ? "dd.mono" : "dd", {}, value),
  ]);
  const summary = h("summary", {}, "What it is computed from");
  return h("details", {}, summary, h("dl.inputs", {}, list));
}

/**
 * Makes the findings as list items.
 *
 * @param {Verification} verification
 */
export function findingItems({ checks }) {
  return checks.map((finding) =>
    h(
      `li.tick.${finding.right ? "right" : "wrong"}`,
      { "data-check": finding.id },
      sign(finding.right),
      h("div", {}, h("h3", {}, finding.title), h("p", {}, finding.words), inputsElement(finding)),
    ),
  );
}

/**
 * Returns the sentence about all findings.
 *
 * @param {Verification} verification
 */
export function verdictWords({ round, checks }) {
  const wrong = checks.filter((check) => !check.right).map((check) => check.title);
  if (!wrong.length) return `Round ${round}: all of it holds.`;
  return `Round ${round}: something is wrong. Look at ${wrong.join(", ")}.`;
}

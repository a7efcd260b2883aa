// The findings about a record as elements: a tick or a cross, a sentence, and the inputs.

/** @import { Finding, Verification } from "./verify.js" */

import { svg } from "../shared/cards.js";
import { h } from "../shared/dom.js";

/** @param {Finding} finding */
function sign({ right, absent }) {
  const holds = absent ? "cannot be checked" : "holds";
  const label = right ? holds : "does not hold";
  const attributes = { viewBox: "0 0 24 24", class: "sign", role: "img", "aria-label": label };
  const tick = absent ? "M5 12h14" : "M4 13l5 5L20 6";
  const path = svg("path", { d: right ? tick : "M6 6l12 12M18 6L6 18" });
  return svg("svg", attributes, path);
}

/** @param {Finding} finding */
function inputsElement({ inputs }) {
  if (!inputs.length) return null;
  const list = inputs.map(([name, value]) => [
    h("dt", {}, name),
    h(/^[0-9a-f]{64}$/.test(value) ? "dd.mono" : "dd", {}, value),
  ]);
  const summary = h("summary", {}, "How this is computed");
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
      `li.tick.${finding.right ? (finding.absent ? "absent" : "right") : "wrong"}`,
      { "data-check": finding.id },
      sign(finding),
      h("div", {}, h("h3", {}, finding.title), h("p", {}, finding.words), inputsElement(finding)),
    ),
  );
}

/**
 * Returns the sentence about all findings.
 *
 * @param {Verification} verification
 */
export function verdictWords({ round, checks, realCards, simulated }) {
  const wrong = checks.filter((check) => !check.right).map((check) => check.title);
  if (!wrong.length && simulated)
    return `Round ${round} was simulated: nothing was committed to, and nothing is proved.`;
  if (!wrong.length && realCards)
    return `Round ${round} was dealt from real cards: no commitment, no proof of the shuffle. The log and the payments hold.`;
  if (!wrong.length) return `Round ${round}: all of it holds.`;
  return `Round ${round}: something is wrong. Look at ${wrong.join(", ")}.`;
}

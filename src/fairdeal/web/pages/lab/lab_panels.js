// What was found on request: tables for an edge, the worth of readings, findings of a rules file.

/** @import { ReadingsAnswer, RulesAnswer, TargetAnswer } from "../types.js" */

import { h } from "../shared/dom.js";
import { capital, percent, signedPercent } from "./lab_words.js";

/** @param {TargetAnswer} found */
export function targetElements({ edge, tables }) {
  if (!tables.length) return [h("p", {}, "No line of this table may change.")];
  return [
    h(
      "ul.found",
      {},
      tables.map(({ lines, house_edge: at }, place) => {
        const words = Object.entries(lines).map(([hand, pays]) => `${hand} ${pays}`);
        return h(
          "li",
          { "data-key": words.join() },
          h("span", {}, capital(words.join(", "))),
          h("b.number", {}, percent(at, 3)),
          h("small.muted", {}, `off by ${signedPercent(at - edge, 3)}`),
          h(
            "button",
            { type: "button", "data-try": String(place), "aria-label": `Try ${words.join(", ")}` },
            "Try",
          ),
        );
      }),
    ),
  ];
}

/** @param {ReadingsAnswer} found */
export function worthElements({ readings, unit }) {
  const differing = readings.filter(({ differs }) => differs);
  const same = readings.filter(({ differs }) => !differs);
  return [
    ...differing.map(({ reading, question, clauses, choices }) =>
      h(
        "div.reading",
        { "data-key": reading },
        h("h3", {}, question, " ", h("span.clause", {}, clauses.join(", "))),
        h(
          "ul.found",
          {},
          choices.map(
            ({ choice, means, in_force: inForce, house_edge: edge, difference_decimal: gain }) =>
              h(
                "li",
                { "data-key": choice },
                h("span", {}, capital(means), inForce && h("b", {}, " (in force)")),
                h("b.number", {}, percent(edge)),
                h(
                  "small.muted",
                  {},
                  inForce ? "" : gain === 0 ? "worth the same" : `${signedPercent(-gain)} edge`,
                ),
              ),
          ),
        ),
      ),
    ),
    same.length > 0 &&
      h(
        "p.muted",
        { "data-key": "same" },
        differing.length
          ? `Worth the same here, whatever is chosen: `
          : `No reading changes what one ${unit} is worth here: `,
        same.map(({ question }) => question).join(" "),
      ),
  ];
}

/** @param {RulesAnswer} found */
export function rulesElements({ valid, findings, warnings }) {
  const list = (/** @type {RulesAnswer["findings"]} */ of) =>
    h(
      "ul.notices",
      {},
      of.map(({ clause, field, message }) =>
        h("li", {}, h("b", {}, field), `: ${message}. `, clause && h("span.clause", {}, clause)),
      ),
    );
  return [
    valid
      ? h("p.good", {}, "The rules file is downloaded. fairdeal check passes it.")
      : h("p.refused", {}, "No rules file: fairdeal check would refuse it."),
    findings.length > 0 && list(findings),
    warnings.length > 0 &&
      h("details", {}, h("summary", {}, "What an operator would want to know"), list(warnings)),
  ];
}

// The strategy card beside a practice table: notes, grid, cost, and the line that applied.

/** @import { LineAdvice, StrategySheet } from "../types.js" */

import { gridElement } from "../shared/card_grid.js";
import { h } from "../shared/dom.js";

/**
 * Draws a strategy card. The line that applied to the decision is lit.
 *
 * @param {StrategySheet} sheet
 * @param {LineAdvice | null} line
 */
export function cardElements({ title, sections, grid, cost: ofCard }, line) {
  const parts = sections.map(({ decision, rules, note }, section) => [
    h("h4", {}, decision),
    note ? h("p.card-note", {}, note) : null,
    h(
      "ol.card-lines",
      {},
      rules.map((rule, number) => {
        const lit = line?.section === section && line.rule === number;
        return h(
          `li${lit ? ".lit" : ""}`,
          { "aria-current": lit ? "true" : null },
          `${rule.when}: `,
          h("b", {}, rule.do),
        );
      }),
    ),
    section === 0 && grid.length
      ? gridElement(
          grid.map(({ cells }) => cells),
          line?.section === 0 ? line.hand : [],
        )
      : null,
  ]);
  const cost = line?.cost ? `: following it costs ${line.cost}` : "";
  const leaves = line?.leaves
    ? h("p.card-note", {}, `Best play leaves the card at this decision${cost}.`)
    : null;
  return h(
    "div.strategy#card",
    {},
    h("button.small", { type: "button", "data-coach": "close" }, "Close the card"),
    h("h3", {}, title),
    leaves,
    parts.flat(),
    h("p.card-note", {}, ofCard),
  );
}

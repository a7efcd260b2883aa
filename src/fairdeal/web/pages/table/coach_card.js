// The strategy card beside a practice table: notes, grid, cost, and the line that applied.

/** @import { LineAdvice, StrategySheet } from "../types.js" */

import { h } from "../shared/dom.js";

/**
 * Draws a strategy card. The line that applied to the decision is lit.
 *
 * @param {StrategySheet} sheet
 * @param {LineAdvice | null} line
 */
export function cardElements({ title, sections, grid, cost }, line) {
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
    section === 0 && grid.length ? gridElement(grid) : null,
  ]);
  const leaves = line?.leaves
    ? h("p.card-note", {}, "Best play leaves the card at this decision.")
    : null;
  return h(
    "div.strategy#card",
    {},
    h("button.small", { type: "button", "data-coach": "close" }, "Close the card"),
    h("h3", {}, title),
    leaves,
    parts.flat(),
    h("p.card-note", {}, cost),
  );
}

/**
 * @param {StrategySheet["grid"]} grid
 */
function gridElement(grid) {
  const head = grid.map(({ rank }) => h("th", { scope: "col" }, rank));
  const rows = grid.map(({ rank, cells }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, rank),
      cells.map((cell) => h(`td.do-${cell}`, {}, cell === "fold" ? "-" : cell)),
    ),
  );
  return h(
    "table.card-grid",
    {},
    h("caption", {}, "Suited above the diagonal, not suited below; - is a fold"),
    h("thead", {}, h("tr", {}, h("td", {}), head)),
    h("tbody", {}, rows),
  );
}

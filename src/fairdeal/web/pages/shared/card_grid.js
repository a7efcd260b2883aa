// The grid of a strategy card: what to do at the first decision with each hand of two cards.

import { h } from "./dom.js";

/** The ranks of its rows and columns. */
const RANKS = [..."AKQJT98765432"];

/**
 * Returns the row and the column of a hand of two cards: suited hands are above the diagonal.
 *
 * @param {string[]} hand
 */
export function cellOf(hand) {
  const [high, low] = hand.map(([rank]) => RANKS.indexOf(rank)).sort((one, other) => one - other);
  const suited = hand[0][1] === hand[1][1];
  return suited ? [high, low] : [low, high];
}

/**
 * Draws the grid.
 *
 * @param {string[][]} grid what to do, by row and column
 * @param {string[]} hand whose cell is lit; none if it has not two cards
 */
export function gridElement(grid, hand) {
  const [litRow, litColumn] = hand.length === 2 ? cellOf(hand) : [-1, -1];
  const head = RANKS.map((rank) => h("th", { scope: "col" }, rank));
  const rows = grid.map((cells, row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, RANKS[row]),
      cells.map((cell, column) => {
        const lit = row === litRow && column === litColumn;
        return h(
          `td.do-${cell}${lit ? ".lit" : ""}`,
          { "aria-current": lit ? "true" : null },
          cell === "fold" ? "-" : cell,
        );
      }),
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

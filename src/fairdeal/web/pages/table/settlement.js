// How each wager of the last round was settled, and the paytable lines that paid. This module is
// loaded when a round ends.

/** @import { PaidRow, Scene } from "../types.js" */

import { byId, fill, h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { netWords } from "./panel.js";

/** What the page says before a round has ended. */
const unsettled = /** @type {HTMLElement[]} */ ([...byId("paid").children]);
/** @type {Record<string, string>} */
const RESULT_WORDS = { won: "Won", lost: "Lost", push: "Push", back: "Given back" };

/**
 * Draws the settlement of the last round; nothing is left of it when the next round has begun.
 *
 * @param {Scene} scene
 */
export function drawSettlement(scene) {
  fill(byId("paid"), settlementElements(scene));
  highlightPaytables(scene);
}

/**
 * Makes the row of one settled wager: stake, result, hand, line and sum, and the clause on request.
 *
 * @param {PaidRow} row
 * @param {string} title
 * @param {number} i
 */
function settlementRow(row, title, i) {
  const won = row.result === "won";
  const reason = [
    row.late && "time ran out",
    row.hand,
    row.line && won && `pays ${row.line}`,
    row.sum,
  ].filter(Boolean);
  return h(
    `li.${row.result}#paid-${i}`,
    {},
    h(
      "p.paid-head",
      {},
      h("span", {}, title),
      row.stake ? h("span.muted.money", {}, money(row.stake)) : null,
      h("b", {}, RESULT_WORDS[row.result] ?? row.result, won ? ` ${money(row.net)}` : ""),
    ),
    row.late || row.hand || row.sum ? h("p.paid-why", {}, reason.join(" · ")) : null,
    row.clause ? h("details", {}, h("summary", {}, "Clause"), row.clause) : null,
  );
}

/**
 * Makes the rows of the settled wagers: the player's own, or everybody's for who only watches.
 *
 * @param {Scene} scene
 */
function settlementElements(scene) {
  const ownSeats = scene.seats.filter((seat) => seat.mine).length;
  const rows = (scene.paid ?? []).filter((row) => (ownSeats ? row.mine : row.result !== "back"));
  if (!rows.length) return unsettled;
  const items = rows.map((row, i) =>
    settlementRow(row, ownSeats === 1 ? row.title : `Seat ${row.seat}, ${row.title}`, i),
  );
  const net = typeof scene.net === "number" ? h("p.net", {}, netWords(scene.net)) : null;
  return [net, h("ol", {}, items)];
}

/**
 * Lights the lines of the paytables that were just paid to the player.
 *
 * @param {Scene} scene
 */
function highlightPaytables(scene) {
  const won = (scene.paid ?? []).filter((row) => row.mine && row.result === "won");
  /** @type {NodeListOf<HTMLElement>} */
  const paytables = document.querySelectorAll("[data-wagers]");
  for (const paytable of paytables) {
    const wagers = (paytable.dataset.wagers ?? "").split(" ");
    const lines = won.filter((row) => wagers.includes(row.wager ?? "")).map((row) => row.line);
    for (const row of paytable.querySelectorAll("tr"))
      row.classList.toggle("lit", lines.includes(row.dataset.pays));
  }
}

// A seat's bets in words, for a phone: the buttons of a decision lie over the betting areas there.

/** @import { SeatScene } from "../types.js" */

import { groupBets } from "../shared/bet_groups.js";
import { byId } from "../shared/dom.js";
import { money } from "../shared/money.js";

/** @param {SeatScene} seat */
export function drawOwnBets({ bets = [] }) {
  const open = bets.filter((bet) => bet.cents && bet.state !== "lost");
  byId("own-bets").textContent = groupBets(open)
    .map(({ title, cents, count }) => `${title} ${money(cents)}${count > 1 ? " each" : ""}`)
    .join(" \u00b7 ");
}

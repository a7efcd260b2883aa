// The answers to the questions that a player asks by a key: my hand, the board, my stakes, the time,
// and the last announcement.

import { byId } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { activeSeat, secondsLeft, stagedBets, state } from "./table_state.js";

/** @param {{ name: string }[] | undefined} cards */
const cardNames = (cards) => (cards ?? []).map(({ name }) => name).join(", ");

/** @type {Record<string, () => string>} */
export const KEY_ANSWERS = {
  h: () => activeSeat()?.hand || cardNames(activeSeat()?.cards) || "You hold no cards.",
  o: () =>
    state.scene.board
      .map(({ title, cards }) => `${title}: ${cardNames(cards) || "empty"}`)
      .join(". ") || "This game has no board.",
  s: () =>
    (activeSeat()?.bets ?? [])
      .filter((bet) => bet.cents || stagedBets.amountOn(bet.wager))
      .map((bet) => {
        const cents = bet.open ? stagedBets.amountOn(bet.wager) : (bet.cents ?? 0);
        return `${bet.title} ${money(cents)}`;
      })
      .join(", ") || "You have no bets.",
  t: () => {
    const seconds = secondsLeft();
    return seconds === null ? "There is no clock." : `${seconds} seconds left.`;
  },
  l: () => byId("said").firstElementChild?.textContent ?? "There is no announcement yet.",
};

// Which cards and chips move when the table changes, from snapshots before and after the change.

/** @import { Scene } from "../types.js" */

/**
 * @typedef {object} Snapshot What lies on the table.
 * @property {Map<string, string>} cards The face of each card by its key, empty if face down.
 * @property {Set<string>} stacks The keys of the stacks of chips.
 * @property {string | undefined} seat The seat of the player's own box.
 */
/**
 * @typedef {object} Plan What moves.
 * @property {string[]} dealt The keys of cards that come from the shoe, in order.
 * @property {string[]} turned The keys of cards that are turned up.
 * @property {{ key: string, to: "house" | "player" }[]} leaving The stacks that leave the table.
 * @property {{ key: string, from: "house" | "player" }[]} arriving The stacks that come.
 */

/**
 * Returns the keys of the stacks whose bets are lost.
 *
 * @param {Pick<Scene, "seats">} scene
 */
function lostStacks(scene) {
  return new Set(
    scene.seats.flatMap(({ seat, mine, bets = [] }) =>
      bets
        .filter((bet) => bet.state === "lost")
        .map((bet) => (mine ? `bet-${bet.wager}` : `seat-${seat}-bet-${bet.wager}`)),
    ),
  );
}

/**
 * Plans the motion between two snapshots. Chips that are gone went to the house if they are lost,
 * and otherwise to the player. Chips that are new come from the house if they were won.
 *
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {Pick<Scene, "seats">} scene
 * @returns {Plan}
 */
export function planMotion(before, after, scene) {
  const lost = lostStacks(scene);
  const otherBox = before.seat !== after.seat;
  return {
    dealt: [...after.cards.keys()].filter((key) => !before.cards.has(key)),
    turned: [...after.cards]
      .filter(([key, face]) => face && before.cards.get(key) === "")
      .map(([key]) => key),
    leaving: [...before.stacks]
      .filter((key) => !after.stacks.has(key) && !(key.startsWith("bet-") && otherBox))
      .map((key) => ({ key, to: lost.has(key) ? "house" : "player" })),
    arriving: [...after.stacks]
      .filter((key) => !before.stacks.has(key))
      .map((key) => ({ key, from: key.endsWith("-pushed") ? "house" : "player" })),
  };
}

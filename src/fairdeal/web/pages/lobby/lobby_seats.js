// Which tables have a seat for a person, and what the lobby says of one that has none.

/**
 * @typedef {object} LobbyTable A table as the API lists it.
 * @property {string} table
 * @property {string} name
 * @property {string} game
 * @property {string} jurisdiction
 * @property {{ seat: number, player: { name: string, bot: boolean } | null }[]} seats
 * @property {string} phase
 * @property {boolean} practice
 * @property {boolean} stopped
 * @property {Record<string, number>} meters in dollars
 */

/**
 * Returns whether every seat of a table is taken by a person; a bot gives its seat up.
 *
 * @param {LobbyTable} table
 */
export const isFull = ({ seats }) => seats.every(({ player }) => player && !player.bot);

/**
 * Returns that every seat of a table is taken by a player, and which table has a free one: the same
 * words as `full_words` of `scene.py`.
 *
 * @param {LobbyTable} table
 * @param {LobbyTable[]} listed
 */
export function fullWords(table, listed) {
  /** @param {LobbyTable} other */
  const distance = (other) =>
    (other.game === table.game && other.jurisdiction === table.jurisdiction ? 0 : 2) +
    Number(other.practice);
  const [other] = listed
    .filter((one) => one.table !== table.table && !one.stopped && !isFull(one))
    .sort((one, two) => distance(one) - distance(two));
  const words = `All ${table.seats.length} seats of ${table.name} are taken by players`;
  return other ? `${words}: ${other.name} has room.` : `${words}: watch until one leaves.`;
}

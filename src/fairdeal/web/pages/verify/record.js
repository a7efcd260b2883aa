// The record of a finished round, and how a check of it fails.

/**
 * @typedef {object} LogEvent An event of an entry. Which fields it has depends on its kind.
 * @property {string} event
 * @property {number} [seat]
 * @property {string} [wager]
 * @property {number} [amount] in dollars
 * @property {number | null} [cut] the depth of the deck's cut; of a payment, the dollars that a
 *   payout limit has cut off
 * @property {number[]} [seats]
 * @property {string} [round]
 * @property {string} [commitment]
 * @property {[string, string][]} [secrets]
 * @property {string} [words]
 * @property {string} [word]
 * @property {string} [pledge] the fingerprint of a word that is revealed later
 * @property {number} [protocol] of a commitment: 2 where words are pledged
 * @property {number} [depth]
 * @property {string} [card]
 * @property {(string | { card: string })[]} [cards]
 */
/**
 * @typedef {object} LogEntry
 * @property {number} entry
 * @property {number} time
 * @property {{ automatic?: boolean }} by
 * @property {LogEvent[]} events
 */
/** @typedef {{ leaf: number, text: string, hashes: string[] }} ProvedEntry */
/**
 * @typedef {object} SeatRecord What a seat got. Amounts are in dollars.
 * @property {number} seat
 * @property {Record<string, { stake: number, returned: number, net: number }>} wagers
 * @property {number} net
 * @property {number} envy
 * @property {number} limited
 */
/**
 * @typedef {object} RoundRecord
 * @property {string} table
 * @property {string} round
 * @property {string} rules
 * @property {string} opening the digest of the rules
 * @property {LogEntry[]} entries
 * @property {SeatRecord[]} seats
 * @property {string} commitment null where the cards are real, as are `secret` and `order`
 * @property {string} secret
 * @property {string} words
 * @property {number | null} cut
 * @property {string[]} order
 * @property {{ size: number, root: string, checkpoint?: string, entries: ProvedEntry[] }} proof
 *   null where the round was simulated
 * @property {{ seed: string, round: number, version: string }} [simulated] where a simulated round
 *   has its cards from
 */

/** A check that failed. The message is a sentence without its beginning and end. */
export class CheckFailure extends Error {}

/**
 * Fails the check unless a condition holds.
 *
 * @param {unknown} condition
 * @param {string | (() => string)} message
 * @returns {asserts condition}
 */
export function ensure(condition, message) {
  if (!condition) throw new CheckFailure(typeof message === "function" ? message() : message);
}

/**
 * Returns whether a round was dealt from real cards, as the opening entry of its table says.
 *
 * @param {RoundRecord} record
 */
export function hasRealCards({ rules }) {
  try {
    return JSON.parse(rules).cards === "named";
  } catch {
    return false;
  }
}

/**
 * Returns whether a record says that its round was simulated.
 *
 * @param {RoundRecord} record
 */
export function isSimulated({ simulated }) {
  return simulated !== undefined;
}

/**
 * Returns whether two JSON values are equal.
 *
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function isEqual(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isEqual(one[key], other[key]))
  );
}

// What follows from the secret of a round: the order of the deck, the cut, and the commitment. The
// documentation defines the bytes under "Fairness".

/** @import { Bytes } from "./bytes.js" */
/** @import { RoundRecord } from "./record.js" */

import { hex, hmac, sha256, unhex, utf8 } from "./bytes.js";
import { ensure } from "./record.js";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const TWO_32 = 2 ** 32;

/**
 * Yields numbers of four bytes from HMAC-SHA256 over `label|0`, `label|1` and so on.
 *
 * @param {Bytes} secret
 * @param {string} label
 * @returns {AsyncGenerator<number, never>}
 */
async function* randomNumbers(secret, label) {
  for (let block = 0; ; block++) {
    const digest = await hmac(secret, `${label}|${block}`);
    const view = new DataView(digest.buffer);
    for (let place = 0; place < digest.length; place += 4) yield view.getUint32(place);
  }
}

/**
 * Returns the next number below a limit. Numbers that would make some results more likely than
 * others are left out.
 *
 * @param {number} limit
 * @param {AsyncGenerator<number, never>} numbers
 */
async function numberBelow(limit, numbers) {
  for (;;) {
    const { value } = await numbers.next();
    if (value < TWO_32 - (TWO_32 % limit)) return value % limit;
  }
}

/**
 * Returns the order of the deck: shuffled by the secret and the players' words, then cut.
 *
 * @param {RoundRecord} record
 */
export async function deckOrder({ table, round, words, secret, order, cut }) {
  const deck = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  while (deck.length < order.length) deck.push("*");
  ensure(deck.length === order.length, "the deck has another number of cards");
  const label = `fairdeal deck 1|${table}|${round}|${words}`;
  const numbers = randomNumbers(unhex(secret), label);
  for (let i = deck.length - 1; i > 0; i--) {
    const j = await numberBelow(i + 1, numbers);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  const depth = cut ?? 0;
  return [...deck.slice(depth), ...deck.slice(0, depth)];
}

/**
 * Returns how deep the automatic dealer has to cut the deck.
 *
 * @param {RoundRecord} record
 */
export async function cutDepth({ table, round, secret, order }) {
  const numbers = randomNumbers(unhex(secret), `fairdeal cut 1|${table}|${round}`);
  return 10 + (await numberBelow(order.length - 19, numbers));
}

/**
 * Returns the commitment to a secret.
 *
 * @param {RoundRecord} record
 * @param {string} secret
 */
export const commitmentTo = async ({ table, round, opening }, secret) =>
  hex(await sha256(utf8(`fairdeal deck 1|${table}|${round}|${opening}|${secret}`)));

/**
 * Returns the pledge to a word.
 *
 * @param {RoundRecord} record
 * @param {number} seat
 * @param {string} word
 */
export const pledgeTo = async ({ table, round }, seat, word) =>
  hex(await sha256(utf8(`fairdeal word 1|${table}|${round}|${seat}|${word}`)));

/**
 * Returns the secret that, in protocol 1, must follow another one when a deck is shuffled again
 * after the bets.
 *
 * @param {RoundRecord} record
 * @param {string} secret
 */
export const nextSecret = async ({ table, round }, secret) =>
  hex(await hmac(unhex(secret), `fairdeal again 1|${table}|${round}`));

// The player's words for the shuffle. The page pledges a random word with every bet, so that every
// player has a share in the order of the cards, and reveals it when the bets are closed.

/** @import { Scene } from "../types.js" */

import { sendCommand } from "../shared/requests.js";
import { sha256 } from "../shared/sha256.js";
import { tableId } from "./table_state.js";

/** A word has at most so many characters. */
const MOST = 64;
/** Words outlive a page that is loaded again in between. */
const storage = window.sessionStorage;

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Returns a word that nobody can guess: what the player typed, and a random part.
 *
 * @param {string} typed
 */
export function randomWord(typed) {
  const random = hex(crypto.getRandomValues(new Uint8Array(16)));
  const own = typed.replace(/[^ -~]|[|,=]/g, "-").slice(0, MOST - random.length - 1);
  return own ? `${own} ${random}` : random;
}

/**
 * Returns the pledge to a word.
 *
 * @param {string} round
 * @param {number} seat
 * @param {string} word
 */
export function pledgeOf(round, seat, word) {
  const table = round.slice(0, round.lastIndexOf("-"));
  const text = `fairdeal word 1|${table}|${round}|${seat}|${word}`;
  return hex(sha256(new TextEncoder().encode(text)));
}

/**
 * Makes a word for a seat, keeps it, and returns the pledge to it.
 *
 * @param {string} round
 * @param {number} seat
 * @param {string} typed
 */
function newPledge(round, seat, typed) {
  const word = randomWord(typed);
  storage.setItem(`word ${round} ${seat}`, word);
  return pledgeOf(round, seat, word);
}

/**
 * Returns what goes with `ready` for a seat's word: a pledge.
 *
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} typed
 * @returns {{ pledge: string } | { word: string } | {}}
 */
export function wordOfReady({ words_round: round }, seat, typed) {
  if (!round) return typed ? { word: typed } : {};
  return { pledge: newPledge(round, seat, typed) };
}

/** What was sent already, each once. @type {Set<string>} */
const sent = new Set();

/**
 * Reveals the words of the player's seats, or pledges them anew, as soon as the table waits for them.
 *
 * @param {Scene} scene
 * @param {string} typed
 */
export function answerWords({ seats, words_round: round, commitment }, typed) {
  for (const { seat, word: wanted } of seats) {
    const key = `${wanted} ${commitment} ${seat}`;
    if (!wanted || !round || sent.has(key)) continue;
    sent.add(key);
    const known = storage.getItem(`word ${round} ${seat}`);
    const pledges = wanted === "pledge";
    const answer = pledges
      ? { do: wanted, seat, pledge: newPledge(round, seat, typed) }
      : { do: wanted, seat, word: known };
    // Too late for its moment, or another page of the player has answered: the table goes on.
    if (pledges || known) sendCommand(tableId, answer).catch(() => undefined);
  }
}

// The players' words for the shuffle: pledged with the bets and revealed afterwards, or open.

/** @import { Story } from "./deck_checks.js" */
/** @import { RoundRecord } from "./record.js" */

import { ensure } from "./record.js";
import { pledgeTo } from "./shuffle.js";

/**
 * @typedef {object} Words What the log tells of the players' words.
 * @property {string} words the words of the seats in the round, by seat, as they are shuffled with
 * @property {number} pledged how many of them were pledged
 * @property {number[]} withheld the seats that did not reveal the word they had pledged
 */

/**
 * Follows the words of a round through its log. Fails if a word is not the one that was pledged, if
 * a word came too late, or if a card was dealt before the words were known.
 *
 * @param {RoundRecord} record
 * @param {Story} story
 * @returns {Promise<Words>}
 */
export async function playersWords(record, { events, commitments, lastCommitment, protocol }) {
  /** @type {Map<number, { place: number, word: string, open: boolean }>} */
  const said = new Map();
  /** @type {Map<number, string>} */
  const pledges = new Map();
  /** @type {number[]} */
  let seats = [];
  /** @type {number[]} */
  let withheld = [];
  let late = false;
  let since = 0;
  for (const [place, { event, seat = 0, word, pledge, time, seats: closed }] of events.entries()) {
    if (protocol === 2 && commitments.includes(place)) {
      said.clear();
      pledges.clear();
      withheld = [];
      late ||= seats.length > 0;
      since = time;
    } else if (event === "bets-closed") {
      seats = [...(closed ?? [])].sort((a, b) => a - b);
      since = time;
    } else if (event === "player-ready" && word) {
      ensure(!seats.length, `seat ${seat} sent a word when the bets were closed`);
      said.set(seat, { place, word: `${seat}=${word}`, open: true });
    } else if (event === "word-pledged") {
      ensure(late || !seats.length, `seat ${seat} pledged a word when others were shown`);
      pledges.set(seat, pledge ?? "");
      since = time;
    } else if (event === "pledges-closed") since = time;
    else if (event === "word-revealed") {
      const right =
        seats.length && (await pledgeTo(record, seat, word ?? "")) === pledges.get(seat);
      ensure(right, `seat ${seat} revealed another word than it had pledged`);
      pledges.delete(seat);
      said.set(seat, { place, word: `${seat}=${word}`, open: false });
    } else if (event === "word-withheld") {
      ensure(pledges.delete(seat) && time > since, `seat ${seat} had no time to reveal its word`);
      withheld.push(seat);
    } else if (["cards-dealt", "cards-replaced"].includes(event))
      ensure(
        !seats.some((one) => pledges.has(one)),
        "a card was dealt before the players' words were known",
      );
    else if (["wager-returned", "player-left", "player-removed"].includes(event) && !seats.length) {
      said.delete(seat);
      pledges.delete(seat);
    }
  }
  const recorded = record.words.split(",");
  const counted = seats
    .flatMap((seat) => said.get(seat) ?? [])
    // In protocol 1, a word from before the last shuffle counts if the player said it again.
    .filter(
      ({ place, word }) => protocol === 2 || place > lastCommitment || recorded.includes(word),
    );
  return {
    words: counted.map(({ word }) => word).join(","),
    pledged: counted.filter(({ open }) => !open).length,
    withheld,
  };
}

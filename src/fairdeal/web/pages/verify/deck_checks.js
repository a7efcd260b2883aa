// The three checks of the deck: the commitment, the cut and the order.

/** @import { LogEvent, RoundRecord } from "./record.js" */

import { isEqual, ensure } from "./record.js";
import { commitmentTo, cutDepth, deckOrder, nextSecret } from "./shuffle.js";

/**
 * @typedef {object} Story The events of a round that the checks of the deck need.
 * @property {(LogEvent & { automatic: boolean })[]} events all events, with who gave the command
 * @property {number[]} commitments the places of the commitments among the events
 * @property {number} lastCommitment the place of the last one
 * @property {LogEvent} reveal the event that reveals the secrets
 * @property {number} betsClosed the place of "no more bets"
 */

/**
 * @param {RoundRecord} record
 * @returns {Story}
 */
function storyOf({ round, entries }) {
  const events = entries.flatMap((entry) =>
    entry.events.map((event) => ({ ...event, automatic: Boolean(entry.by.automatic) })),
  );
  const commitments = events.flatMap((event, place) =>
    "commitment" in event && event.round === round ? [place] : [],
  );
  const reveals = events.filter(
    (event) => event.event === "secrets-revealed" && event.round === round,
  );
  ensure(reveals.length === 1, "the log does not reveal the secret of this round");
  ensure(commitments.length > 0, "the log has no commitment for this round");
  const closed = events.findIndex(({ event }) => event === "bets-closed");
  return {
    events,
    commitments,
    lastCommitment: commitments[commitments.length - 1],
    reveal: reveals[0],
    betsClosed: closed < 0 ? events.length : closed,
  };
}

/**
 * Checks that the house has committed itself to the deck before the first bet.
 *
 * @param {RoundRecord} record
 */
export async function checkCommitment(record) {
  const { events, commitments, reveal, betsClosed } = storyOf(record);
  const made = await commitmentTo(record, record.secret);
  ensure(
    made === record.commitment,
    "the secret does not have the fingerprint that the house gave beforehand",
  );
  /** @type {[string, string][]} */
  const opened = [];
  for (const [commitment, secret] of reveal.secrets ?? [])
    if ((await commitmentTo(record, secret)) === commitment) opened.push([commitment, secret]);
  const secrets = new Map(opened);
  ensure(
    secrets.get(record.commitment) === record.secret,
    "the log shows another secret than the record",
  );
  const told = commitments.map((place) => events[place].commitment ?? "");
  ensure(
    isEqual([...told].sort(), [...secrets.keys()].sort()),
    "a commitment in the log was never opened",
  );
  ensure(told.at(-1) === record.commitment, "it is not the last commitment of the round");
  const early = events.slice(0, commitments[0]).some(({ event }) => event === "wager-placed");
  ensure(!early, "a bet was taken before the house had committed itself");
  for (let i = 1; i < told.length; i++) {
    if (commitments[i] < betsClosed) continue;
    const expected = await nextSecret(record, secrets.get(told[i - 1]) ?? "");
    ensure(
      expected === secrets.get(told[i]),
      "the house chose a secret when it knew the players' words",
    );
  }
  return "The house fixed this deck before the first bet: its secret has the very fingerprint that was published then.";
}

/** @param {number | null | undefined} depth */
const cutWords = (depth) =>
  depth === null || depth === undefined ? "no cut" : `a cut of ${depth} cards`;

/**
 * Checks that the deck was cut where the log says, and where the secret says if nobody cut it by
 * hand.
 *
 * @param {RoundRecord} record
 */
export async function checkCut(record) {
  const { events, lastCommitment, reveal, betsClosed } = storyOf(record);
  const cuts = events
    .map((event, place) => ({ ...event, late: place > betsClosed, place }))
    .filter(({ event, place }) => place > lastCommitment && event === "deck-cut");
  const last = cuts.at(-1);
  const depth = last?.depth ?? null;
  ensure(
    record.cut === reveal.cut && record.cut === depth,
    () => `the log has ${cutWords(depth)}, and the record says ${cutWords(record.cut)}`,
  );
  const drawn = await cutDepth(record);
  for (const cut of cuts.filter(({ automatic, late }) => automatic || late))
    ensure(
      cut.depth === drawn,
      `the deck had to be cut ${drawn} cards deep, and was cut ${cut.depth}`,
    );
  if (!last) return "This deck was not cut: the log has no cut, and none is used.";
  const who =
    last.late || last.automatic ? "as the secret has it" : "where a person put the cut card";
  const when = last.late ? "after" : "before";
  return `The deck was cut ${depth} cards from the top, ${who}, ${when} "no more bets".`;
}

/**
 * Checks that secret, words and cut give the order of the deck, and that the cards came in it.
 *
 * @param {RoundRecord} record
 */
export async function checkOrder(record) {
  const story = storyOf(record);
  const words = playersWords(record, story);
  ensure(
    record.words === story.reveal.words && record.words === words,
    () => `the players' words in the log are "${words}", and the record says "${record.words}"`,
  );
  const order = await deckOrder(record);
  const i = order.findIndex((card, place) => card !== record.order[place]);
  ensure(
    i < 0,
    () =>
      `card ${i + 1} from the top had to be ${order[i]}, and the record says ${record.order[i]}`,
  );
  const dealt = countDealt(record, story.events);
  const sources = ["The secret"];
  if (record.words) sources.push("the players' words");
  if (record.cut !== null) sources.push("the cut");
  const last = sources.length > 1 ? ` and ${sources.pop()} give` : " gives";
  return `${sources.join(", ")}${last} the order of all ${order.length} cards, and the ${dealt} that were dealt came in it.`;
}

/**
 * Returns the words of the seats in the round, by seat, as the log has them.
 *
 * @param {RoundRecord} record
 * @param {Story} story
 */
function playersWords(record, { events, lastCommitment }) {
  /** @type {Map<number, { place: number, word: string }>} */
  const said = new Map();
  /** @type {number[]} */
  let seats = [];
  events.forEach(({ event, seat = 0, word, seats: closed }, place) => {
    if (event === "bets-closed") seats = [...(closed ?? [])].sort((a, b) => a - b);
    else if (event === "player-ready" && word) said.set(seat, { place, word: `${seat}=${word}` });
    else if (["wager-returned", "player-left", "player-removed"].includes(event) && !seats.length)
      said.delete(seat);
  });
  const recorded = record.words.split(",");
  return (
    seats
      .flatMap((seat) => said.get(seat) ?? [])
      // A word that was said before the last shuffle counts if the player said it again.
      .filter(({ place, word }) => place > lastCommitment || recorded.includes(word))
      .map(({ word }) => word)
      .join(",")
  );
}

/**
 * Checks that every card that left the deck was the next one, and returns how many did.
 *
 * @param {RoundRecord} record
 * @param {LogEvent[]} events
 */
function countDealt({ order }, events) {
  const deck = [...order];
  /** How many cards lie drawn in error on top of the deck. */
  let drawnInError = 0;
  for (const { event, card, cards = [] } of events) {
    if (event === "card-drawn-in-error") drawnInError = 1;
    else if (event === "card-set-aside") {
      const [next] = deck.splice(drawnInError, 1);
      ensure(next === card, `${card} was set aside, and ${next} came next`);
    } else if (event === "cards-dealt" || event === "cards-replaced") {
      const dealt = cards.map((one) => (typeof one === "string" ? one : one.card));
      const next = deck.splice(0, dealt.length);
      ensure(isEqual(dealt, next), `${dealt.join(" ")} was dealt, and ${next.join(" ")} came next`);
      drawnInError = 0;
    }
  }
  return order.length - deck.length;
}

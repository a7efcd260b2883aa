// The checks of the deck: the commitment, the cut and the order.

/** @import { LogEvent, RoundRecord } from "./record.js" */

import { isEqual, ensure } from "./record.js";
import { commitmentTo, cutDepth, deckOrder, nextSecret } from "./shuffle.js";
import { playersWords } from "./words.js";

/**
 * @typedef {object} Story The events of a round that the checks of the deck need.
 * @property {(LogEvent & { automatic: boolean, time: number })[]} events all events, with who gave
 *   the command and when
 * @property {number[]} commitments the places of the commitments among the events
 * @property {number} lastCommitment the place of the last one
 * @property {LogEvent} reveal the event that reveals the secrets
 * @property {number} betsClosed the place of "no more bets"
 * @property {number} protocol 2 where words are pledged before they are shown, 1 where they were open
 */

/**
 * @param {RoundRecord} record
 * @returns {Story}
 */
export function storyOf({ round, entries }) {
  const events = entries.flatMap((entry) =>
    entry.events.map((event) => ({
      ...event,
      automatic: Boolean(entry.by.automatic),
      time: entry.time,
    })),
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
  const protocol = Math.max(...commitments.map((place) => events[place].protocol ?? 1));
  ensure(protocol === 1 || protocol === 2, "it is of a protocol that this page does not know");
  return {
    events,
    protocol,
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
  const { events, commitments, reveal, betsClosed, protocol } = storyOf(record);
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
  const late = commitments.filter((place) => place > betsClosed).length;
  ensure(
    protocol === 1 || late < 2,
    "the cards were made ready again more than once after the bets were closed",
  );
  // In protocol 2 words are pledged anew after a new secret. Before, the secret had to follow.
  for (let i = 1; i < told.length; i++) {
    if (commitments[i] < betsClosed || protocol === 2) continue;
    const expected = await nextSecret(record, secrets.get(told[i - 1]) ?? "");
    ensure(
      expected === secrets.get(told[i]),
      "the house chose a secret when it knew the players' words",
    );
  }
  return "The house fixed this deck before the first bet: the secret has the fingerprint that was published then.";
}

/**
 * Checks the players' words: that each one is the word that was pledged, and that no card was dealt
 * before they were known. Says which protocol the round is of.
 *
 * @param {RoundRecord} record
 */
export async function checkWords(record) {
  const story = storyOf(record);
  const { words, pledged, withheld } = await playersWords(record, story);
  ensure(
    record.words === story.reveal.words && record.words === words,
    () => `the players' words in the log are "${words}", and the record says "${record.words}"`,
  );
  if (story.protocol === 1)
    return "Protocol 1: the players' words were open. Whoever could read the house's secret could have answered them.";
  const count = words ? words.split(",").length : 0;
  return tellWords(count, pledged, withheld);
}

/**
 * Says how many words of players are in a shuffle of protocol 2, and which ones are missing.
 *
 * @param {number} count how many words are in the shuffle
 * @param {number} pledged how many of them were pledged
 * @param {number[]} withheld the seats that did not reveal the word they had pledged
 */
export function tellWords(count, pledged, withheld) {
  const said = [];
  if (!count) said.push("Protocol 2: no player's word is in this shuffle.");
  else if (count > pledged) {
    const whose = count === 1 ? "one player's word is" : `the words of ${count} players are`;
    const some = `${pledged} of them ${pledged === 1 ? "was" : "were"}`;
    const before = count === 1 ? "it was shown" : "any was shown";
    const none = count === 1 ? "It was not" : "None of them was";
    const how = pledged ? some : none;
    const answered = pledged ? "the others" : count === 1 ? "it" : "them";
    said.push(
      `Protocol 2: ${whose} in the shuffle. ${how} pledged before ${before}.`,
      `Whoever could read the house's secret could have answered ${answered}.`,
    );
  } else if (count === 1)
    said.push(
      "Protocol 2: one player's word is in the shuffle. It was pledged before it was shown.",
    );
  else
    said.push(
      `Protocol 2: the words of ${count} players are in the shuffle. All were pledged before any was shown.`,
    );
  if (withheld.length)
    said.push(
      `Not revealed: the word${withheld.length > 1 ? "s of seats" : " of seat"} ${withheld.join(", ")}.`,
    );
  return said.join(" ");
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
  const { words } = await playersWords(record, story);
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

// The drill without its page: which line comes next, which decision of it, and what an answer costs.

/** @import { DrillAnswer, DrillDecision, DrillDeck, Memory, Scheduled } from "../types.js" */

/**
 * @typedef {object} LineMemory What is remembered of a line.
 * @property {Memory | null} memory the server's, null until it has answered
 * @property {number} at when it was answered last, in seconds since 1970
 * @property {number} due when it comes again
 * @property {number} rating of the last answer
 * @property {DrillAnswer[]} pending the answers that the server has not seen yet
 */

/**
 * @typedef {object} Line A line of a deck's card, with its decisions.
 * @property {string} id
 * @property {DrillDeck} deck
 * @property {number} section
 * @property {number} line
 * @property {number} worth how much it is worth to know it: how often it comes, times its price
 * @property {DrillDecision[]} decisions
 */

/** Costs are whole numbers of this part of a unit. */
export const COST_PARTS = 10_000_000;
export const AGAIN = 1;
export const HARD = 2;
export const GOOD = 3;
/** An error that costs less than this share of a unit is a near miss. */
const NEAR_MISS = 0.02;
/** Without the server, a missed line comes again after so many seconds. */
const MISSED_SECONDS = 60;
const KNOWN_SECONDS = 86_400;
/** Of the answers that the server has not seen, so many are kept. */
const MOST_PENDING = 100;

/**
 * Returns the lines of decks that have decisions.
 *
 * @param {DrillDeck[]} decks
 * @returns {Line[]}
 */
export function linesOf(decks) {
  return decks.flatMap((deck) =>
    deck.sections.flatMap(({ lines }, section) =>
      lines.map(({ when, share, price }, line) => ({
        id: `${deck.id}|${section}|${when}`,
        deck,
        section,
        line,
        worth: Math.max(share, 1) * price,
        decisions: deck.decisions.filter(([s, l]) => s === section && l === line),
      })),
    ),
  );
}

/**
 * Returns the line that comes next. Of the lines that are due and those that were never met, it is
 * the one that is worth most. If there is none, it is the one that has the most to lose: the
 * farthest on its way to its date, times its worth.
 *
 * @param {Line[]} lines
 * @param {Record<string, LineMemory>} memories
 * @param {number} now seconds since 1970
 * @param {string} last the id of the line before, which comes again only if there is no other
 */
export function nextLine(lines, memories, now, last) {
  const others = lines.length > 1 ? lines.filter(({ id }) => id !== last) : lines;
  const due = others.filter(({ id }) => !memories[id] || memories[id].due <= now);
  if (due.length) return most(due, ({ worth }) => worth);
  return most(others, ({ id, worth }) => {
    const { at, due: end } = memories[id];
    return (worth * (now - at)) / Math.max(end - at, 1);
  });
}

/**
 * Returns the first of the items with the highest figure.
 *
 * @template T
 * @param {T[]} items
 * @param {(item: T) => number} figure
 */
const most = (items, figure) =>
  items.reduce((best, one) => (figure(one) > figure(best) ? one : best));

/**
 * Returns the cost of each way to answer, by button, and by the places of the thrown cards.
 *
 * @param {DrillDeck} deck
 * @param {DrillDecision} decision
 * @returns {Map<string, number>}
 */
export function costsOf(deck, decision) {
  const { buttons, most } = deck.sections[decision[0]];
  const keys = [...buttons];
  const cards = decision[2].split(" ").map((_, i) => i);
  if (most)
    for (let size = 0; size <= most; size++) keys.push(...subsets(cards, size).map(drawKey));
  return new Map(keys.map((key, i) => [key, decision[6][i]]));
}

/**
 * Returns what a player does who follows the card, and what that costs: more than nothing where best
 * play leaves the card.
 *
 * @param {DrillDeck} deck
 * @param {DrillDecision} decision
 */
export function cardChoice(deck, decision) {
  const [key, cost] = [...costsOf(deck, decision)][decision[7]];
  return { key, cost };
}

/** @param {number[]} places of the thrown cards */
export const drawKey = (places) => ["draw", ...places].join(" ");

/**
 * Returns the subsets of a size in lexicographic order.
 *
 * @param {number[]} items
 * @param {number} size
 * @returns {number[][]}
 */
function subsets(items, size) {
  if (!size) return [[]];
  return items.flatMap((item, i) =>
    subsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

/**
 * Returns the rating of an answer by its price.
 *
 * @param {number} cost
 */
export function ratingOf(cost) {
  if (!cost) return GOOD;
  return cost < NEAR_MISS * COST_PARTS ? HARD : AGAIN;
}

/**
 * Returns a price in cents.
 *
 * @param {number} cost
 * @param {number} stakeCents
 */
export const centsOf = (cost, stakeCents) => Math.round((cost * stakeCents) / COST_PARTS);

/**
 * Returns what is remembered of a line after an answer, until the server has scheduled it.
 *
 * @param {LineMemory | undefined} before
 * @param {DrillAnswer} answer
 * @returns {LineMemory}
 */
export function unscheduled(before, answer) {
  const { rating, at } = answer;
  const due = at + (rating === GOOD ? KNOWN_SECONDS : MISSED_SECONDS);
  const pending = [...(before?.pending ?? []), answer].slice(-MOST_PENDING);
  return { memory: before?.memory ?? null, at, due, rating, pending };
}

/**
 * Returns what is remembered of a line when the server has scheduled its first pending answers.
 *
 * @param {LineMemory} before
 * @param {Scheduled} answer
 * @param {number} seen how many answers the server has seen
 * @returns {LineMemory}
 */
export function scheduled(before, { memory, due }, seen) {
  const pending = before.pending.slice(seen);
  const { at, rating } = before;
  return { memory, at, due: pending.length ? before.due : due, rating, pending };
}

/** The suits as faces have them. */
const SUITS = ["c", "d", "h", "s"];

/** Returns the suits in any order. */
export function anyOrder() {
  const left = [...SUITS];
  return SUITS.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}

/**
 * Returns a decision with its suits changed for others: the same decision in another coat. No game
 * pays one suit more than another, so that all costs stay as they are.
 *
 * @param {DrillDecision} decision
 * @param {string[]} order
 * @returns {DrillDecision}
 */
export function inSuits([section, line, cards, board, thrown, before, costs, card], order) {
  /** @param {string} faces */
  const dressed = (faces) => faces.replace(/[cdhs]/g, (suit) => order[SUITS.indexOf(suit)]);
  return [section, line, dressed(cards), dressed(board), dressed(thrown), before, costs, card];
}

/**
 * Returns how near the second-best choice of a decision is, for close calls.
 *
 * @param {DrillDecision} decision
 */
export function margin(decision) {
  return Math.min(...decision[6].filter((cost) => cost > 0));
}

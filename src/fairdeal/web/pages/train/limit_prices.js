// Prices of the drill under a payout limit. They depend on stake and limit, so the server works them
// out when the settings change, and the browser keeps them: between two decisions nothing is asked.

/** @import { DrillDeck } from "../types.js" */

const STORED = "fairdeal drill limits 1";
const ASK_AGAIN_MS = 1500;
/** So often the server is asked whether it has them. */
const MOST_TRIES = 200;

/** The costs of a deck's decisions at a stake and limit. @type {Record<string, Costs>} */
let kept = readStored();
/** What could not be had. @type {Set<string>} */
const failed = new Set();
/** What is on its way. @type {Set<string>} */
const asked = new Set();

/**
 * @typedef {object} Costs
 * @property {string} key the stake and limit
 * @property {number[][]} costs of each decision of the deck
 */

/**
 * @typedef {{ stake: number, limit: string }} Choices the bet, and the limit: empty for the text's
 */

function readStored() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}");
  } catch {
    return {};
  }
}

/** The limit of each text in dollars and the most units that a hand can win, by deck. */
function limits() {
  const data = document.getElementById("train")?.dataset.limits ?? "{}";
  return /** @type {Record<string, [number, number]>} */ (JSON.parse(data));
}

/**
 * Returns the payout limit in dollars that changes prices of a deck; 0 where none does.
 *
 * @param {DrillDeck} deck
 * @param {Choices} choices
 */
export function cuttingLimit({ id }, { stake, limit }) {
  const [ofText, most] = limits()[id] ?? [0, 0];
  const dollars = limit === "" ? ofText : Number(limit);
  return dollars && dollars < most * stake ? dollars : 0;
}

/**
 * Returns a deck with the prices under the limit, if one counts and they are known.
 *
 * @param {DrillDeck} deck
 * @param {Choices} choices
 * @returns {DrillDeck}
 */
export function priced(deck, choices) {
  const costs = costsUnder(deck, choices);
  if (!costs) return deck;
  const decisions = deck.decisions.map(
    ([section, line, cards, board, thrown, before, , card], i) =>
      /** @type {DrillDeck["decisions"][number]} */ ([
        ...[section, line, cards, board, thrown, before],
        costs[i],
        card,
      ]),
  );
  return { ...deck, decisions };
}

/** @param {DrillDeck} deck @param {Choices} choices */
function costsUnder(deck, choices) {
  const limit = cuttingLimit(deck, choices);
  const found = kept[deck.id];
  const known = limit && found?.key === keyOf(choices.stake, limit);
  return known && found.costs.length === deck.decisions.length ? found.costs : null;
}

/** @param {number} stake @param {number} limit */
const keyOf = (stake, limit) => `${stake} ${limit}`;

/**
 * Has the server work out prices of a deck, and returns whether there are new ones.
 *
 * @param {DrillDeck} deck
 * @param {Choices} choices
 */
export async function fetchPrices(deck, choices) {
  const { stake } = choices;
  const limit = cuttingLimit(deck, choices);
  const key = keyOf(stake, limit);
  const name = `${deck.id} ${key}`;
  if (!limit || costsUnder(deck, choices) || asked.has(name) || !navigator.onLine) return false;
  asked.add(name);
  failed.delete(name);
  const costs = await ask(
    new URLSearchParams({ deck: deck.id, stake: `${stake}`, limit: `${limit}` }),
  );
  asked.delete(name);
  if (!costs) failed.add(name);
  else {
    kept = { ...kept, [deck.id]: { key, costs } };
    localStorage.setItem(STORED, JSON.stringify(kept));
  }
  return true;
}

/**
 * @param {URLSearchParams} query
 * @returns {Promise<number[][] | null>}
 */
async function ask(query) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const response = await fetch(`/train/limited?${query}`).catch(() => null);
    if (response?.status === 200) return (await response.json()).costs;
    // The queue may be full, or the connection may have gone for a moment.
    if (response && ![202, 429, 503].includes(response.status)) return null;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  return null;
}

/**
 * Returns what the prices of a deck count.
 *
 * @param {DrillDeck} deck
 * @param {Choices} choices
 */
export function limitWords(deck, choices) {
  const limit = cuttingLimit(deck, choices);
  if (!limit) return "No payout limit cuts a win at this bet.";
  const words = `the payout limit of $${limit.toLocaleString("en-US")} a hand`;
  if (costsUnder(deck, choices)) return `Prices are those under ${words}, at this bet.`;
  const name = `${deck.id} ${keyOf(choices.stake, limit)}`;
  if (failed.has(name) || !navigator.onLine)
    return `Prices are without ${words}: the server has not worked out those under it.`;
  return `Prices are without ${words} until those under it are worked out.`;
}

// What is on the bench: a game, a wager, its paytables with the lines that were changed, and the
// terms. Everything that is asked follows from this state, and the address of the page keeps it.

/** @import { LabGame, LabGroup, LabMeter, LabTable, LabWager } from "../types.js" */

/**
 * @typedef {object} LabState
 * @property {LabGame} game
 * @property {LabWager} wager
 * @property {Record<string, string>} tables the printed table of each group that lines begin from
 * @property {Record<string, Record<string, string>>} lines the changed lines of each group, by hand
 * @property {Record<string, string>} readings
 * @property {number} stake
 * @property {number | null} limit
 * @property {Record<string, number>} meters
 * @property {Record<string, number>} rates in percent of a stake
 * @property {number} rounds
 */

const PAYOUT = /^(?:[\d,]{1,15} (?:to|for) [1-9][\d,]{0,9}|\$[\d,]{1,15}|\d{1,3}% of [a-z]+|push)$/;
/** The steps between payouts that a sign would have: up to an amount, in steps of the other. */
const STEPS = [
  [20, 1],
  [100, 5],
  [200, 10],
  [500, 25],
  [1_000, 50],
  [5_000, 100],
  [Infinity, 1_000],
];
export const DEFAULT_ROUNDS = 1_000;

/** @param {string} words */
export const isPayout = (words) => PAYOUT.test(words.trim());

/**
 * Returns a payout one step higher or lower, as it is printed; the same one where there is none.
 *
 * @param {string} words
 * @param {boolean} up
 */
export function stepped(words, up) {
  const found = words.match(/[\d,]+/);
  if (!isPayout(words) || !found) return words;
  const amount = Number(found[0].replaceAll(",", ""));
  const at = up ? amount : amount - 1;
  const step = STEPS.find(([most]) => at < most)?.[1] ?? 1;
  const next = up ? (Math.floor(amount / step) + 1) * step : (Math.ceil(amount / step) - 1) * step;
  const share = words.includes("%");
  if (next < 1 || (share && next > 100)) return words;
  return words.replace(found[0], share ? String(next) : next.toLocaleString("en"));
}

/**
 * Returns what one more on a line of a side bet is worth to its player, as a share of the stake: its
 * chance, by what the payout is for. Null for a share of a meter and for a push.
 *
 * @param {string} words the payout
 * @param {number} chance
 * @param {number} stake
 */
export function worthOfOne(words, chance, stake) {
  if (!isPayout(words) || words.includes("%")) return null;
  if (words.startsWith("$")) return chance / stake;
  const per = words.match(/ (?:to|for) ([\d,]+)$/);
  return per ? chance / Number(per[1].replaceAll(",", "")) : null;
}

/** @param {LabGame} game */
function firstTables(game) {
  return Object.fromEntries(game.groups.map(({ group, tables }) => [group, tables[0].paytable]));
}

/** @param {LabGame} game */
function firstReadings(game) {
  return Object.fromEntries(
    game.readings.map(({ reading, choices }) => [reading, Object.keys(choices)[0]]),
  );
}

/**
 * Returns a bench with a game on it, as the text prints it.
 *
 * @param {LabGame} game
 * @param {string} [wager]
 * @returns {LabState}
 */
export function freshState(game, wager = "main") {
  const chosen = game.wagers.find((one) => one.wager === wager) ?? game.wagers[0];
  return {
    game,
    wager: chosen,
    tables: firstTables(game),
    lines: {},
    readings: firstReadings(game),
    stake: chosen.stake,
    limit: null,
    meters: {},
    rates: {},
    rounds: DEFAULT_ROUNDS,
  };
}

/** @param {LabState} state @returns {LabGroup[]} */
export const groupsOf = ({ game, wager }) =>
  wager.groups.map((name) => game.groups.find(({ group }) => group === name) ?? game.groups[0]);

/** @param {LabState} state @param {LabGroup} group @returns {LabTable} */
export const tableOf = ({ tables }, group) =>
  group.tables.find(({ paytable }) => paytable === tables[group.group]) ?? group.tables[0];

/** @param {LabState} state @param {string} group @param {string} hand @param {string} printed */
export const paysOf = ({ lines }, group, hand, printed) => lines[group]?.[hand] ?? printed;

/** @param {LabState} state */
export const isOwn = (state) =>
  groupsOf(state).some(({ group }) => Object.keys(state.lines[group] ?? {}).length > 0);

/** @param {LabState} state */
export const isReadable = ({ lines }) =>
  Object.values(lines).every((group) => Object.values(group).every(isPayout));

/** @param {LabState} state @returns {LabMeter[]} */
export const metersOf = (state) => groupsOf(state).flatMap((group) => tableOf(state, group).meters);

/**
 * Returns what the paytables of some groups are called in a question.
 *
 * @param {LabState} state
 * @param {string[]} groups
 * @param {boolean} printed whether changed lines are left out
 */
export function paytables(state, groups, printed = false) {
  return Object.fromEntries(
    groups.map((group) => {
      const lines = state.lines[group] ?? {};
      const own = !printed && Object.keys(lines).length > 0;
      return [group, own ? { like: state.tables[group], lines } : state.tables[group]];
    }),
  );
}

/**
 * Returns the question of the figures on the bench; others add what they ask.
 *
 * @param {LabState} state
 * @param {boolean} [printed]
 */
export function question(state, printed = false) {
  const { game, wager, readings, stake, limit } = state;
  const meters = Object.fromEntries(
    metersOf(state).map(({ meter, least }) => [meter, state.meters[meter] ?? least]),
  );
  const isMain = wager.wager === "main";
  return {
    game: game.game,
    jurisdiction: game.jurisdiction,
    wager: wager.wager,
    paytables: paytables(state, wager.groups, printed),
    readings,
    // Without a payout limit the stake of the main wagers changes nothing.
    ...(isMain && limit === null ? {} : { stake }),
    ...(isMain && limit !== null ? { limit } : {}),
    ...(Object.keys(meters).length ? { meters } : {}),
  };
}

/**
 * Returns the group whose lines a search for an edge changes: the one that a house chooses.
 *
 * @param {LabState} state
 */
export function searchedGroup(state) {
  const groups = groupsOf(state);
  return groups.find(({ tables }) => tables.length > 1) ?? groups[0];
}

/** @param {LabState} state */
export function tableName(state) {
  const searched = searchedGroup(state);
  const told = groupsOf(state).filter(
    (group) => group === searched || Object.keys(state.lines[group.group] ?? {}).length,
  );
  const names = told.map((group) => {
    const changed = Object.entries(state.lines[group.group] ?? {});
    const like = group.tables.length > 1 ? state.tables[group.group] : group.title;
    return [like, ...changed.map(([hand, pays]) => `${hand} ${pays}`)].join(", ");
  });
  return names.join("; ");
}

// The address ----------------------------------------------------------------------------------

/** @param {LabState} state */
export function toHash(state) {
  const kept = new URLSearchParams({
    game: state.game.game,
    place: state.game.jurisdiction,
    wager: state.wager.wager,
  });
  for (const group of groupsOf(state)) {
    if (group.tables.length > 1) kept.set(`table.${group.group}`, state.tables[group.group]);
    for (const [hand, pays] of Object.entries(state.lines[group.group] ?? {}))
      kept.set(`line.${group.group}.${hand}`, pays);
  }
  if (state.stake !== state.wager.stake) kept.set("stake", String(state.stake));
  if (state.limit !== null) kept.set("limit", String(state.limit));
  return `#${kept}`;
}

/**
 * Returns the state that an address keeps, as far as it is understood.
 *
 * @param {LabGame[]} games
 * @param {string} hash
 */
export function fromHash(games, hash) {
  const kept = new URLSearchParams(hash.replace(/^#/, ""));
  const named = games.filter(({ game }) => game === kept.get("game"));
  const game =
    named.find(({ jurisdiction }) => jurisdiction === kept.get("place")) ?? named[0] ?? games[0];
  const state = freshState(game, kept.get("wager") ?? "main");
  for (const group of groupsOf(state)) {
    const table = kept.get(`table.${group.group}`);
    if (group.tables.some(({ paytable }) => paytable === table))
      state.tables[group.group] = table ?? "";
    for (const { hand, pays } of tableOf(state, group).lines) {
      const own = kept.get(`line.${group.group}.${hand}`);
      if (own && own !== pays && isPayout(own))
        state.lines[group.group] = { ...state.lines[group.group], [hand]: own };
    }
  }
  const stake = Number(kept.get("stake"));
  if (stake > 0) state.stake = stake;
  const limit = Number(kept.get("limit"));
  if (limit > 0) state.limit = limit;
  return state;
}

// The steps of a replayed round: the table at each step, the phases, and the wagers of each seat.

/** @import { BoardScene, FeltScene, SeatScene } from "../types.js" */

import { readJson } from "../shared/dom.js";

/**
 * @typedef {object} DrawnStep A step. What is as in the step before is left out.
 * @property {number} n
 * @property {string} phase
 * @property {BoardScene[]} [board]
 * @property {SeatScene[]} seats
 */
/** @typedef {{ board: BoardScene[], seats: Map<number, SeatScene> }} TableAtStep */
/** @typedef {{ phase: string, n: number }} PhaseStart */
/** @typedef {[wager: string, title: string][]} WagerTitles */

/** @type {{ round: string, back: string, felt: FeltScene, steps: DrawnStep[] }} */
export const replay = readJson("script");
/** The record as JSON where somebody has brought it along; null for a round of this floor. */
export const own = document.getElementById("own")?.textContent ?? null;

/**
 * Returns the whole table at every step.
 *
 * @param {DrawnStep[]} steps
 */
function unfold(steps) {
  /** @type {BoardScene[]} */
  let board = [];
  /** @type {Map<number, SeatScene>} */
  let seats = new Map();
  return steps.map((step) => {
    board = step.board ?? board;
    seats = new Map(seats);
    for (const seat of step.seats) seats.set(seat.seat, seat);
    return { board, seats };
  });
}

/**
 * Returns each phase with its first step.
 *
 * @param {DrawnStep[]} steps
 * @returns {PhaseStart[]}
 */
function phaseStarts(steps) {
  return steps.filter((step, i) => step.phase !== steps[i - 1]?.phase);
}

/**
 * Returns the wagers that each seat has at any step, in the table's order. So the places of the
 * wagers never change.
 *
 * @param {TableAtStep[]} all
 */
function wagersBySeat(all) {
  /** @type {Map<number, Set<string>>} */
  const used = new Map();
  for (const { seats } of all)
    for (const [number, { bets = [] }] of seats) {
      const names = used.get(number) ?? new Set();
      for (const { wager } of bets) names.add(wager);
      used.set(number, names);
    }
  const titles = Object.entries(replay.felt.wagers).map(([name, { title }]) => [name, title]);
  /** @type {Map<number, WagerTitles>} */
  const found = new Map();
  for (const [seat, names] of used)
    found.set(seat, /** @type {WagerTitles} */ (titles.filter(([name]) => names.has(name))));
  return found;
}

/** @type {TableAtStep[]} */
export const tables = unfold(replay.steps);
export const phases = phaseStarts(replay.steps);
export const seatWagers = wagersBySeat(tables);

/**
 * Returns the beginning of the next phase, or of the one before.
 *
 * @param {number} step
 * @param {1 | -1} direction
 */
export function phaseFrom(step, direction) {
  if (direction > 0) return phases.find(({ n }) => n > step)?.n ?? replay.steps.length;
  return phases.findLast(({ n }) => n < step)?.n ?? 1;
}

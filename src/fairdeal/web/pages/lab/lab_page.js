// What the page of the lab knows: the bench, and what was answered about it.

/** @import { AnalyzeAnswer, LabGame, TargetAnswer, WagerAnswer } from "../types.js" */
/** @import { LabState } from "./lab_state.js" */

import { byId } from "../shared/dom.js";

/**
 * @typedef {object} LabPage
 * @property {LabGame[]} games
 * @property {LabState} state
 * @property {WagerAnswer | null} shown The figures on the page.
 * @property {boolean} stale Whether they are of an earlier bench.
 * @property {boolean} solving Whether the figures of the bench are queued.
 * @property {WagerAnswer | null} printed The figures of the printed table that the lines begin from.
 * @property {AnalyzeAnswer | null} answered The answer as a document, to be downloaded.
 * @property {TargetAnswer | null} proposals The tables that were found for a wanted edge.
 */

/** @type {LabPage} */
export const page = {
  games: [],
  // The first state is made of the games, before anything is drawn.
  state: /** @type {LabState} */ (/** @type {unknown} */ (null)),
  shown: null,
  stale: false,
  solving: false,
  printed: null,
  answered: null,
  proposals: null,
};

/** @type {Record<string, number | undefined>} */
const timers = {};

/** @param {string} words */
export const tell = (words) => (byId("told").textContent = words);
/** @param {string} words */
export const refuse = (words) => (byId("refused").textContent = words);

/**
 * Does something after a moment in which nothing else was wanted.
 *
 * @param {string} name
 * @param {number} milliseconds
 * @param {() => void} act
 */
export function soon(name, milliseconds, act) {
  clearTimeout(timers[name]);
  timers[name] = window.setTimeout(act, milliseconds);
}

/** Forgets what was to be done. @param {string} name its name */
export const forget = (name) => clearTimeout(timers[name]);

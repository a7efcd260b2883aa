// The state of a console: the last scene of the server, what was said, and how the dealer settles.
// How far a round has gone is known to the server alone.

/** @import { Cloth, ConsoleMessage, ConsoleScene, Announcement, ScriptLine } from "../types.js" */
/** @import { Refusal } from "../shared/requests.js" */

import { CardEntry } from "../shared/card_entry.js";
import { byId, readJson } from "../shared/dom.js";

const MOST_SAID = 40;
export const tableId = byId("desk").dataset.table ?? "";
/** @type {Cloth} */
export const cloth = readJson("felt");
/** @type {ConsoleMessage} */
export const firstMessage = readJson("first");

export const state = {
  /** @type {ConsoleScene} */
  scene: firstMessage.scene,
  /** The server's time less the browser's, in seconds. */
  serverAhead: firstMessage.now - Date.now() / 1000,
  deadline: firstMessage.deadline,
  /** @type {Announcement[]} */
  said: [],
  lost: false,
  /** @type {Refusal | null} */
  refusal: null,
  /** Whether a settlement is done row by row, and not seat by seat. */
  rowByRow: localStorage.getItem("console rows") === "open",
  /** Until the table has this version, no other command is sent. */
  awaitedVersion: 0,
  sending: false,
  /** The cards that are entered for the next step, at a table of real cards. */
  entry: new CardEntry(),
};

export const isBusy = () =>
  state.sending || state.lost || state.scene.version < state.awaitedVersion;

const scriptLines = () => state.scene.lines ?? [];

/**
 * Returns the step that is next: to tap in where nobody deals, else the last line of the script, or in a settlement that is done row by
 * row the first row of that line.
 *
 * @returns {ScriptLine | undefined}
 */
export function currentLine() {
  const [tap] = state.scene.taps ?? [];
  if (tap?.command.do === "tap-in" && !state.scene.dealing)
    return { by: "dealer", mine: true, ...tap, words: `${tap.words}: you deal from now on` };
  const line = scriptLines().at(-1);
  const [row] = line?.rows ?? [];
  if (!state.rowByRow || !line || !row) return line;
  return { ...row, command: line.row_command, mine: line.mine };
}

/** Returns the field of the cards that the current step takes, at a table of real cards. */
export function cardsField() {
  const line = currentLine();
  const fields = line?.mine && line.command ? (line.fields ?? []) : [];
  return fields.find(({ kind }) => kind === "cards");
}

/** Returns the rows of the settlement that is next, from the next one on. */
export const settlementRows = () => scriptLines().at(-1)?.rows ?? [];

/** Returns what the dealer does first, with the same press: a fold is collected, a bet given back. */
export const linesAtHand = () => scriptLines().slice(0, -1);

/** Returns the next steps after the current one. */
export const laterLines = () => [
  ...(state.rowByRow ? settlementRows().slice(1) : []),
  ...(state.scene.later ?? []),
];

/** Opens or closes the rows of a settlement. */
export function toggleRows() {
  state.rowByRow = !state.rowByRow;
  localStorage.setItem("console rows", state.rowByRow ? "open" : "closed");
}

/** Returns the server's time in seconds. */
export const serverTime = () => Date.now() / 1000 + state.serverAhead;

/**
 * Adds announcements. Returns those that were not known.
 *
 * @param {Announcement[]} announcements
 */
export function addSaid(announcements) {
  const known = state.said.at(-1)?.version ?? 0;
  const fresh = announcements.filter((one) => one.version > known);
  state.said = [...state.said, ...fresh].slice(-MOST_SAID);
  return fresh;
}

/** Returns what was said, the latest first. The same words in a row are one, with a count. */
export function groupSaid() {
  /** @type {(Announcement & { times: number })[]} */
  const groups = [];
  for (const one of [...state.said].reverse()) {
    const last = groups.at(-1);
    if (last?.words === one.words) last.times += 1;
    else groups.push({ ...one, times: 1 });
  }
  return groups;
}

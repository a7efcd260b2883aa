// The state of a console: the last scene of the server, what was said, and which lines of the script
// the dealer has done.

/** @import { Cloth, ConsoleMessage, ConsoleScene, Said, ScriptLine } from "../types.js" */
/** @import { Refusal } from "../shared/requests.js" */

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
  /** @type {Said[]} */
  said: [],
  lost: false,
  /** @type {Refusal | null} */
  refusal: null,
  /** How many lines of the script are done. Lines without a command are not sent to the table. */
  linesDone: 0,
  /** The script in one text, by which a new one is recognised. */
  script: "",
  /** Until the table has this version, no other command is sent. */
  awaitedVersion: 0,
  sending: false,
};

export const isBusy = () =>
  state.sending || state.lost || state.scene.version < state.awaitedVersion;

const scriptLines = () => state.scene.lines ?? [];

/** @returns {ScriptLine | undefined} */
export const currentLine = () => scriptLines()[state.linesDone];

/** Returns the next lines after the current one. */
export const laterLines = () => [
  ...scriptLines().slice(state.linesDone + 1),
  ...(state.scene.later ?? []),
];

/** Returns the server's time in seconds. */
export const serverTime = () => Date.now() / 1000 + state.serverAhead;

/** Starts a new script at its first line, or at the stored one after the page was loaded again. */
export function followScript() {
  const script = JSON.stringify([state.scene.seen.at, ...scriptLines().map(({ words }) => words)]);
  if (script === state.script) return;
  const stored = JSON.parse(sessionStorage.getItem(`console ${tableId}`) ?? "null");
  state.script = script;
  state.linesDone = stored?.script === script ? stored.done : 0;
}

/** Goes on to the next line of the script. */
export function finishLine() {
  state.linesDone += 1;
  const stored = { script: state.script, done: state.linesDone };
  sessionStorage.setItem(`console ${tableId}`, JSON.stringify(stored));
}

/**
 * Adds announcements. Returns those that were not known.
 *
 * @param {Said[]} announcements
 */
export function addSaid(announcements) {
  const known = state.said.at(-1)?.version ?? 0;
  const fresh = announcements.filter((one) => one.version > known);
  state.said = [...state.said, ...fresh].slice(-MOST_SAID);
  return fresh;
}

/** Returns what was said, the latest first. The same words in a row are one, with a count. */
export function groupSaid() {
  /** @type {(Said & { times: number })[]} */
  const groups = [];
  for (const one of [...state.said].reverse()) {
    const last = groups.at(-1);
    if (last?.words === one.words) last.times += 1;
    else groups.push({ ...one, times: 1 });
  }
  return groups;
}

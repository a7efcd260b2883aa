// What the lab gives away: files, and the command that prints the same figures.

/** @import { LabState } from "./lab_state.js" */

import { groupsOf, isOwn } from "./lab_state.js";

/**
 * Saves a text as a file of the visitor.
 *
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/**
 * Returns the paytable file of a group, as `--paytable` takes it.
 *
 * @param {LabState} state
 * @param {string} group
 */
export function paytableFile(state, group) {
  const quoted = (/** @type {string} */ words) => JSON.stringify(words);
  const lines = Object.entries(state.lines[group] ?? {});
  return [
    `like = ${quoted(state.tables[group])}`,
    "[lines]",
    ...lines.map(([hand, pays]) => `${quoted(hand)} = ${quoted(pays)}`),
    "",
  ].join("\n");
}

/** @param {LabState} state @param {string} group */
export const fileName = ({ game }, group) => `${game.game}-${group}.toml`;

/**
 * Returns the command that prints the same figures.
 *
 * @param {LabState} state
 */
export function commandLine(state) {
  const { game, wager, stake, limit, readings, meters } = state;
  const words = [
    `fairdeal analyze ${game.game} --jurisdiction ${game.jurisdiction}`,
    `--wager ${wager.wager}`,
  ];
  for (const { group, tables } of groupsOf(state)) {
    const own = Object.keys(state.lines[group] ?? {}).length > 0;
    if (own) words.push(`--paytable ${group}=${fileName(state, group)}`);
    else if (tables.length > 1) words.push(`--paytable ${group}=${state.tables[group]}`);
  }
  for (const { reading, choices } of game.readings)
    if (readings[reading] !== Object.keys(choices)[0])
      words.push(`--reading ${reading}=${readings[reading]}`);
  for (const [meter, amount] of Object.entries(meters)) words.push(`--meter ${meter}=${amount}`);
  if (wager.wager !== "main" ? stake !== wager.stake : limit !== null)
    words.push(`--stake ${stake}`);
  if (wager.wager === "main" && limit !== null) words.push(`--limit ${limit}`);
  return words.join(" ");
}

/** @param {LabState} state */
export const ownGroups = (state) =>
  isOwn(state)
    ? groupsOf(state).filter(({ group }) => Object.keys(state.lines[group] ?? {}).length)
    : [];

// Checks the record of a round in the browser, without asking the server. The example
// verify_record.py comes to the same findings.

/** @import { RoundRecord } from "./record.js" */

import { checkCommitment, checkCut, checkOrder } from "./deck_checks.js";
import { checkLog } from "./log_check.js";
import { CheckFailure } from "./record.js";

/**
 * @typedef {object} Finding The result of one check.
 * @property {string} id
 * @property {string} title
 * @property {boolean} right
 * @property {string} words
 * @property {[string, string][]} inputs the names and values that it is computed from
 */
/** @typedef {{ round: string, right: boolean, checks: Finding[] }} Verification */
/**
 * @typedef {object} Check
 * @property {string} id
 * @property {string} title
 * @property {(record: RoundRecord) => Promise<string>} run
 * @property {(record: RoundRecord) => [string, unknown][]} inputs
 */

/** @type {Check[]} */
const CHECKS = [
  {
    id: "log",
    title: "Log",
    run: checkLog,
    inputs: ({ proof }) => [
      ["entries", proof.entries.length],
      ["root", proof.root],
      ["log's size", proof.size],
    ],
  },
  {
    id: "commitment",
    title: "Commitment",
    run: checkCommitment,
    inputs: ({ commitment, secret, opening }) => [
      ["commitment", commitment],
      ["secret", secret],
      ["rules' fingerprint", opening],
    ],
  },
  { id: "cut", title: "Cut", run: checkCut, inputs: ({ cut }) => [["depth", cut ?? "none"]] },
  {
    id: "order",
    title: "Order",
    run: checkOrder,
    inputs: ({ words, order }) => [
      ["words", words || "none"],
      ["order", order.join(" ")],
    ],
  },
];

/**
 * Checks a record, which may be any JSON value.
 *
 * @param {any} record
 * @returns {Promise<Verification>}
 */
export async function verifyRecord(record) {
  if (!globalThis.crypto?.subtle)
    throw new Error(
      "This browser computes fingerprints only at secure addresses: https, or this machine's own.",
    );
  const checks = [];
  for (const check of CHECKS) checks.push(await findingOf(check, record));
  const round = typeof record?.round === "string" ? record.round : "?";
  return { round, right: checks.every((check) => check.right), checks };
}

/**
 * @param {Check} check
 * @param {RoundRecord} record
 * @returns {Promise<Finding>}
 */
async function findingOf({ id, title, run, inputs }, record) {
  const common = { id, title, inputs: inputWords(inputs, record) };
  try {
    return { ...common, right: true, words: await run(record) };
  } catch (error) {
    const reason = error instanceof CheckFailure ? error.message : "this is no whole record";
    return { ...common, right: false, words: `This does not hold: ${reason}.` };
  }
}

/**
 * @param {Check["inputs"]} inputs
 * @param {RoundRecord} record
 * @returns {[string, string][]}
 */
function inputWords(inputs, record) {
  try {
    return inputs(record).map(([name, value]) => [name, String(value)]);
  } catch {
    return [];
  }
}

/**
 * Returns the records in a text: one, a list of them, or one on each line as
 * `audit export --table` writes them.
 *
 * @param {string} text
 * @returns {unknown[]}
 */
export function recordsIn(text) {
  const trimmed = text.trim();
  if (!trimmed) throw new Error("There is nothing in it.");
  try {
    const document = JSON.parse(trimmed);
    return Array.isArray(document) ? document : [document];
  } catch (cause) {
    const lines = trimmed.split("\n").filter((line) => line.trim());
    if (lines.length < 2) throw new Error("This is no record: not JSON.", { cause });
    return lines.map(parseLine);
  }
}

/**
 * @param {string} line
 * @param {number} i
 */
function parseLine(line, i) {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`Line ${i + 1} is no record: not JSON.`, { cause });
  }
}

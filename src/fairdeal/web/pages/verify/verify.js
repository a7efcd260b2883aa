// Checks the record of a round in the browser, without asking the server. The example
// verify_record.py comes to the same findings.

/** @import { RoundRecord } from "./record.js" */

import { checkCommitment, checkCut, checkOrder, checkWords } from "./deck_checks.js";
import { checkLog } from "./log_check.js";
import { CheckFailure, ensure, hasRealCards } from "./record.js";

/**
 * @typedef {object} Finding The result of one check.
 * @property {string} id
 * @property {string} title
 * @property {boolean} right
 * @property {string} words
 * @property {[string, string][]} inputs the names and values that it is computed from
 * @property {boolean} [absent] whether it says that something cannot be checked
 */
/**
 * @typedef {object} Verification
 * @property {string} round
 * @property {boolean} right
 * @property {Finding[]} checks
 * @property {boolean} realCards whether nothing proves the shuffle, because the cards were real
 */
/**
 * @typedef {object} Check
 * @property {string} id
 * @property {string} title
 * @property {(record: RoundRecord) => Promise<string>} run
 * @property {(record: RoundRecord) => [string, unknown][]} inputs
 * @property {boolean} [absent]
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
  {
    id: "words",
    title: "Words",
    run: checkWords,
    inputs: ({ words }) => [["words", words || "none"]],
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
 * Checks that a record of real cards claims no proof of a shuffle.
 *
 * @param {RoundRecord} record
 */
async function checkNothingPromised({ commitment, secret, order, round, entries }) {
  const claimed = [commitment, secret, order].some((value) => value !== null);
  const promised = entries
    .flatMap((entry) => entry.events)
    .some((event) => "commitment" in event && event.round === round);
  ensure(!claimed && !promised, "it claims a proof that real cards cannot have");
  return "This round was dealt from real cards: no commitment, no proof of the shuffle. The dealer named each card as it was dealt.";
}

const REAL_CARDS_CHECKS = [
  CHECKS[0],
  {
    id: "shuffle",
    title: "Shuffle",
    run: checkNothingPromised,
    inputs: () => [],
    absent: true,
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
      "Browsers compute fingerprints only at secure addresses: use https, or this machine's own address.",
    );
  const checks = [];
  const realCards = hasRealCards(record ?? {});
  for (const check of realCards ? REAL_CARDS_CHECKS : CHECKS)
    checks.push(await findingOf(check, record));
  const round = typeof record?.round === "string" ? record.round : "?";
  return { round, right: checks.every((check) => check.right), checks, realCards };
}

/**
 * @param {Check} check
 * @param {RoundRecord} record
 * @returns {Promise<Finding>}
 */
async function findingOf({ id, title, run, inputs, absent }, record) {
  const common = { id, title, absent, inputs: inputWords(inputs, record) };
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
  if (!trimmed) throw new Error("There is no record: paste one, or choose a file.");
  try {
    const document = JSON.parse(trimmed);
    return Array.isArray(document) ? document : [document];
  } catch (cause) {
    const lines = trimmed.split("\n").filter((line) => line.trim());
    if (lines.length < 2) throw new Error("This is not a record: it is not JSON.", { cause });
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
    throw new Error(`Line ${i + 1} is not a record: it is not JSON.`, { cause });
  }
}

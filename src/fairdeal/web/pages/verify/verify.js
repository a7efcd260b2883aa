// Checks the record of a round in the browser, without asking the server. The example
// verify_record.py comes to the same findings.

/** @import { RoundRecord } from "./record.js" */

import { checkCommitment, checkCut, checkOrder, checkWords } from "./deck_checks.js";
import { checkLog } from "./log_check.js";
import { CheckFailure, ensure, hasRealCards, isSimulated } from "./record.js";

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
 * @property {boolean} simulated whether nothing proves the round, because no table played it
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
 * Checks that the record of a simulated round claims no proof.
 *
 * @param {RoundRecord} record
 */
async function checkNothingClaimed({ commitment, secret, proof, rules, simulated }) {
  const claimed = [commitment, secret, proof].some((value) => value !== null);
  ensure(!claimed, "it claims a proof that a simulated round cannot have");
  ensure(JSON.parse(rules).cards === "simulated", "its rules are those of a table that was open");
  const { seed, round } = simulated ?? {};
  return `This round was simulated: no house committed to its cards. They follow from the seed ${seed} and the number ${round}. The command fairdeal audit replay deals and pays them again.`;
}

const SIMULATED_CHECKS = [
  { id: "shuffle", title: "Shuffle", run: checkNothingClaimed, inputs: () => [], absent: true },
];

/** @param {any} record */
function checksOf(record) {
  if (isSimulated(record)) return SIMULATED_CHECKS;
  return hasRealCards(record) ? REAL_CARDS_CHECKS : CHECKS;
}

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
  const simulated = isSimulated(record ?? {});
  for (const check of checksOf(record ?? {})) checks.push(await findingOf(check, record));
  const round = typeof record?.round === "string" ? record.round : "?";
  return { round, right: checks.every((check) => check.right), checks, realCards, simulated };
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

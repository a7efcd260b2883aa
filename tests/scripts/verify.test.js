// The check of a record. `record.json` is a record that tests/built_records.py builds.

/** @import { RoundRecord } from "../../src/fairdeal/web/pages/verify/record.js" */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { hex, sha256, unhex, utf8 } from "../../src/fairdeal/web/pages/verify/bytes.js";
import { tellWords } from "../../src/fairdeal/web/pages/verify/deck_checks.js";
import { deckOrder } from "../../src/fairdeal/web/pages/verify/shuffle.js";
import { recordsIn, verifyRecord } from "../../src/fairdeal/web/pages/verify/verify.js";

const text = await readFile(new URL("record.json", import.meta.url), "utf-8");

/** @returns {RoundRecord} */
const fairRecord = () => JSON.parse(text);

/**
 * Returns the ids of the checks that a changed record fails.
 *
 * @param {(record: RoundRecord) => void} change
 */
async function failedChecks(change) {
  const record = fairRecord();
  change(record);
  const { checks } = await verifyRecord(record);
  return checks.filter(({ right }) => !right).map(({ id }) => id);
}

test("a fair record passes every check", async () => {
  const { round, right, checks } = await verifyRecord(fairRecord());
  assert.ok(right, JSON.stringify(checks));
  assert.equal(round, "t3-17");
  assert.deepEqual(
    checks.map(({ id }) => id),
    ["log", "commitment", "words", "cut", "order"],
  );
});

test("another secret fails commitment and order", async () => {
  const failed = await failedChecks((record) => {
    record.secret = "00".repeat(32);
  });
  assert.ok(failed.includes("commitment"));
  assert.ok(failed.includes("order"));
});

test("swapped cards fail the order", async () => {
  const failed = await failedChecks(({ order }) => {
    [order[0], order[1]] = [order[1], order[0]];
  });
  assert.deepEqual(failed, ["order"]);
});

test("another cut fails cut and order", async () => {
  const failed = await failedChecks((record) => {
    record.cut = 24;
  });
  assert.deepEqual(failed, ["cut", "order"]);
});

test("a changed entry, a missing entry and another root fail the log", async () => {
  for (const change of [
    (/** @type {RoundRecord} */ record) => void (record.entries[0].entry += 1),
    (/** @type {RoundRecord} */ record) => void record.proof.entries.splice(2, 1),
    (/** @type {RoundRecord} */ record) => void (record.proof.root = "00".repeat(32)),
    (/** @type {RoundRecord} */ record) => void (record.rules += " "),
  ])
    assert.ok((await failedChecks(change)).includes("log"));
});

test("other words of the players fail the order", async () => {
  const failed = await failedChecks((record) => {
    record.words = "2=coffee";
  });
  assert.ok(failed.includes("order"));
});

test("a value that is no record fails every check and has no inputs", async () => {
  for (const value of [null, 7, "text", [], {}]) {
    const { right, round, checks } = await verifyRecord(value);
    assert.ok(!right);
    assert.equal(round, "?");
    assert.ok(
      checks.every((check) => !check.right && check.words.startsWith("This does not hold")),
    );
  }
});

test("the order of a deck follows from secret, words and cut", async () => {
  const record = fairRecord();
  assert.deepEqual(await deckOrder(record), record.order);
  const uncut = await deckOrder({ ...record, cut: null });
  const depth = record.cut ?? 0;
  assert.deepEqual([...uncut.slice(depth), ...uncut.slice(0, depth)], record.order);
});

test("bytes and digits", async () => {
  assert.equal(hex(unhex("00ff10")), "00ff10");
  assert.throws(() => unhex("0g"));
  assert.throws(() => unhex("abc"));
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  assert.equal(hex(await sha256(utf8(""))), empty);
});

test("records are read from one document, a list, or lines", () => {
  assert.deepEqual(recordsIn('{"a": 1}'), [{ a: 1 }]);
  assert.deepEqual(recordsIn('[{"a": 1}, {"a": 2}]'), [{ a: 1 }, { a: 2 }]);
  assert.deepEqual(recordsIn('{"a": 1}\n\n{"a": 2}\n'), [{ a: 1 }, { a: 2 }]);
  assert.throws(() => recordsIn("  "), /no record/);
  assert.throws(() => recordsIn("no"), /not a record/);
  assert.throws(() => recordsIn('{"a": 1}\nno'), /Line 2/);
});

test("a round of real cards says that nothing proves the shuffle, and its log is checked", async () => {
  const record = fairRecord();
  const entries = record.proof.entries;
  const rules = JSON.stringify({ ...JSON.parse(record.rules), cards: "named" });
  /** @type {any} */
  const real = { ...record, rules, commitment: null, secret: null, order: null };
  const { right, checks, realCards } = await verifyRecord(real);
  assert.ok(realCards && !right, "these entries tell of a commitment, and the rules were changed");
  assert.deepEqual(
    checks.map(({ id }) => id),
    ["log", "shuffle"],
  );
  real.entries = [];
  real.proof = { ...record.proof, entries: [entries[0]] };
  const [, shuffle] = (await verifyRecord(real)).checks;
  assert.ok(shuffle.right && shuffle.absent);
  assert.match(shuffle.words, /no commitment, no proof of the shuffle/);
});

test("the check says in words how many players' words are in the shuffle", () => {
  assert.equal(tellWords(0, 0, []), "Protocol 2: no player's word is in this shuffle.");
  assert.match(tellWords(1, 1, []), /one player's word is in the shuffle\. It was pledged/);
  assert.match(tellWords(3, 3, []), /the words of 3 players are in the shuffle\. All were pledged/);
  assert.equal(
    tellWords(3, 1, []),
    "Protocol 2: the words of 3 players are in the shuffle. 1 of them was pledged before any was " +
      "shown. Whoever could read the house's secret could have answered the others.",
  );
  assert.match(tellWords(2, 0, []), /None of them was pledged .* could have answered them\.$/);
  assert.match(tellWords(1, 0, []), /It was not pledged before it was shown\. .* answered it\.$/);
  assert.match(tellWords(1, 1, [4]), /Not revealed: the word of seat 4\.$/);
  assert.match(tellWords(0, 0, [2, 4]), /Not revealed: the words of seats 2, 4\.$/);
});

// Amounts in words, and as chips.

import assert from "node:assert/strict";
import { test } from "node:test";

import { breakdown, chipCounts, money } from "../../src/fairdeal/web/pages/shared/money.js";

test("an amount has cents only if it needs them", () => {
  assert.equal(money(0), "$0");
  assert.equal(money(125_000), "$1,250");
  assert.equal(money(1250), "$12.50");
  assert.equal(money(-500), "-$5");
  assert.equal(money(-1), "-$0.01");
});

test("a meter always has its cents", () => {
  assert.equal(money(1_000_000, true), "$10,000.00");
  assert.equal(money(7, true), "$0.07");
});

test("chips are counted from the highest value down", () => {
  const counts = chipCounts(63_700).filter(({ count }) => count);
  assert.deepEqual(counts, [
    { value: 500, count: 1 },
    { value: 100, count: 1 },
    { value: 25, count: 1 },
    { value: 5, count: 2 },
    { value: 1, count: 2 },
  ]);
});

test("the chips of an amount add up to it", () => {
  for (const cents of [100, 500, 1500, 13_100, 99_900]) {
    const chips = breakdown(cents).map(Number);
    const sum = chips.reduce((total, chip) => total + chip, 0);
    assert.equal(sum * 100, cents);
  }
});

test("less than a dollar is one small coin", () => {
  assert.deepEqual(breakdown(250), [1, 1, "half"]);
  assert.deepEqual(breakdown(50), ["half"]);
  assert.deepEqual(breakdown(0), []);
});

test("a very large amount has a limited number of chips", () => {
  assert.equal(breakdown(100_000_000).length, 100);
});

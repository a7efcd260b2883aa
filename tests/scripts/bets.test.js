// Bets that a player puts together.

/** @import { BetScene } from "../../src/fairdeal/web/pages/types.js" */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { StagedBets, sumOf } from "../../src/fairdeal/web/pages/table/bets.js";

/** The betting areas of a table: two equal antes, a side bet, and a coin in a slot. */
/** @type {BetScene[]} */
const AREAS = [
  {
    wager: "first",
    title: "First",
    open: true,
    least: 500,
    most: 10_000,
    step: 100,
    equal: ["second"],
  },
  {
    wager: "second",
    title: "Second",
    open: true,
    least: 500,
    most: 10_000,
    step: 100,
    equal: ["first"],
  },
  {
    wager: "side",
    title: "Side",
    open: true,
    least: 100,
    most: 2500,
    step: 100,
    needs: ["first"],
  },
  { wager: "coin", title: "Coin", open: true, amounts: [100, 500], slot: true, needs: ["first"] },
  { wager: "later", title: "Later", open: false },
];
const PLENTY = 1_000_000;

let bets = new StagedBets();
beforeEach(() => {
  bets = new StagedBets();
  bets.setAreas(AREAS);
});

test("equal wagers change together", () => {
  assert.ok(bets.add("first", 500, PLENTY));
  assert.deepEqual(bets.amounts, { first: 500, second: 500 });
  assert.ok(bets.add("second", 100, PLENTY));
  assert.deepEqual(bets.amounts, { first: 600, second: 600 });
  assert.equal(bets.total, 1200);
});

test("an area takes no more than its maximum", () => {
  assert.ok(bets.add("side", 50_000, PLENTY));
  assert.equal(bets.amountOn("side"), 2500);
  assert.ok(!bets.add("side", 100, PLENTY));
});

test("equal wagers share the available chips, in whole steps", () => {
  bets.add("first", 10_000, 1250);
  assert.deepEqual(bets.amounts, { first: 600, second: 600 });
});

test("an area that is closed or unknown takes nothing", () => {
  assert.ok(!bets.add("later", 500, PLENTY));
  assert.ok(!bets.add("none", 500, PLENTY));
  assert.deepEqual(bets.amounts, {});
});

test("a slot takes certain amounts only", () => {
  bets.add("coin", 100, PLENTY);
  assert.equal(bets.amountOn("coin"), 100);
  bets.add("coin", 100, PLENTY);
  assert.equal(bets.amountOn("coin"), 500);
  assert.ok(!bets.add("coin", 100, PLENTY));
  bets.remove("coin");
  assert.equal(bets.amountOn("coin"), 100);
  bets.remove("coin");
  assert.equal(bets.amountOn("coin"), 0);
});

test("a slot takes the nearest amount for a large chip, if it can be afforded", () => {
  assert.ok(!bets.add("coin", 50_000, 400));
  assert.ok(bets.add("coin", 50_000, 500));
  assert.equal(bets.amountOn("coin"), 500);
});

test("the top chip is taken off", () => {
  bets.reset({ side: 700 });
  assert.ok(bets.remove("side"));
  assert.equal(bets.amountOn("side"), 600);
  bets.reset({ side: 500 });
  assert.ok(bets.remove("side"));
  assert.deepEqual(bets.amounts, {});
  assert.ok(!bets.remove("side"));
});

test("part of a dollar is the top chip", () => {
  bets.reset({ side: 550 });
  bets.remove("side");
  assert.equal(bets.amountOn("side"), 500);
});

test("every change can be undone until the bets are reset", () => {
  assert.ok(!bets.canUndo);
  bets.add("first", 500, PLENTY);
  bets.add("side", 100, PLENTY);
  bets.clear();
  assert.ok(bets.undo());
  assert.deepEqual(bets.amounts, { first: 500, second: 500, side: 100 });
  assert.ok(bets.undo());
  assert.ok(bets.undo());
  assert.deepEqual(bets.amounts, {});
  assert.ok(!bets.undo());
  bets.add("first", 500, PLENTY);
  bets.reset({ first: 700, second: 700 });
  assert.ok(!bets.canUndo);
});

test("doubling leaves a coin as it is and obeys the bounds", () => {
  bets.reset({ first: 500, second: 500, coin: 100 });
  assert.deepEqual(bets.doubled(PLENTY), { first: 1000, second: 1000, coin: 100 });
  assert.equal(bets.doubled(2099), null);
  assert.deepEqual(bets.doubled(2100), { first: 1000, second: 1000, coin: 100 });
  bets.reset({ first: 5100, second: 5100 });
  assert.equal(bets.doubled(PLENTY), null);
});

test("the minimum is the least of the wagers that need no other", () => {
  assert.deepEqual(bets.minimum(), { first: 500, second: 500 });
  assert.equal(sumOf(bets.minimum()), 1000);
  assert.ok(bets.cannotAfford(999));
  assert.ok(!bets.cannotAfford(1000));
});

test("bets of another round are put where areas are open", () => {
  assert.ok(bets.replaceAll({ first: 500, second: 500, later: 300, gone: 100 }));
  assert.deepEqual(bets.amounts, { first: 500, second: 500 });
  assert.ok(!bets.replaceAll({ first: 500, second: 500 }));
});

test("a sentence says why bets cannot be placed", () => {
  assert.match(bets.missingWords(999), /too few/);
  assert.match(bets.missingWords(1000), /Put chips on the areas/);
  bets.reset({ first: 400, second: 400 });
  assert.equal(bets.missingWords(PLENTY), "First needs at least $5.");
  bets.reset({ side: 100 });
  assert.equal(bets.missingWords(PLENTY), "Side needs a bet on First too.");
  bets.reset({ first: 500, second: 500, side: 100 });
  assert.equal(bets.missingWords(PLENTY), "");
  assert.equal(bets.missingWords(1000), "You have $10 only.");
});

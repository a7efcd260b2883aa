// What the coach of a practice table says of a choice, without its page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellOf } from "../../src/fairdeal/web/pages/shared/card_grid.js";
import { costOf } from "../../src/fairdeal/web/pages/table/coach_costs.js";

const costs = { "1x": 0, "2x": 400, "3x": 900, fold: 250 };
const advice = /** @type {any} */ ({ costs, between: true });

test("a bet between two multiples costs at least what lies between their costs", () => {
  assert.deepEqual(costOf(advice, "slide 1500", 1000), { cents: 200, least: true });
  assert.deepEqual(costOf(advice, "slide 2250", 1000), { cents: 525, least: true });
  assert.deepEqual(costOf(advice, "slide 2000", 1000), { cents: 400, least: false });
  assert.deepEqual(costOf(advice, "slide 3000", 1000), { cents: 900, least: false });
});

test("under a payout limit nothing is known of a bet between two multiples", () => {
  const limited = { ...advice, between: false };
  assert.equal(costOf(limited, "slide 1500", 1000).cents, 0);
  assert.equal(costOf(limited, "slide 2000", 1000).cents, 400);
});

test("a choice that the coach does not know costs nothing", () => {
  assert.equal(costOf(null, "fold").cents, 0);
  assert.equal(costOf(advice, "fold").cents, 250);
  assert.equal(costOf(advice, "draw 2c").cents, 0);
  assert.equal(costOf(advice, "slide 500", 1000).cents, 0);
});

test("a hand has its cell in the grid: suited above the diagonal, aces first", () => {
  assert.deepEqual(cellOf(["Kd", "4h"]), [10, 1]);
  assert.deepEqual(cellOf(["4d", "Kd"]), [1, 10]);
  assert.deepEqual(cellOf(["7c", "7s"]), [7, 7]);
});

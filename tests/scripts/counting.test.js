// Counts by two people.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countedCents } from "../../src/fairdeal/web/pages/shared/counting.js";

test("chips come to their values times their numbers, coins to the cent", () => {
  assert.equal(countedCents({}), 0);
  assert.equal(countedCents({ 500: 199, 100: 4, 25: 3, 5: 1, 1: 0, 0.01: 50 }), 9_998_050);
  for (let cents = 0; cents < 100; cents++) assert.equal(countedCents({ 0.01: cents }), cents);
});

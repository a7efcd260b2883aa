// What the lab's page says of a question that is computed, and how far its bar is.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shareOf, workWords } from "../../src/fairdeal/web/pages/lab/lab_figures.js";

/** A main solve three seconds after it began. @type {any} */
const SOLVE = {
  state: "running",
  work: "Solving the main wagers",
  ahead: 0,
  done: 0,
  total: 0,
  seconds: 3.2,
  about: null,
};

test("a question with steps has the share of its steps", () => {
  const job = { ...SOLVE, done: 4, total: 16, about: 8 };
  assert.equal(shareOf(job), 0.25);
  assert.equal(workWords(job), "Solving the main wagers: 4 of 16");
});

test("a question without steps goes by the time of the last such one, and says so", () => {
  const job = { ...SOLVE, about: 6.4 };
  assert.equal(shareOf(job), 0.5);
  assert.equal(workWords(job), "Solving the main wagers: 3 seconds; the last such question took 7");
});

test("the bar says nothing where no such question was answered, or this one takes longer", () => {
  assert.equal(shareOf(SOLVE), null);
  assert.equal(workWords(SOLVE), "Solving the main wagers: 3 seconds");
  assert.equal(workWords({ ...SOLVE, seconds: 1.5 }), "Solving the main wagers: 1 second");
  assert.equal(shareOf({ ...SOLVE, seconds: 9, about: 6.4 }), null);
});

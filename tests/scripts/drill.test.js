// Which line of the drill comes next, and what is remembered of it.

/** @import { DrillDeck, Memory } from "../../src/fairdeal/web/pages/types.js" */
/** @import { LineMemory } from "../../src/fairdeal/web/pages/train/drill.js" */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  AGAIN,
  cardChoice,
  centsOf,
  COST_PARTS,
  costsOf,
  GOOD,
  HARD,
  linesOf,
  margin,
  nextLine,
  ratingOf,
  scheduled,
  unscheduled,
} from "../../src/fairdeal/web/pages/train/drill.js";

/** @type {DrillDeck} */
const DECK = {
  id: "game",
  game: "Game",
  place: "Maryland",
  paytable: "",
  unit: "ante",
  felt: "green",
  page: "/games/game/maryland",
  rounds: 10,
  cost: "Following the card costs nothing: it is best play.",
  grid: [],
  sections: [
    {
      question: "First draw",
      note: "",
      board: [],
      buttons: ["fold"],
      most: 2,
      lines: [
        { when: "rare", do: "fold", share: 1, price: 10 },
        { when: "dear", do: "fold", share: 100, price: 50 },
        { when: "cheap", do: "fold", share: 100, price: 2 },
      ],
    },
  ],
  decisions: [
    [0, 0, "2c 3c 4c", "", "", "", [9, 8, 0, 1, 2, 3, 4, 5], 3],
    [0, 1, "2c 3c 5c", "", "", "", [0, 7, 7, 7, 7, 7, 7, 7], 0],
    [0, 2, "2c 3c 6c", "", "", "", [0, 0, 0, 0, 0, 0, 0, 0], 0],
  ],
};
const LINES = linesOf([DECK]);
const [RARE, DEAR, CHEAP] = LINES.map(({ id }) => id);

/** @param {number} at @param {number} due @returns {LineMemory} */
const remembered = (at, due) => ({ memory: null, at, due, rating: GOOD, pending: [] });

test("a line that was never met comes by its worth", () => {
  assert.equal(nextLine(LINES, {}, 0, "").id, DEAR);
  assert.equal(nextLine(LINES, { [DEAR]: remembered(0, 99) }, 1, DEAR).id, CHEAP);
});

test("a missed line comes again when it is due, but not at once", () => {
  const memories = { [DEAR]: unscheduled(undefined, { rating: AGAIN, at: 0 }) };
  assert.equal(nextLine(LINES, memories, 61, DEAR).id, CHEAP);
  memories[CHEAP] = remembered(0, 1000);
  assert.equal(nextLine(LINES, memories, 61, CHEAP).id, DEAR);
});

test("when nothing is due, the line with the most to lose comes", () => {
  const memories = {
    [RARE]: remembered(0, 100),
    [DEAR]: remembered(90, 1_000_000),
    [CHEAP]: remembered(0, 200),
  };
  assert.equal(nextLine(LINES, memories, 99, "").id, CHEAP);
  assert.equal(nextLine(LINES, memories, 99, CHEAP).id, RARE);
});

test("one line alone comes again and again", () => {
  assert.equal(nextLine([LINES[0]], { [RARE]: remembered(0, 100) }, 1, RARE).id, RARE);
});

test("costs are those of the buttons, then of each discard by size", () => {
  const costs = costsOf(DECK, DECK.decisions[0]);
  assert.deepEqual(
    [...costs],
    [
      ["fold", 9],
      ["draw", 8],
      ["draw 0", 0],
      ["draw 1", 1],
      ["draw 2", 2],
      ["draw 0 1", 3],
      ["draw 0 2", 4],
      ["draw 1 2", 5],
    ],
  );
});

test("an answer is rated and charged by its price", () => {
  assert.deepEqual([0, 199_999, 200_000].map(ratingOf), [GOOD, HARD, AGAIN]);
  assert.equal(centsOf(COST_PARTS / 4, 1500), 375);
  assert.equal(margin(DECK.decisions[0]), 1);
  assert.equal(margin(DECK.decisions[2]), Infinity, "where all choices are equal no call is close");
});

test("answers given offline wait, and those given meanwhile stay", () => {
  const first = unscheduled(undefined, { rating: AGAIN, at: 10 });
  assert.equal(first.due, 70);
  const second = unscheduled(first, { rating: GOOD, at: 80 });
  assert.deepEqual(second.pending, [
    { rating: AGAIN, at: 10 },
    { rating: GOOD, at: 80 },
  ]);
  assert.equal(second.due, 80 + 86_400);
  const memory = /** @type {Memory} */ ({ state: 1 });
  const half = scheduled(second, { memory, due: 500 }, 1);
  assert.deepEqual(half.pending, [{ rating: GOOD, at: 80 }]);
  assert.equal(half.due, second.due);
  const whole = scheduled(second, { memory, due: 500 }, 2);
  assert.deepEqual(whole, { memory, at: 80, due: 500, rating: GOOD, pending: [] });
});

test("best play leaves the card where following it costs something", () => {
  const [left, kept] = DECK.decisions;
  assert.deepEqual(cardChoice(DECK, left), { key: "draw 1", cost: 1 });
  assert.deepEqual(cardChoice(DECK, kept), { key: "fold", cost: 0 });
});

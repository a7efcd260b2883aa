// Which cards and chips move when the table changes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { planMotion } from "../../src/fairdeal/web/pages/table/motion_plan.js";

/**
 * @param {Record<string, string>} cards
 * @param {string[]} stacks
 * @param {string} [seat]
 */
const snapshot = (cards, stacks, seat = "1") => ({
  cards: new Map(Object.entries(cards)),
  stacks: new Set(stacks),
  seat,
});
const NO_SEATS = { seats: [] };

test("nothing moves where nothing changes", () => {
  const same = snapshot({ "mine-0": "As" }, ["bet-ante"]);
  assert.deepEqual(planMotion(same, same, NO_SEATS), {
    dealt: [],
    turned: [],
    leaving: [],
    arriving: [],
  });
});

test("new cards are dealt in order, and hidden ones are turned", () => {
  const before = snapshot({ "board-left-0": "", "mine-0": "As" }, []);
  const after = snapshot(
    { "board-left-0": "Kd", "mine-0": "As", "mine-1": "", "mine-2": "2c" },
    [],
  );
  const plan = planMotion(before, after, NO_SEATS);
  assert.deepEqual(plan.dealt, ["mine-1", "mine-2"]);
  assert.deepEqual(plan.turned, ["board-left-0"]);
});

test("a card that is still face down is not turned", () => {
  const before = snapshot({ "seat-2-card-0": "" }, []);
  assert.deepEqual(planMotion(before, before, NO_SEATS).turned, []);
});

test("lost chips go to the house, others to the player", () => {
  const scene = {
    seats: [
      { seat: 1, mine: true, bets: [{ wager: "ante", title: "Ante", state: "lost" }] },
      { seat: 2, bets: [{ wager: "ante", title: "Ante", state: "lost" }] },
      { seat: 3, bets: [{ wager: "ante", title: "Ante", state: "back" }] },
    ],
  };
  const before = snapshot({}, ["bet-ante", "seat-2-bet-ante", "seat-3-bet-ante"]);
  assert.deepEqual(planMotion(before, snapshot({}, []), scene).leaving, [
    { key: "bet-ante", to: "house" },
    { key: "seat-2-bet-ante", to: "house" },
    { key: "seat-3-bet-ante", to: "player" },
  ]);
});

test("won chips come from the house, bets from the player", () => {
  const after = snapshot({}, ["bet-ante", "bet-ante-pushed", "seat-2-pushed"]);
  assert.deepEqual(planMotion(snapshot({}, []), after, NO_SEATS).arriving, [
    { key: "bet-ante", from: "player" },
    { key: "bet-ante-pushed", from: "house" },
    { key: "seat-2-pushed", from: "house" },
  ]);
});

test("the chips of another own seat do not fly away when the box changes", () => {
  const before = snapshot({}, ["bet-ante", "seat-4-bet-ante"], "1");
  const { leaving } = planMotion(before, snapshot({}, [], "2"), NO_SEATS);
  assert.deepEqual(leaving, [{ key: "seat-4-bet-ante", to: "player" }]);
});

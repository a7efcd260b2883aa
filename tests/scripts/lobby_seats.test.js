// A table that is full says so in the lobby, and offers another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fullWords, isFull } from "../../src/fairdeal/web/pages/lobby/lobby_seats.js";

/**
 * @param {string} id
 * @param {string} game
 * @param {(string | null)[]} players
 * @param {object} [more]
 */
const table = (id, game, players, more = {}) => ({
  table: id,
  name: `Table ${id}`,
  game,
  jurisdiction: "maryland",
  seats: players.map((name, i) => ({
    seat: i + 1,
    player: name === null ? null : { name, bot: name.startsWith("Bot") },
  })),
  phase: "open",
  practice: false,
  stopped: false,
  meters: {},
  ...more,
});

test("a table is full when people have all seats", () => {
  assert.equal(isFull(table("t1", "let-it-ride", ["ann", "bob"])), true);
  assert.equal(isFull(table("t1", "let-it-ride", ["ann", "Bot Ada"])), false);
  assert.equal(isFull(table("t1", "let-it-ride", ["ann", null])), false);
});

test("a table of the same game is offered first, and practice last", () => {
  const full = table("t1", "let-it-ride", ["ann", "bob"]);
  const practice = table("t5", "let-it-ride", [null], { practice: true });
  const other = table("t4", "double-draw", [null]);
  const same = table("t6", "let-it-ride", ["ann", "Bot Ada"]);
  const words = "All 2 seats of Table t1 are taken by players";
  assert.equal(fullWords(full, [full, other, practice, same]), `${words}: Table t6 has room.`);
  assert.equal(fullWords(full, [full, other, practice]), `${words}: Table t5 has room.`);
  assert.equal(fullWords(full, [full, other]), `${words}: Table t4 has room.`);
});

test("where no table has room one may watch", () => {
  const full = table("t1", "let-it-ride", ["ann"]);
  const stopped = table("t2", "let-it-ride", [null], { stopped: true });
  assert.match(fullWords(full, [full, stopped]), /watch until one leaves\.$/);
});

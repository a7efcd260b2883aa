// Cards that a dealer types or scans.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CardEntry, readCards } from "../../src/fairdeal/web/pages/shared/card_entry.js";

const FIELD = { name: "cards", title: "3 cards", kind: "cards", most: 3 };
const PLACES = { ...FIELD, places: ["seat 1", "seat 2", "seat 2"] };

test("cards are read in every way that a person or a scanner writes them", () => {
  assert.deepEqual(readCards("As 10h td,*"), ["As", "Th", "Td", "*"]);
  assert.deepEqual(readCards("askd10c\r\n"), ["As", "Kd", "Tc"]);
  assert.deepEqual(readCards("  "), []);
  for (const wrong of ["1h", "Ax", "11s", "As Q", "?"])
    assert.throws(() => readCards(wrong), /is no card/);
});

test("a wrong, a repeated and a surplus card are refused in a sentence, and nothing is taken", () => {
  const entry = new CardEntry();
  assert.ok(entry.take("As", FIELD));
  assert.ok(!entry.take("Kd as", FIELD));
  assert.match(entry.problem, /^As is entered already/);
  assert.ok(!entry.take("Kx", FIELD));
  assert.match(entry.problem, /“Kx” is no card/);
  assert.ok(!entry.take("2c 3c 4c", FIELD));
  assert.match(entry.problem, /1 too many/);
  assert.deepEqual(entry.cards, ["As"]);
  assert.ok(entry.take("* *", FIELD), "a deck may have two jokers");
  assert.ok(entry.isWhole(FIELD));
});

test("what is still to be entered is told by place, and the last card may be taken back", () => {
  const entry = new CardEntry();
  assert.equal(entry.words(PLACES), "Still to enter: seat 1, seat 2 (2 cards).");
  entry.take("As 2c 3d", PLACES);
  assert.match(entry.words(PLACES), /^All cards are entered/);
  entry.takeBack();
  assert.equal(entry.words(PLACES), "Still to enter: seat 2.");
});

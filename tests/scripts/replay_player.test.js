// A replay that plays by itself.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { pauseMs, Player } from "../../src/fairdeal/web/pages/replay/replay_player.js";

test("pauses are as at the table, but neither too short nor too long", () => {
  const at = (/** @type {number} */ second) => new Date(second * 1000).toISOString();
  assert.equal(pauseMs(at(10), at(12)), 2000);
  assert.equal(pauseMs(at(10), at(10)), 700);
  assert.equal(pauseMs(at(10), at(100)), 2500);
  assert.equal(pauseMs("", at(1)), 700);
});

test("it goes on by itself to the end, and can be stopped", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let n = 0;
  /** @type {boolean[]} */
  const told = [];
  const player = new Player(
    () => (++n < 3 ? 100 : null),
    (playing) => told.push(playing),
  );
  player.play(100);
  for (const after of [1, 2]) {
    mock.timers.tick(100);
    assert.equal(n, after);
  }
  mock.timers.tick(100);
  assert.equal(n, 3);
  assert.deepEqual(told, [true, false]);
  assert.equal(player.playing, false);
  player.play(100);
  player.stop();
  mock.timers.tick(1000);
  assert.equal(n, 3);
  mock.timers.reset();
});

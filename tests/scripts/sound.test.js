// Which sounds a change of the table has, and how loud they are.

import assert from "node:assert/strict";
import { test } from "node:test";

import { planSounds, schedule } from "../../src/fairdeal/web/pages/table/sound.js";

/** @type {import("../../src/fairdeal/web/pages/table/motion_plan.js").Plan} */
const STILL = { dealt: [], turned: [], leaving: [], arriving: [] };
/** @param {ReturnType<typeof planSounds>} cues */
const names = (cues) => cues.map(({ sound }) => sound);

test("each card that is dealt or turned has its sound, one after another", () => {
  const cues = planSounds({ ...STILL, dealt: ["a", "b"], turned: ["c"] }, {});
  assert.deepEqual(names(cues), ["card", "card", "card"]);
  assert.ok(cues[0].after < cues[1].after && cues[1].after < cues[2].after);
});

test("chips have one sound, however many stacks move", () => {
  /** @type {{ key: string, from: "player" }[]} */
  const arriving = [
    { key: "bet-1", from: "player" },
    { key: "bet-2", from: "player" },
  ];
  assert.deepEqual(names(planSounds({ ...STILL, arriving }, {})), ["chip"]);
});

test("a loss has no sound", () => {
  const plan = planSounds({ ...STILL, leaving: [{ key: "bet-1", to: "house" }] }, {});
  assert.deepEqual(plan, []);
});

test("a win comes after the chips, and the turn has its own sound", () => {
  const won = planSounds({ ...STILL, arriving: [{ key: "b", from: "house" }] }, { won: true });
  assert.deepEqual(names(won), ["chip", "win"]);
  assert.ok(won[0].after < won[1].after);
  assert.deepEqual(names(planSounds(null, { turn: true })), ["turn"]);
});

/** Returns an audio context that writes down what it is asked to play. */
function fakeContext() {
  /** @type {{ tones: number, noises: number, loudness: number[], starts: number[] }} */
  const played = { tones: 0, noises: 0, loudness: [], starts: [] };
  /** @param {object} more */
  const node = (more) => ({
    /** @param {unknown} next */
    connect: (next) => next,
    start: (/** @type {number} */ at) => played.starts.push(at),
    stop: () => undefined,
    frequency: { value: 0 },
    ...more,
  });
  const context = {
    currentTime: 10,
    sampleRate: 1000,
    destination: {},
    createOscillator: () => node({ tone: ++played.tones }),
    createBufferSource: () => node({ noise: ++played.noises }),
    createBiquadFilter: () => node({}),
    createBuffer: (/** @type {number} */ _, /** @type {number} */ length) => ({
      getChannelData: () => new Float32Array(length),
    }),
    createGain: () =>
      node({
        gain: {
          setValueAtTime: (/** @type {number} */ value) => played.loudness.push(value),
          exponentialRampToValueAtTime: () => undefined,
        },
      }),
  };
  return { context: /** @type {AudioContext} */ (/** @type {unknown} */ (context)), played };
}

test("a card is noise, a turn is a tone, each at its time", () => {
  const { context, played } = fakeContext();
  schedule(context, [{ sound: "card", after: 1 }], 50);
  assert.deepEqual([played.tones, played.noises, played.starts], [0, 1, [11]]);
  schedule(context, [{ sound: "turn", after: 2 }], 50);
  assert.deepEqual([played.tones, played.noises, played.starts], [1, 1, [11, 12]]);
});

test("the volume makes everything louder, and zero plays nothing", () => {
  const loud = fakeContext();
  const soft = fakeContext();
  const none = fakeContext();
  for (const [{ context }, volume] of /** @type {const} */ ([
    [loud, 100],
    [soft, 50],
    [none, 0],
  ]))
    schedule(context, [{ sound: "win", after: 0 }], volume);
  assert.deepEqual(
    soft.played.loudness,
    loud.played.loudness.map((value) => value / 4),
  );
  assert.equal(none.played.tones, 0);
});

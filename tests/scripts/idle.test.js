// A console locks when nobody has touched any page of the browser for a while.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { watchIdle } from "../../src/fairdeal/web/pages/shared/idle.js";

/** @type {Map<string, string>} */
const stored = new Map();
Object.defineProperty(globalThis, "localStorage", {
  value: {
    /** @param {string} key */
    getItem: (key) => stored.get(key) ?? null,
    /** @type {(key: string, value: string) => void} */
    setItem: (key, value) => void stored.set(key, value),
  },
});
const { lastActivity, noteActivity } =
  await import("../../src/fairdeal/web/pages/shared/activity.js");

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_800_000_000_000 });
});

test("it locks after the limit, and once", () => {
  const onIdle = mock.fn();
  noteActivity();
  watchIdle(300_000, lastActivity, onIdle);
  mock.timers.tick(299_999);
  assert.equal(onIdle.mock.callCount(), 0);
  mock.timers.tick(1);
  assert.equal(onIdle.mock.callCount(), 1);
  mock.timers.tick(900_000);
  assert.equal(onIdle.mock.callCount(), 1);
});

test("a page that is forgotten does not lock while another is in use", () => {
  const onIdle = mock.fn();
  stored.set("fairdeal active", String(Date.now()));
  watchIdle(300_000, lastActivity, onIdle);
  mock.timers.tick(250_000);
  // Another page of the same browser notes it.
  stored.set("fairdeal active", String(Date.now()));
  mock.timers.tick(250_000);
  assert.equal(onIdle.mock.callCount(), 0);
  mock.timers.tick(50_000);
  assert.equal(onIdle.mock.callCount(), 1);
});

test("activity is noted for all pages, at most once a second", () => {
  mock.timers.tick(10_000);
  noteActivity();
  const first = lastActivity();
  assert.equal(first, Date.now());
  mock.timers.tick(500);
  noteActivity();
  assert.equal(lastActivity(), first);
  mock.timers.tick(500);
  noteActivity();
  assert.equal(lastActivity(), first + 1000);
});

test("a clock that was set back does not lock at once", () => {
  const onIdle = mock.fn();
  stored.set("fairdeal active", String(Date.now() + 3_600_000));
  watchIdle(300_000, lastActivity, onIdle);
  mock.timers.tick(299_999);
  assert.equal(onIdle.mock.callCount(), 0);
});

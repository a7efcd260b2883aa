// SHA-256 without the browser's own, against the examples of FIPS 180-4 and Node's.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { sha256 } from "../../src/fairdeal/web/pages/shared/sha256.js";

/** @param {string} text */
const digest = (text) => Buffer.from(sha256(new TextEncoder().encode(text))).toString("hex");

test("the examples of the standard", () => {
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const long = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
  assert.equal(digest(""), empty);
  assert.equal(digest("abc"), abc);
  assert.equal(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), long);
});

test("every length over two blocks, as Node has it", () => {
  for (let length = 0; length < 130; length++) {
    const text = "♠x".repeat(length).slice(0, length);
    assert.equal(digest(text), createHash("sha256").update(text).digest("hex"), String(length));
  }
});

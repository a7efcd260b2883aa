// SHA-256 (FIPS 180-4), for pages at addresses where the browser computes no digests: any address
// without TLS but localhost. It is fast enough for a word, and not for a file.

const WORD_BITS = 2 ** 32;

/** @param {number} value */
const fraction = (value) => Math.floor((value - Math.floor(value)) * WORD_BITS);

/** @param {number} many */
function firstPrimes(many) {
  /** @type {number[]} */
  const primes = [];
  for (let one = 2; primes.length < many; one++)
    if (primes.every((prime) => one % prime)) primes.push(one);
  return primes;
}

const PRIMES = firstPrimes(64);
/** The fractions of the cube roots of the first primes, and of the square roots of the first eight. */
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * @param {number} word
 * @param {number} bits
 */
const rotated = (word, bits) => (word >>> bits) | (word << (32 - bits));

/**
 * Returns a message with a one, zeros, and its length in bits, in blocks of 64 bytes.
 *
 * @param {Uint8Array} message
 */
function padded(message) {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor((message.length * 8) / WORD_BITS));
  view.setUint32(blocks.length - 4, message.length * 8);
  return view;
}

/**
 * Returns the words of a block's schedule.
 *
 * @param {DataView} view
 * @param {number} at
 */
function schedule(view, at) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [far, near] = [words[i - 15], words[i - 2]];
    const small = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    const large = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    words[i] = words[i - 16] + small + words[i - 7] + large;
  }
  return words;
}

/**
 * Returns the digest of a message.
 *
 * @param {Uint8Array} message
 */
export function sha256(message) {
  const view = padded(message);
  const sums = Uint32Array.from(START);
  for (let at = 0; at < view.byteLength; at += 64) {
    const words = schedule(view, at);
    let [a, b, c, d, e, f, g, h] = sums;
    for (let i = 0; i < 64; i++) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const one = (h + mixedE + choice + ROUNDS[i] + words[i]) >>> 0;
      [h, g, f, e, d, c, b] = [g, f, e, (d + one) >>> 0, c, b, a];
      a = (one + mixedA + majority) >>> 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (sums[i] += word));
  }
  const digest = new DataView(new ArrayBuffer(32));
  sums.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

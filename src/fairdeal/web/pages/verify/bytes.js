// Bytes and digests.

import { ensure } from "./record.js";

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const encoder = new TextEncoder();

/**
 * Returns the bytes of a text in UTF-8.
 *
 * @param {string} text
 * @returns {Bytes}
 */
export const utf8 = (text) => encoder.encode(text);

/**
 * Returns bytes as hexadecimal digits.
 *
 * @param {Bytes} bytes
 */
export const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Returns the bytes that hexadecimal digits stand for.
 *
 * @param {string} digits
 * @returns {Bytes}
 */
export function unhex(digits) {
  ensure(/^([0-9a-f]{2})*$/.test(digits), "a number in it is not written as it should be");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {string} digits */
export const base64 = (digits) => btoa(String.fromCharCode(...unhex(digits)));

/**
 * @param {Bytes[]} parts
 * @returns {Bytes}
 */
export function concatenate(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

/**
 * @param {Bytes} bytes
 * @returns {Promise<Bytes>}
 */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * Returns the HMAC-SHA256 of a text.
 *
 * @param {Bytes} secret
 * @param {string} text
 * @returns {Promise<Bytes>}
 */
export async function hmac(secret, text) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(text)));
}

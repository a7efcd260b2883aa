// Amounts of money in words, and as the chips that make them up.

/** The values of the chips, in dollars. */
export const CHIPS = [1, 5, 25, 100, 500];

/** @typedef {number | "half"} Chip A chip's value in dollars, or the coin for less than a dollar. */

/**
 * Returns `$1,250` or `$12.50`, with a sign if it is negative. A meter always shows its cents.
 *
 * @param {number} cents
 * @param {boolean} [meter]
 */
export function money(cents, meter = false) {
  const sign = cents < 0 ? "-" : "";
  const whole = !meter && cents % 100 === 0;
  const figures = { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: 2 };
  return `${sign}$${(Math.abs(cents) / 100).toLocaleString("en-US", figures)}`;
}

/**
 * Returns how many chips of each value make up an amount, the highest value first.
 *
 * @param {number} cents
 */
export function chipCounts(cents) {
  let dollars = Math.floor(cents / 100);
  return [...CHIPS].reverse().map((value) => {
    const count = Math.floor(dollars / value);
    dollars -= count * value;
    return { value, count };
  });
}

/**
 * Returns the chips of an amount, the highest first. What is less than a dollar is one small coin.
 *
 * @param {number} cents
 */
export function breakdown(cents) {
  /** @type {Chip[]} */
  const chips = [];
  for (const { value, count } of chipCounts(cents))
    for (let i = 0; i < count && chips.length < 100; i++) chips.push(value);
  if (cents % 100) chips.push("half");
  return chips;
}

// Numbers in words, the same on every part of the page.

/**
 * Returns an amount in words with a proper minus; an amount that is shown as zero has none.
 *
 * @param {number} amount
 * @param {number} digits
 */
function plain(amount, digits) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const words = Math.abs(amount).toLocaleString("en", options);
  return `${amount < 0 && /[1-9]/.test(words) ? "−" : ""}${words}`;
}

/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 2) => `${plain(share * 100, digits)} %`;

/** @param {number} share @param {number} [digits] */
export function signedPercent(share, digits = 2) {
  const words = percent(share, digits);
  return share > 0 && /[1-9]/.test(words) ? `+${words}` : words;
}

/** @param {number} amount */
export function dollars(amount) {
  const whole = Math.abs(amount) >= 100 || Number.isInteger(amount);
  const words = plain(amount, whole ? 0 : 2);
  return words.startsWith("−") ? `−$${words.slice(1)}` : `$${words}`;
}

/** @param {number} chance */
export function oneIn(chance) {
  if (!chance) return "never";
  const every = 1 / chance;
  return `1 in ${every.toLocaleString("en", { maximumFractionDigits: every < 10 ? 2 : every < 100 ? 1 : 0 })}`;
}

/** @param {string} words */
export const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

/**
 * Returns a figure as one number: of a pair of bounds the middle.
 *
 * @param {number | number[]} figure
 */
export const middle = (figure) => (Array.isArray(figure) ? (figure[0] + figure[1]) / 2 : figure);

/**
 * Returns a figure in words: of a pair of bounds both.
 *
 * @param {number | number[]} figure
 * @param {(number: number) => string} words
 */
export const figureWords = (figure, words) =>
  Array.isArray(figure) ? `${words(figure[0])} to ${words(figure[1])}` : words(figure);

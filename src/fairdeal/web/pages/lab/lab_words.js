// Numbers in words, the same on every part of the page.

/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 2) =>
  `${(share * 100).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })} %`;

/** @param {number} share @param {number} [digits] */
export function signedPercent(share, digits = 2) {
  const words = percent(Math.abs(share), digits);
  return Number.parseFloat(words) === 0 ? words : `${share < 0 ? "−" : "+"}${words}`;
}

/** @param {number} amount */
export function dollars(amount) {
  const whole = Math.abs(amount) >= 100 || Number.isInteger(amount);
  const digits = whole ? 0 : 2;
  const words = Math.abs(amount).toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${amount < 0 && words !== "0" ? "−" : ""}$${words}`;
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

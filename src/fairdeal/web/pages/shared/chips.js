// Chips: an amount as a dealer would stack it, the highest at the bottom, and money in words.

import { part, svg } from "./cards.js";

export const CHIPS = [1, 5, 25, 100, 500];
const MOST_DRAWN = 8;

/** `$1,250` or `$12.50`, with its sign if it is below nothing; meters have their cents always. */
export function money(cents, meter = false) {
  const sign = cents < 0 ? "-" : "";
  const whole = !meter && cents % 100 === 0;
  const figures = { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: 2 };
  return `${sign}$${(Math.abs(cents) / 100).toLocaleString("en-US", figures)}`;
}

/** The chips of an amount, the highest first; what is less than a dollar is one small coin. */
export function breakdown(cents) {
  const chips = [];
  let left = Math.floor(cents / 100);
  for (const value of [...CHIPS].reverse()) {
    const count = Math.floor(left / value);
    for (let i = 0; i < count && chips.length < 100; i++) chips.push(value);
    left -= count * value;
  }
  if (cents % 100) chips.push("half");
  return chips;
}

/** One chip with its figure, seen from above. */
export function chipElement(value) {
  const picture = svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: `chip chip-${value}` });
  picture.append(part("chip", 0, 0, 40));
  const figure = svg("text", { x: 20, y: 20.5 });
  figure.textContent = value === "half" ? "\u00a2" : value;
  picture.append(figure);
  return picture;
}

/** A stack: every chip 4 units above the one below, the amount is said beside it by whoever asks. */
export function stackElement(cents) {
  const chips = breakdown(cents);
  // The tallest pile is eight: the sum in the pill tells the rest.
  const drawn = chips.length > MOST_DRAWN ? chips.slice(0, MOST_DRAWN) : chips;
  const rise = 4 * (drawn.length - 1);
  const stack = svg("svg", { viewBox: `0 ${-rise} 40 ${40 + rise}`, "aria-hidden": "true", class: "chip stack" });
  drawn.forEach((value, i) => {
    const layer = svg("g", { class: `chip-${value}`, transform: `translate(0 ${-4 * i})` });
    layer.append(part("chip", 0, 0, 40));
    stack.append(layer);
  });
  const top = drawn.at(-1);
  if (top !== undefined) {
    const figure = svg("text", { x: 20, y: 20.5 - rise, class: `figure-${top}` });
    figure.textContent = top === "half" ? "\u00a2" : top;
    stack.append(figure);
  }
  return stack;
}

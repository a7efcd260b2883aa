// Pictures of chips and of stacks of chips.

/** @import { Chip } from "./money.js" */

import { spritePart, svg } from "./cards.js";
import { breakdown } from "./money.js";

/** The tallest stack that is drawn. The amount beside it says the rest. */
const TALLEST_STACK = 8;
/** How much higher each chip of a stack lies than the one below it. */
const CHIP_HEIGHT = 4;

/** @param {Chip} chip */
const chipLabel = (chip) => (chip === "half" ? "\u00a2" : String(chip));

/**
 * Makes one chip with its value, seen from above.
 *
 * @param {Chip} chip
 */
export function chipElement(chip) {
  const attributes = { viewBox: "0 0 40 40", "aria-hidden": "true", class: `chip chip-${chip}` };
  const label = svg("text", { x: 20, y: 20.5 });
  label.textContent = chipLabel(chip);
  return svg("svg", attributes, spritePart("chip", 0, 0, 40), label);
}

/**
 * Makes a stack of chips. The caller writes the amount beside it.
 *
 * @param {number} cents
 */
export function stackElement(cents) {
  const chips = breakdown(cents).slice(0, TALLEST_STACK);
  const rise = CHIP_HEIGHT * (chips.length - 1);
  const viewBox = `0 ${-rise} 40 ${40 + rise}`;
  const stack = svg("svg", { viewBox, "aria-hidden": "true", class: "chip stack" });
  chips.forEach((chip, i) => {
    const transform = `translate(0 ${-CHIP_HEIGHT * i})`;
    stack.append(svg("g", { class: `chip-${chip}`, transform }, spritePart("chip", 0, 0, 40)));
  });
  const top = chips.at(-1);
  if (top !== undefined) {
    const label = svg("text", { x: 20, y: 20.5 - rise, class: `figure-${top}` });
    label.textContent = chipLabel(top);
    stack.append(label);
  }
  return stack;
}

// What the choices of a decision cost, as far as the coach knows it.

/** @import { Advice } from "../types.js" */

/**
 * Returns what a choice costs in cents, 0 where it costs nothing or nothing is known. A bet between
 * two multiples has no value of its own: it costs at least what lies between their costs.
 *
 * @param {Advice | null} advice
 * @param {string} key of the choice: its button, with the amount of the slider in cents
 * @param {number} [unit] the bet of one multiple in cents
 */
export function costOf(advice, key, unit = Infinity) {
  const costs = advice?.costs ?? {};
  const [name, amount] = key.split(" ");
  if (name !== "slide") return { cents: costs[key] ?? 0, least: false };
  const times = Number(amount) / unit;
  const [below, above] = [costs[`${Math.floor(times)}x`], costs[`${Math.ceil(times)}x`]];
  if (below === undefined || above === undefined) return { cents: 0, least: false };
  if (Number.isInteger(times)) return { cents: below, least: false };
  const cents = Math.floor(below + (times % 1) * (above - below));
  return { cents: advice?.between ? cents : 0, least: true };
}

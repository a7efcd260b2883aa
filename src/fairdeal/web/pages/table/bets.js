// Bets that a player puts together before "Place bets". Every change may be undone until then.
// Amounts are cents. The betting areas of the scene say which amounts are allowed.

/** @import { BetScene } from "../types.js" */
/** @typedef {Record<string, number>} Amounts Cents by wager. */

import { breakdown, money } from "../shared/money.js";

/**
 * Returns the sum of some bets.
 *
 * @param {Amounts} amounts
 */
export const sumOf = (amounts) => Object.values(amounts).reduce((sum, cents) => sum + cents, 0);

export class StagedBets {
  /** @type {Amounts} */
  amounts = {};
  /** @type {Amounts[]} */
  #history = [];
  /** @type {Map<string, BetScene>} */
  #areas = new Map();

  /**
   * Takes the betting areas as the scene has them now.
   *
   * @param {BetScene[]} areas
   */
  setAreas(areas) {
    this.#areas = new Map(areas.map((area) => [area.wager, area]));
  }

  /**
   * Starts from the bets that are on the layout already.
   *
   * @param {Amounts} [amounts]
   */
  reset(amounts = {}) {
    this.amounts = { ...amounts };
    this.#history = [];
  }

  get total() {
    return sumOf(this.amounts);
  }

  get canUndo() {
    return this.#history.length > 0;
  }

  /** @param {string} wager */
  amountOn(wager) {
    return this.amounts[wager] ?? 0;
  }

  /**
   * Returns the wagers that must have the same amount as a wager, with itself. They change
   * together, so that unequal amounts cannot come about.
   *
   * @param {string} wager
   */
  equalWagers(wager) {
    const equal = this.#areas.get(wager)?.equal ?? [];
    return [...new Set([wager, ...equal])].filter((name) => this.#areas.has(name));
  }

  /** @param {Amounts} amounts */
  #change(amounts) {
    /** @type {Amounts} */
    const next = {};
    for (const [wager, cents] of Object.entries(amounts))
      if (cents > 0 && this.#areas.has(wager)) next[wager] = cents;
    if (JSON.stringify(next) === JSON.stringify(this.amounts)) return false;
    this.#history.push(this.amounts);
    this.amounts = next;
    return true;
  }

  /**
   * @param {string} wager
   * @param {number} cents
   */
  #changeEqual(wager, cents) {
    const changed = this.equalWagers(wager).map((name) => [name, cents]);
    return this.#change({ ...this.amounts, ...Object.fromEntries(changed) });
  }

  /**
   * Limits an amount to the bounds of its area and to the chips that are available.
   *
   * @param {BetScene} area
   * @param {number} cents
   * @param {number} available
   */
  #limited(area, cents, available) {
    const count = this.equalWagers(area.wager).length;
    const rest = available - (this.total - count * this.amountOn(area.wager));
    const step = area.step ?? 1;
    const most = Math.floor(Math.min(area.most ?? Infinity, rest / count) / step) * step;
    return Math.min(Math.ceil(cents / step) * step, most);
  }

  /**
   * Returns the amount after one more chip in an area that allows certain amounts only: the next
   * one up, or the same after the last one.
   *
   * @param {number[]} amounts
   * @param {number} current
   * @param {number} chip
   */
  #nextAmount(amounts, current, chip) {
    const least = Math.min(chip, amounts[amounts.length - 1]);
    const next = amounts.find((amount) => amount > current && amount >= least);
    if (next !== undefined || !current) return next ?? 0;
    return amounts.find((amount) => amount > current) ?? current;
  }

  /**
   * Puts a chip on an area, and on all areas that are equal with it. Returns whether that changed
   * something.
   *
   * @param {string} wager
   * @param {number} chip in cents
   * @param {number} [available]
   */
  add(wager, chip, available = Infinity) {
    const area = this.#areas.get(wager);
    if (!area?.open) return false;
    const current = this.amountOn(wager);
    if (!area.amounts?.length)
      return this.#changeEqual(wager, this.#limited(area, current + chip, available));
    const next = this.#nextAmount(area.amounts, current, chip);
    const affordable = this.total - current + next <= available;
    return this.#changeEqual(wager, affordable ? next : current);
  }

  /**
   * Takes the top chip off an area. Returns whether there was one.
   *
   * @param {string} wager
   */
  remove(wager) {
    const area = this.#areas.get(wager);
    const current = this.amountOn(wager);
    if (!area?.open || !current) return false;
    if (area.amounts?.length)
      return this.#changeEqual(wager, area.amounts.findLast((amount) => amount < current) ?? 0);
    const top = breakdown(current).at(-1);
    const chip = typeof top === "number" ? top * 100 : current % 100;
    return this.#changeEqual(wager, current - chip);
  }

  undo() {
    const previous = this.#history.pop();
    if (!previous) return false;
    this.amounts = previous;
    return true;
  }

  clear() {
    return this.#change({});
  }

  /**
   * Returns every bet doubled, except those that allow certain amounts only. Returns null if a
   * bound or the available chips do not allow it.
   *
   * @param {number} available
   */
  doubled(available) {
    /** @type {Amounts} */
    const next = {};
    for (const [wager, cents] of Object.entries(this.amounts)) {
      const area = this.#areas.get(wager);
      next[wager] = area?.amounts?.length ? cents : 2 * cents;
      if (!area?.amounts?.length && next[wager] > (area?.most ?? Infinity)) return null;
    }
    return sumOf(next) > available ? null : next;
  }

  /** Returns the least bets with which a round may be played: the wagers that need no other. */
  minimum() {
    const base = [...this.#areas.values()].filter(
      (area) => area.open && !area.needs?.length && !area.slot,
    );
    return Object.fromEntries(base.map((area) => [area.wager, area.least ?? area.step ?? 100]));
  }

  /**
   * Returns whether the available chips are too few for a round.
   *
   * @param {number} available
   */
  cannotAfford(available) {
    return sumOf(this.minimum()) > available;
  }

  /**
   * Replaces all bets by these, as far as their areas are open.
   *
   * @param {Amounts} amounts
   */
  replaceAll(amounts) {
    const open = Object.entries(amounts).filter(([wager]) => this.#areas.get(wager)?.open);
    return this.#change(Object.fromEntries(open));
  }

  /**
   * Returns a sentence about why these bets cannot be placed yet. It is empty if they can.
   *
   * @param {number} available
   */
  missingWords(available) {
    if (!this.total)
      return this.cannotAfford(available)
        ? "You have too few chips for a bet here."
        : "Put chips on the areas, or bet the minimum.";
    for (const area of this.#areas.values()) {
      const cents = this.amountOn(area.wager);
      if (!cents) continue;
      const least = area.least ?? 0;
      if (cents < least) return `${area.title} needs at least ${money(least)}.`;
      const needed = (area.needs ?? [])
        .map((wager) => this.#areas.get(wager))
        .find((other) => other && !this.amountOn(other.wager));
      if (needed) return `${area.title} needs a bet on ${needed.title} too.`;
    }
    return this.total > available ? `You have ${money(available)} only.` : "";
  }
}

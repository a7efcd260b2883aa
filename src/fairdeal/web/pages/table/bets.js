// Bets that are being put together: whatever is done here may be undone until "Place bets". Amounts are cents; what may lie where comes from the scene's betting areas.

import { breakdown, money } from "../shared/chips.js";

/** What some bets come to. */
export const total = (amounts) => Object.values(amounts).reduce((sum, cents) => sum + cents, 0);

export class Staged {
  amounts = {};
  #before = [];
  #areas = new Map();

  /** The areas as the scene has them now. */
  take(areas) {
    this.#areas = new Map(areas.map((area) => [area.wager, area]));
  }

  /** Starts from what the table has already. */
  reset(amounts = {}) {
    this.amounts = { ...amounts };
    this.#before = [];
  }

  get total() {
    return total(this.amounts);
  }

  of(wager) {
    return this.amounts[wager] ?? 0;
  }

  /** The wagers that change together: unequal ones cannot come about. */
  together(wager) {
    return [...new Set([wager, ...(this.#areas.get(wager)?.equal ?? [])])].filter((name) => this.#areas.has(name));
  }

  #change(amounts) {
    const next = {};
    for (const [wager, cents] of Object.entries(amounts)) if (cents > 0 && this.#areas.has(wager)) next[wager] = cents;
    if (JSON.stringify(next) === JSON.stringify(this.amounts)) return false;
    this.#before.push(this.amounts);
    this.amounts = next;
    return true;
  }

  /** What a wager may be at most: its bound, and what the purse still covers. */
  #bounded(area, cents, count, purse) {
    const rest = purse - (this.total - count * this.of(area.wager));
    const step = area.step ?? 1;
    const most = Math.floor(Math.min(area.most ?? Infinity, rest / count) / step) * step;
    return Math.min(Math.ceil(cents / step) * step, most);
  }

  /** A chip on an area, and with it on all that are equal with it. */
  add(wager, chip, purse = Infinity) {
    const area = this.#areas.get(wager);
    if (!area?.open) return false;
    const set = this.together(wager);
    const now = this.of(wager);
    let cents;
    if (area.amounts?.length) {
      // Only certain amounts: the next one up, and after the last none again.
      cents = area.amounts.find((amount) => amount > now && amount >= Math.min(chip, area.amounts.at(-1))) ?? 0;
      if (now && !cents) cents = area.amounts.find((amount) => amount > now) ?? now;
      if (this.total - now + cents > purse) cents = now;
    } else cents = this.#bounded(area, now + chip, set.length, purse);
    return this.#change({ ...this.amounts, ...Object.fromEntries(set.map((name) => [name, cents])) });
  }

  /** Takes the top chip off. */
  remove(wager) {
    const area = this.#areas.get(wager);
    const now = this.of(wager);
    if (!area?.open || !now) return false;
    const top = breakdown(now).at(-1);
    const chip = top === "half" ? now % 100 : top * 100;
    const cents = area.amounts?.length ? (area.amounts.findLast((amount) => amount < now) ?? 0) : now - chip;
    return this.#change({ ...this.amounts, ...Object.fromEntries(this.together(wager).map((name) => [name, cents])) });
  }

  undo() {
    if (!this.#before.length) return false;
    this.amounts = this.#before.pop();
    return true;
  }

  get undoable() {
    return this.#before.length > 0;
  }

  clear() {
    return this.#change({});
  }

  /** Every bet twice as high, but for those of certain amounts; nothing where a bound or the purse does not allow it. */
  doubled(purse) {
    const next = {};
    for (const [wager, cents] of Object.entries(this.amounts)) {
      const { amounts, most = Infinity } = this.#areas.get(wager);
      next[wager] = amounts?.length ? cents : 2 * cents;
      if (!amounts?.length && next[wager] > most) return null;
    }
    return total(next) > purse ? null : next;
  }

  /** The least that a round needs: the wagers that need no other. */
  least() {
    const base = [...this.#areas.values()].filter((area) => area.open && !area.needs?.length && !area.slot);
    return Object.fromEntries(base.map((area) => [area.wager, area.least ?? area.step ?? 100]));
  }

  /** Whether the purse is too small for a round. */
  poor(purse) {
    return total(this.least()) > purse;
  }

  /** These amounts, as far as they are open here. */
  put(amounts) {
    const open = Object.entries(amounts).filter(([wager]) => this.#areas.get(wager)?.open);
    return this.#change(Object.fromEntries(open));
  }

  /** What keeps these bets from being placed, as a sentence; empty where nothing does. */
  missing(purse) {
    if (!this.total) return this.poor(purse) ? "Your chips are too few for a bet here." : "Put chips on the areas, or bet the minimum.";
    for (const area of this.#areas.values()) {
      const cents = this.of(area.wager);
      if (!cents) continue;
      if (cents < (area.least ?? 0)) return `${area.title} needs at least ${money(area.least)}.`;
      const needed = (area.needs ?? []).find((wager) => this.#areas.has(wager) && !this.of(wager));
      if (needed) return `${area.title} needs a bet on ${this.#areas.get(needed).title} too.`;
    }
    return this.total > purse ? `You have ${money(purse)} only.` : "";
  }
}

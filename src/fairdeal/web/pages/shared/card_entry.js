// Cards that a dealer types, or scans with a scanner that types, at a table of real cards.

/** @import { InputField } from "../types.js" */

const CARD = /^(?:(10|[2-9TJQKA])([cdhs])|\*)/i;

/**
 * Returns the cards in a text as the log writes them. Throws a sentence about what is no card.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function readCards(text) {
  const cards = [];
  for (let rest = text.trim(); rest; rest = rest.replace(/^[\s,]+/, "")) {
    const found = CARD.exec(rest);
    if (!found) {
      const [word] = rest.split(/[\s,]/, 1);
      throw new Error(`“${word}” is no card: write As, 10h, Td, or * for a joker.`);
    }
    const [card, rank, suit] = found;
    cards.push(rank ? `${rank === "10" ? "T" : rank.toUpperCase()}${suit.toLowerCase()}` : card);
    rest = rest.slice(card.length);
  }
  return cards;
}

/** The cards that are entered for one step, before they are sent with its command. */
export class CardEntry {
  /** @type {string[]} */
  cards = [];
  /** Why the last text was not taken. */
  problem = "";

  /**
   * Takes the cards of a text, all or none. Returns whether it did.
   *
   * @param {string} text
   * @param {InputField} field
   */
  take(text, { most }) {
    this.problem = "";
    try {
      const typed = readCards(text);
      const all = [...this.cards, ...typed];
      const twice = all.find((card, i) => card !== "*" && all.indexOf(card) < i);
      if (twice) throw new Error(`${twice} is entered already: each card is in the deck once.`);
      const more = all.length - (most ?? 0);
      if (more > 0) throw new Error(`That is ${more} too many: this step takes ${most ?? 0}.`);
      this.cards = all;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    return !this.problem;
  }

  /** Takes the last card back. */
  takeBack() {
    this.cards = this.cards.slice(0, -1);
    this.problem = "";
  }

  /** @param {InputField} field */
  isWhole({ most }) {
    return this.cards.length === (most ?? 0);
  }

  /**
   * Returns what is still to be entered, in words: `Still to enter: seat 2 (2 cards), seat 3.`
   *
   * @param {InputField} field
   */
  words({ places = [] }) {
    const left = places.slice(this.cards.length);
    if (!left.length) return "All cards are entered: look at them, then press Space or Enter.";
    /** @type {[string, number][]} */
    const groups = [];
    for (const place of left) {
      const last = groups.at(-1);
      if (last?.[0] === place) last[1] += 1;
      else groups.push([place, 1]);
    }
    const names = groups.map(([place, count]) => (count > 1 ? `${place} (${count} cards)` : place));
    return `Still to enter: ${names.join(", ")}.`;
  }
}

// Joins bets of the same amount whose titles differ in the last word: `Bet Number 1, 2, 3`.

/** @param {{ title: string, cents?: number, state?: string }[]} bets */
export function groupBets(bets) {
  /** @type {{ title: string, stem: string, cents: number, state?: string, count: number }[]} */
  const groups = [];
  for (const { title, cents = 0, state } of bets) {
    const cut = title.lastIndexOf(" ");
    const stem = title.slice(0, Math.max(0, cut));
    const last = groups.at(-1);
    if (last && cut > 0 && last.stem === stem && last.cents === cents && last.state === state) {
      last.count += 1;
      last.title += `, ${title.slice(cut + 1)}`;
    } else groups.push({ title, stem, cents, state, count: 1 });
  }
  return groups;
}

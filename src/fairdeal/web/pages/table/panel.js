// Beside the felt: what the dealer says, why each wager was paid, the last rounds; and the two
// voices for a reader.

import { money } from "../shared/chips.js";
import { $, fill, h } from "../shared/dom.js";
import { ask } from "../shared/live.js";

// Announcements in the list.
const KEPT = 60;
const RESULTS = { won: "Won", lost: "Lost", push: "Push", back: "Given back" };

/** Said to a reader; each time a new element, so that the same words are said again. */
export function speak(words, urgent = false) {
  const voice = $(urgent ? "assertive" : "polite");
  voice.append(h("p", {}, words));
  while (voice.children.length > 8) voice.firstChild.remove();
}

/** The same words in a row are written once; they are spoken each time. */
function line({ words, clause }, last) {
  const times = last?.dataset.words === words ? Number(last.dataset.times) + 1 : 1;
  if (times > 1) last.remove();
  return h("li", { "data-words": words, "data-times": times }, words, times > 1 && ` × ${times}`, clause && !words.includes(clause) && [" ", h("span.clause", {}, clause)]);
}

/** The dealer's words join the list, the last on top, and are spoken. */
export function announce(said, quietly) {
  const list = $("said");
  for (const one of said) {
    list.prepend(line(one, list.firstElementChild));
    if (!quietly) speak(one.spoken ?? one.words, one.urgent);
  }
  while (list.children.length > KEPT) list.lastChild.remove();
}

/** Won, lost or even, in words. */
export const netWords = (cents) => (cents > 0 ? `You won ${money(cents)} net` : cents < 0 ? `You lost ${money(-cents)} net` : "You came out even");

/** A row a wager: stake, result, hand, line, sum; the clause on request. */
export function paid(scene) {
  const own = scene.seats.filter((seat) => seat.mine).length;
  const rows = (scene.paid ?? []).filter((one) => (own ? one.mine : one.result !== "back"));
  if (!rows.length) return [h("p.muted", {}, "After the round, each wager says here which hand it was and what it paid.")];
  const list = rows.map((one, i) =>
    h(`li.${one.result}#paid-${i}`, {},
      h("p.paid-head", {}, h("span", {}, own === 1 ? one.title : `Seat ${one.seat}, ${one.title}`), one.stake ? h("span.muted.money", {}, money(one.stake)) : null, h("b", {}, RESULTS[one.result] ?? one.result, one.result === "won" ? ` ${money(one.net)}` : "")),
      one.hand || one.sum ? h("p.paid-why", {}, [one.hand, one.line && one.result === "won" && `pays ${one.line}`, one.sum].filter(Boolean).join(" · ")) : null,
      one.clause ? h("details", {}, h("summary", {}, "Clause"), one.clause) : null));
  return [(scene.net ?? null) !== null && h("p.net", {}, netWords(scene.net)), h("ol", {}, list)];
}

/** The paytable lines that were just paid to me light up. */
export function light(scene) {
  const won = (scene.paid ?? []).filter((one) => one.mine && one.result === "won");
  for (const table of document.querySelectorAll("[data-wagers]")) {
    const here = won.filter((one) => table.dataset.wagers.split(" ").includes(one.wager)).map((one) => one.line);
    for (const line of table.querySelectorAll("tr")) line.classList.toggle("lit", here.includes(line.dataset.pays));
  }
}

/** The last ten rounds, asked for when one has ended. */
export async function rounds(table) {
  const found = await ask(`/api/rounds?table=${table}&limit=10`).catch(() => null);
  if (!found) return;
  const list = found.map((one) => h("li", {}, h("a", { href: `/r/${one.round}` }, `Round ${one.number}`), one.void ? h("span.muted", {}, " void") : null));
  fill($("rounds"), [list.length ? h("ol", {}, list) : h("p.muted", {}, "No round has ended yet.")]);
}

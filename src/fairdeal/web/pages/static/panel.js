// Beside the felt: what the dealer says, why each wager was paid, the coach, the last rounds; and
// the two voices for a reader.

import { money } from "./chips.js";
import { $, fill, h } from "./dom.js";
import { ask } from "./live.js";

const KEPT = 60; // announcements in the list
const RESULTS = { won: "Won", lost: "Lost", push: "Push", back: "Given back" };

/** Said to a reader; each time a new element, so that the same words are said again. */
export function speak(words, urgent = false) {
  const voice = $(urgent ? "assertive" : "polite");
  voice.append(h("p", {}, words));
  while (voice.children.length > 8) voice.firstChild.remove();
}

/** The dealer's words join the list and are spoken. */
export function announce(said, quietly) {
  const list = $("said");
  for (const one of said) {
    list.append(h("li", {}, one.words, one.clause ? h("span.clause", {}, ` ${one.clause}`) : null));
    if (!quietly) speak(one.words, one.urgent);
  }
  while (list.children.length > KEPT) list.firstChild.remove();
  if (said.length) list.scrollTop = list.scrollHeight;
}

/** Won, lost or even, in words. */
export const netWords = (cents) => (cents > 0 ? `You won ${money(cents)} net` : cents < 0 ? `You lost ${money(-cents)} net` : "You came out even");

/** A row a wager: stake, result, hand, line, sum; the clause on request. */
export function paid(scene) {
  const own = scene.seats.some((seat) => seat.mine);
  const rows = (scene.paid ?? []).filter((one) => one.mine || !own);
  if (!rows.length) return [h("p.muted", {}, "After the round, each wager says here which hand it was and what it paid.")];
  const list = rows.map((one, i) =>
    h(`li.${one.result}#paid-${i}`, {},
      h("p.paid-head", {}, h("span", {}, own ? one.title : `Seat ${one.seat}, ${one.title}`), one.stake ? h("span.muted.money", {}, money(one.stake)) : null, h("b", {}, RESULTS[one.result] ?? one.result, one.result === "won" ? ` ${money(one.net)}` : "")),
      one.hand || one.sum ? h("p.paid-why", {}, [one.hand, one.line && `pays ${one.line}`, one.sum].filter(Boolean).join(" · ")) : null,
      one.clause ? h("details", {}, h("summary", {}, "Clause"), one.clause) : null));
  return [scene.net !== undefined && scene.net !== null ? h("p.net", {}, netWords(scene.net)) : null, h("ol", {}, list)].filter(Boolean);
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

/** The coach of a practice table: values on request, what the last decision cost, a tally. */
export class Coach {
  #table;
  #tally;
  #values = null;
  #verdict = null;
  #card = null;
  #judged = 0;
  #at = "";

  constructor(table) {
    this.#table = table;
    this.#tally = JSON.parse(sessionStorage.getItem(`coach ${table}`) ?? "null") ?? { made: 0, right: 0, cents: 0, last: 0 };
    $("coach").addEventListener("click", ({ target }) => {
      const act = target.closest("[data-coach]")?.dataset.coach;
      if (act === "values") this.values();
      if (act === "card") this.#load("card").then((card) => { this.#card = card; this.draw(this.#mine); });
    });
  }

  #mine = false;

  async #load(what) {
    return ask(`/tables/${this.#table}/coach${what ? `/${what}` : ""}`).catch(() => null);
  }

  /** The exact value of each choice that is open now. */
  async values() {
    if (!this.#mine) return;
    const at = this.#at;
    const found = await this.#load("");
    if (at !== this.#at || !found) return;
    this.#values = found;
    speak(`Best: ${found.best}.${found.equal ? " Several choices are equal." : ""}`);
    this.draw(this.#mine);
  }

  /** A new scene: what was asked for an older question goes. */
  see(scene) {
    const mine = scene.phase === "mine";
    if (scene.at !== this.#at) this.#values = null;
    this.#at = scene.at;
    this.draw(mine);
  }

  /** After a decision of mine: what it cost. */
  async judge() {
    const found = await this.#load("last");
    if (!found || found.version <= Math.max(this.#judged, this.#tally.last)) return;
    this.#judged = found.version;
    this.#verdict = found;
    if (found.judged) {
      const { made, right, cents } = this.#tally;
      this.#tally = { made: made + 1, right: right + (found.right ? 1 : 0), cents: cents + found.cents, last: found.version };
      sessionStorage.setItem(`coach ${this.#table}`, JSON.stringify(this.#tally));
    }
    speak(this.#judgement());
    this.draw(this.#mine);
  }

  #judgement() {
    const { words, best, right, cost, judged } = this.#verdict;
    if (!judged) return `${words}: best was ${best}.`;
    return right ? `${words}: right, nothing better.` : `${words} cost you ${cost}. Best: ${best}.`;
  }

  #bars() {
    const all = this.#values.choices;
    const low = Math.min(...all.map((one) => one.cents));
    const span = Math.max(...all.map((one) => one.cents)) - low || 1;
    return h("ul.values", {}, all.map((one) => {
      const bar = h("progress", { max: "100", value: String(Math.round(8 + (92 * (one.cents - low)) / span)), "aria-hidden": "true" });
      return h(`li${one.best ? ".best" : ""}`, {}, h("details", {}, h("summary", {}, h("span", {}, one.words), h("b.money", {}, one.dollars), bar), `Exactly ${one.ev} base bets`));
    }));
  }

  draw(mine) {
    this.#mine = mine;
    const { made, right, cents } = this.#tally;
    fill($("coach"), [
      h("p.verdict", {}, this.#verdict ? this.#judgement() : "Ask what each choice is worth; afterwards it says what yours cost."),
      this.#values ? this.#bars() : h("button#values", { type: "button", "data-coach": "values", disabled: !mine, "aria-keyshortcuts": "V" }, "Show values ", h("kbd", {}, "V")),
      this.#values?.equal ? h("p", {}, "Equal choices: either is right.") : "",
      h("p.tally.muted", {}, `${made} decision${made === 1 ? "" : "s"}, ${right} right, ${money(cents)} given away`),
      this.#card ? this.#strategy() : h("button.small#card", { type: "button", "data-coach": "card" }, "Strategy card"),
    ].filter(Boolean));
  }

  #strategy() {
    return h("div.strategy#card", {}, h("h3", {}, this.#card.title), this.#card.sections.map((one) => [
      h("h4", {}, one.decision),
      h("ul", {}, one.rules.map((rule) => h("li", {}, `${rule.when}: `, h("b", {}, rule.do)))),
    ]).flat());
  }
}

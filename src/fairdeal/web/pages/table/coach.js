// The coach, which only practice tables load: values on request, what a decision cost, a tally.

import { money } from "../shared/chips.js";
import { $, fill, h } from "../shared/dom.js";
import { ask } from "../shared/live.js";
import { speak } from "./panel.js";

/** The coach of a practice table. */
class Coach {
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
      if (act === "close") { this.#card = null; this.draw(this.#mine); }
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
    ]);
  }

  #strategy() {
    return h("div.strategy#card", {}, h("button.small", { type: "button", "data-coach": "close" }, "Close the card"), h("h3", {}, this.#card.title), this.#card.sections.map((one) => [
      h("h4", {}, one.decision),
      h("ul", {}, one.rules.map((rule) => h("li", {}, `${rule.when}: `, h("b", {}, rule.do)))),
    ]).flat());
  }
}

/** The coach of a table. */
export const coachOf = (table) => new Coach(table);

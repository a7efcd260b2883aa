// The coach, which only practice tables load: the value of each choice on request, what a decision
// cost, and a tally.

/** @import { Advice, CoachChoice, Scene, StrategySheet, Verdict } from "../types.js" */

import { byId, closest, fill, h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { requestJson } from "../shared/requests.js";
import { readAloud } from "./panel.js";

/** @typedef {{ made: number, right: number, cents: number, last: number }} Tally */

/** The coach of a practice table. */
export class Coach {
  #table;
  /** @type {Tally} */
  #tally = { made: 0, right: 0, cents: 0, last: 0 };
  /** @type {Advice | null} */
  #advice = null;
  /** @type {Verdict | null} */
  #judgement = null;
  /** @type {StrategySheet | null} */
  #strategy = null;
  #lastVersion = 0;
  #moment = "";
  #deciding = false;

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
    const stored = sessionStorage.getItem(`coach ${table}`);
    if (stored) this.#tally = JSON.parse(stored);
    byId("coach").addEventListener("click", (event) => {
      const action = closest(event, "[data-coach]")?.dataset.coach;
      if (action === "values") this.showValues();
      if (action === "card") this.#showStrategy();
      if (action === "close") {
        this.#strategy = null;
        this.#draw();
      }
    });
  }

  /**
   * @param {string} path
   * @returns {Promise<any>} null if the coach does not answer
   */
  #load(path) {
    return requestJson(`/tables/${this.#table}/coach${path}`).catch(() => null);
  }

  /** Shows the exact value of each choice that is open now. */
  async showValues() {
    if (!this.#deciding) return;
    const moment = this.#moment;
    /** @type {Advice | null} */
    const advice = await this.#load("");
    if (moment !== this.#moment || !advice) return;
    this.#advice = advice;
    readAloud(`Best: ${advice.best}.${advice.equal ? " Several choices are equal." : ""}`);
    this.#draw();
  }

  async #showStrategy() {
    this.#strategy = await this.#load("/card");
    this.#draw();
  }

  /**
   * Takes a new scene. The values of an older decision go.
   *
   * @param {Scene} scene
   */
  update(scene) {
    if (scene.at !== this.#moment) this.#advice = null;
    this.#moment = scene.at;
    this.#deciding = scene.phase === "mine";
    this.#draw();
  }

  /** Shows what the player's last decision cost. */
  async judgeLast() {
    /** @type {Verdict | null} */
    const found = await this.#load("/last");
    if (!found || found.version <= Math.max(this.#lastVersion, this.#tally.last)) return;
    this.#lastVersion = found.version;
    this.#judgement = found;
    if (found.judged) {
      const { made, right, cents } = this.#tally;
      this.#tally = {
        made: made + 1,
        right: right + (found.right ? 1 : 0),
        cents: cents + found.cents,
        last: found.version,
      };
      sessionStorage.setItem(`coach ${this.#table}`, JSON.stringify(this.#tally));
    }
    readAloud(judgementWords(found));
    this.#draw();
  }

  #draw() {
    const { made, right, cents } = this.#tally;
    const values = { type: "button", "data-coach": "values", "aria-keyshortcuts": "V" };
    const card = { type: "button", "data-coach": "card" };
    fill(byId("coach"), [
      h(
        "p.verdict",
        {},
        this.#judgement
          ? judgementWords(this.#judgement)
          : "Ask what each choice is worth; afterwards it says what yours cost.",
      ),
      this.#advice
        ? valueBars(this.#advice.choices)
        : h(
            "button#values",
            { ...values, disabled: !this.#deciding },
            "Show values ",
            h("kbd", {}, "V"),
          ),
      this.#advice?.equal ? h("p", {}, "Equal choices: either is right.") : null,
      h(
        "p.tally.muted",
        {},
        `${made} decision${made === 1 ? "" : "s"}, ${right} right, ${money(cents)} given away`,
      ),
      this.#strategy
        ? strategyElement(this.#strategy)
        : h("button.small#card", card, "Strategy card"),
    ]);
  }
}

/** @param {Verdict} judgement */
function judgementWords({ words, best, right, cost, judged }) {
  if (!judged) return `${words}: best was ${best}.`;
  return right ? `${words}: right, nothing better.` : `${words} cost you ${cost}. Best: ${best}.`;
}

/** @param {CoachChoice[]} choices */
function valueBars(choices) {
  const low = Math.min(...choices.map(({ cents }) => cents));
  const span = Math.max(...choices.map(({ cents }) => cents)) - low || 1;
  const items = choices.map(({ words, dollars, ev, cents, best }) => {
    const value = Math.round(8 + (92 * (cents - low)) / span);
    const bar = h("progress", { max: "100", value, "aria-hidden": "true" });
    const summary = h("summary", {}, h("span", {}, words), h("b.money", {}, dollars), bar);
    return h(`li${best ? ".best" : ""}`, {}, h("details", {}, summary, `Exactly ${ev} base bets`));
  });
  return h("ul.values", {}, items);
}

/** @param {StrategySheet} strategy */
function strategyElement({ title, sections }) {
  const parts = sections.map(({ decision, rules }) => [
    h("h4", {}, decision),
    h(
      "ul",
      {},
      rules.map((rule) => h("li", {}, `${rule.when}: `, h("b", {}, rule.do))),
    ),
  ]);
  const close = { type: "button", "data-coach": "close" };
  return h(
    "div.strategy#card",
    {},
    h("button.small", close, "Close the card"),
    h("h3", {}, title),
    parts,
  );
}

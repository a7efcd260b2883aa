// The coach, which only practice tables load: beside the hand, the value of each choice on request,
// what a decision cost and why; in the column, the strategy card with the line that applied.

/** @import { Advice, CoachChoice, LineAdvice, Scene, StrategySheet, Verdict } from "../types.js" */

import { byId, closest, fill, h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { requestJson } from "../shared/requests.js";
import { cardElements } from "./coach_card.js";
import { costOf } from "./coach_costs.js";
import { readAloud } from "./panel.js";
import { drawTable } from "./table_render.js";
import { activeSeat, pickedCards, settings, state } from "./table_state.js";

/** A press waits so long for the coach to know what it costs. */
const LONGEST_WAIT_MS = 5000;

/**
 * @typedef {object} Tally
 * @property {number} made decisions that were judged
 * @property {number} known right ones, for which no values were shown before
 * @property {number} helped decisions after values were shown, or after a warning
 * @property {number} cents given away
 * @property {number} last version of the last decision that was counted
 */

/** The coach of a practice table. */
export class Coach {
  #table;
  /** @type {Tally} */
  #tally = { made: 0, known: 0, helped: 0, cents: 0, last: 0 };
  /** What is known of the open decision, although it is not shown yet. @type {Advice | null} */
  #advice = null;
  /** The question about the open decision, while it is on its way. @type {Promise<Advice | null>} */
  #coming = Promise.resolve(null);
  /** Whether a press waits for what it costs. */
  #weighing = false;
  /** Whether the values of the open decision are shown. */
  #shown = false;
  /** The choice that the player was warned of. A second press makes it. */
  #warned = "";
  /** Whether values of the open decision were shown, or a warning. */
  helped = false;
  /** @type {Verdict | null} */
  #judgement = null;
  /** @type {StrategySheet | null} */
  #card = null;
  #lastVersion = 0;
  #moment = "";
  #deciding = false;

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
    const stored = sessionStorage.getItem(`coach 2 ${table}`);
    if (stored) this.#tally = JSON.parse(stored);
    for (const id of ["advice", "coach"])
      byId(id).addEventListener("click", (event) => {
        const action = closest(event, "[data-coach]")?.dataset.coach;
        if (action === "values") this.showValues();
        if (action === "hide") this.#hideValues();
        if (action === "card") this.showCard();
        if (action === "close") this.#closeCard();
      });
  }

  /**
   * @param {string} path
   * @returns {Promise<any>} null if the coach does not answer
   */
  #load(path) {
    return requestJson(`/tables/${this.#table}/coach${path}`).catch(() => null);
  }

  /** Loads what is known of the open decision, so that a warning comes in time. */
  async #prepare() {
    const moment = this.#moment;
    /** @type {Advice | null} */
    const advice = await this.#load("");
    if (moment !== this.#moment || !advice) return null;
    this.#advice = advice;
    // The page may have been loaded again since the values were shown.
    if (advice.helped) this.helped = true;
    return advice;
  }

  /** Shows the exact value of each choice that is open now. */
  async showValues() {
    if (!this.#deciding) return;
    const advice = this.#advice ?? (await this.#coming) ?? (await this.#prepare());
    if (!advice) return;
    this.#shown = true;
    this.#helps();
    const equal = advice.equal ? " Several choices are equal." : "";
    readAloud(`Best: ${advice.best}.${equal} ${lineWords(advice.line)}`);
    this.#draw();
    drawTable();
  }

  #hideValues() {
    this.#shown = false;
    this.#draw();
    drawTable();
  }

  /** Shows the strategy card, with the line that applies. */
  async showCard() {
    this.#card ??= await this.#load("/card");
    // On a small screen the card is in the sheet of results.
    byId("column").classList.add("open");
    this.#draw();
    byId("coach").focus();
    byId("coach").querySelector(".lit")?.scrollIntoView({ block: "nearest" });
  }

  #closeCard() {
    this.#card = null;
    byId("column").classList.remove("open");
    this.#draw();
  }

  /**
   * Returns whether a choice is the best one, once the values are shown: only then is its button
   * golden.
   *
   * @param {string} id of the button
   */
  recommends(id) {
    return this.#shown && (this.#advice?.best_keys ?? []).includes(choiceKey(id));
  }

  /**
   * Warns of a choice that costs something. Returns whether it is not to be made now, since the
   * player should look at the warning first. The same choice again is made. A press that comes
   * before the coach knows what it costs waits for that, but not long.
   *
   * @param {string} id of the button
   */
  async warns(id) {
    const key = choiceKey(id);
    if (!settings.warn || this.#shown || this.#warned === key) return false;
    if (this.#weighing) return true;
    if (!this.#advice) await this.#weigh();
    const { cents } = costOf(this.#advice, key, state.scene.slider?.least);
    if (!cents || this.#shown) return false;
    this.#warned = key;
    this.#helps();
    readAloud(this.#warning(), true);
    this.#draw();
    return true;
  }

  /** Waits until the coach knows the open decision, and says so meanwhile. */
  async #weigh() {
    this.#weighing = true;
    this.#draw();
    const enough = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
    await Promise.race([this.#coming, enough]);
    this.#weighing = false;
  }

  /** Notes, here and for the player's statistics, that this decision does not count as known. */
  #helps() {
    if (this.helped) return;
    this.helped = true;
    const body = { version: this.#advice?.version };
    requestJson(`/tables/${this.#table}/coach/helped`, body).catch(() => null);
  }

  #warning() {
    const { cents, least } = costOf(this.#advice, this.#warned, state.scene.slider?.least);
    const words = least ? `at least ${money(cents)}` : money(cents);
    return `That costs ${words} on average. Press it again to do it all the same.`;
  }

  /**
   * Takes a new scene. What was known of an older decision goes.
   *
   * @param {Scene} scene
   */
  update(scene) {
    const deciding = scene.phase === "mine";
    if (scene.at !== this.#moment || deciding !== this.#deciding) {
      this.#moment = scene.at;
      this.#deciding = deciding;
      this.#advice = null;
      this.#shown = false;
      this.#warned = "";
      if (deciding) {
        this.helped = false;
        this.#coming = this.#prepare();
      }
    }
    this.#draw();
  }

  /**
   * Shows what the player's last decision cost.
   *
   * @param {boolean} helped whether values were shown before it, or a warning
   */
  async judgeLast(helped) {
    /** @type {Verdict | null} */
    const found = await this.#load("/last");
    if (!found || found.version <= Math.max(this.#lastVersion, this.#tally.last)) return;
    this.#lastVersion = found.version;
    this.#judgement = found;
    if (found.judged) {
      const tally = this.#tally;
      this.#tally = {
        made: tally.made + 1,
        known: tally.known + (found.right && !helped ? 1 : 0),
        helped: tally.helped + (helped ? 1 : 0),
        cents: tally.cents + found.cents,
        last: found.version,
      };
      sessionStorage.setItem(`coach 2 ${this.#table}`, JSON.stringify(this.#tally));
    }
    readAloud(`${judgementWords(found)} ${lineWords(found.line)}`);
    this.#draw();
  }

  #draw() {
    fill(byId("advice"), this.#adviceElements());
    fill(byId("coach"), this.#columnElements());
  }

  #adviceElements() {
    const { verdict, why, kind } = this.#words();
    const values = { type: "button", "data-coach": "values", "aria-keyshortcuts": "V" };
    const hide = { type: "button", "data-coach": "hide" };
    return [
      h(
        "div.told",
        {},
        h("p", {}, h(`span.verdict${kind}`, {}, verdict), " ", h("span.why", {}, why)),
      ),
      h(
        "div.advice-tools",
        {},
        this.#shown
          ? h("button.small#hide-values", hide, "Hide", h("span.long", {}, " values"))
          : h(
              "button.small#values",
              { ...values, disabled: !this.#deciding },
              h("span.long", {}, "Show values"),
              h("span.short", {}, "Values"),
              " ",
              h("kbd", {}, "V"),
            ),
        h(
          "button.small#why",
          { type: "button", "data-coach": "card", "aria-keyshortcuts": "Y" },
          "Card ",
          h("kbd", {}, "Y"),
        ),
      ),
      this.#shown && this.#advice ? valuesElement(this.#advice) : null,
    ];
  }

  /** Returns the verdict and the reason that stand beside the hand now. */
  #words() {
    if (this.#weighing)
      return { verdict: "The coach works out what that costs.", why: "", kind: "" };
    if (this.#warned && !this.#shown) return { verdict: this.#warning(), why: "", kind: ".warned" };
    if (this.#shown && this.#advice) {
      const { best, equal, line } = this.#advice;
      const verdict = equal ? `Best: ${best}. Others are equal.` : `Best: ${best}.`;
      return { verdict, why: lineWords(line), kind: "" };
    }
    const judged = this.#judgement;
    if (judged) {
      const kind = judged.right ? ".right" : ".wrong";
      return { verdict: judgementWords(judged), why: lineWords(judged.line), kind };
    }
    return {
      verdict: "After each decision the coach says what it cost.",
      why: "",
      kind: "",
    };
  }

  #columnElements() {
    const { made, known, helped, cents } = this.#tally;
    const decisions = `${made} decision${made === 1 ? "" : "s"}`;
    const line = this.#shown ? this.#advice?.line : this.#judgement?.line;
    return [
      h(
        "p.tally.muted",
        {},
        `${decisions}, ${known} known, ${helped} with help, ${money(cents)} given away`,
      ),
      this.#card
        ? cardElements(this.#card, line ?? null)
        : h("button.small#card", { type: "button", "data-coach": "card" }, "Show the card"),
    ];
  }
}

/**
 * Returns how the coach calls the choice that a button makes: its id, with the cards that a draw
 * discards, or with the amount of the slider in cents.
 *
 * @param {string} id
 */
function choiceKey(id) {
  if (id === "slide") return `slide ${state.sliderCents ?? state.scene.slider?.least ?? 0}`;
  if (id !== "draw") return id;
  const cards = activeSeat()?.cards ?? [];
  return ["draw", ...[...pickedCards].map((i) => cards[i]?.face ?? "").sort()].join(" ");
}

/** @param {Verdict} judgement */
function judgementWords({ words, best, right, cost, judged }) {
  if (!judged) return `${words}: best was ${best}.`;
  return right ? `${words}: right.` : `${words} cost you ${cost}. Best: ${best}.`;
}

/** @param {LineAdvice | null | undefined} line */
function lineWords(line) {
  if (!line) return "";
  const words = `Card: ${line.when}: ${line.do}`;
  if (!line.leaves) return `${words}.`;
  // On a phone only the first words of a long line may be seen.
  return `Best play leaves the card here. ${words}${line.cost ? `, which costs ${line.cost}` : ""}.`;
}

/** @param {Advice} advice */
function valuesElement({ choices }) {
  const low = Math.min(...choices.map(({ cents }) => cents));
  const span = Math.max(...choices.map(({ cents }) => cents)) - low || 1;
  /** @param {CoachChoice} choice */
  const item = ({ words, dollars, ev, cents, best }) => {
    const value = Math.round(8 + (92 * (cents - low)) / span);
    const bar = h("progress", { max: "100", value, "aria-hidden": "true" });
    const summary = h("summary", {}, h("span", {}, words), h("b.money", {}, dollars), bar);
    return h(`li${best ? ".best" : ""}`, {}, h("details", {}, summary, `Exactly ${ev} base bets`));
  };
  const label = { tabindex: "0", role: "group", "aria-label": "Value of each choice" };
  return h("div.value-sheet#value-sheet", label, h("ul.values", {}, choices.map(item)));
}

// The action bar: what the player may do now, as buttons, with the chips to bet with.

/** @import { Button, Scene, Slider } from "../types.js" */
/** @import { Amounts, StagedBets } from "./bets.js" */

import { chipElement } from "../shared/chips.js";
import { h } from "../shared/dom.js";
import { CHIPS, money } from "../shared/money.js";
import { sumOf } from "./bets.js";

/**
 * @typedef {object} Action A button of the bar.
 * @property {string} id
 * @property {string} words
 * @property {string} [key]
 * @property {string} [amount]
 * @property {string} [kind]
 * @property {boolean} [disabled]
 * @property {Record<string, any>} [command]
 * @property {number} [seat]
 */

/**
 * Makes the button of an action with its words, amount and key.
 *
 * @param {Action} action
 * @param {boolean} showKeys
 * @param {string} [className]
 */
export function actionButton(action, showKeys, className = "") {
  const { id, words, amount, key, kind = "plain", disabled } = action;
  const attributes = {
    type: "button",
    class: `${kind} ${className}`,
    "data-do": id,
    disabled,
    "aria-keyshortcuts": showKeys ? key : null,
  };
  return h(
    `button#do-${id}`,
    attributes,
    h("span", {}, words),
    amount ? h("b.money", {}, amount) : null,
    key && showKeys ? h("kbd", {}, key) : null,
  );
}

/**
 * Returns what may be done while bets are open.
 *
 * @param {StagedBets} staged
 * @param {Amounts | null} lastBets
 * @param {number} available the chips that may be bet, in cents
 * @param {boolean | undefined} moreChips whether the house gives more play chips
 * @param {string} missing
 * @param {number} [elsewhere] the bets at other seats of the player, in cents
 * @returns {Action[]}
 */
export function bettingActions(staged, lastBets, available, moreChips, missing, elsewhere = 0) {
  /** @type {Action[]} */
  const actions = [];
  const last = lastBets ? sumOf(lastBets) : 0;
  if (last && !staged.total)
    actions.push({
      id: "repeat",
      words: "Repeat bets",
      amount: money(last),
      key: "E",
      kind: "next",
      disabled: last > available,
    });
  if (staged.total) {
    const doubled = staged.doubled(available);
    const amount = doubled ? money(sumOf(doubled)) : "";
    actions.push({ id: "double", words: "Double bets", amount, key: "X", disabled: !doubled });
  } else if (moreChips && staged.cannotAfford(available))
    actions.push({ id: "chips", words: "More play chips", key: "G", kind: "main" });
  else {
    const minimum = sumOf(staged.minimum());
    actions.push({
      id: "least",
      words: "Bet the minimum",
      amount: money(minimum),
      key: "M",
      kind: actions.length ? "plain" : "next",
      disabled: !minimum || staged.cannotAfford(available),
    });
  }
  const total = staged.total + elsewhere;
  actions.push({
    id: "place",
    words: "Place bets",
    amount: total ? money(total) : "",
    key: "P",
    kind: "main",
    disabled: Boolean(missing),
  });
  return actions;
}

/**
 * Makes the chips to choose from, with undo and clear beside them.
 *
 * @param {number} selected
 * @param {StagedBets} staged
 * @param {boolean} showKeys
 */
export function chipPicker(selected, staged, showKeys) {
  const chips = CHIPS.map((value, i) =>
    h(
      `button.pick-chip#chip-${value}`,
      {
        type: "button",
        "data-chip": value,
        "aria-pressed": String(selected === value),
        "aria-label": `${money(value * 100)} chip`,
        "aria-keyshortcuts": showKeys ? i + 1 : null,
      },
      chipElement(value),
    ),
  );
  const undo = { id: "undo", words: "Undo", key: "U", kind: "small", disabled: !staged.canUndo };
  const clear = { id: "clear", words: "Clear", key: "C", kind: "small", disabled: !staged.total };
  const saved = { id: "saved", words: "Saved", key: "A", kind: "small" };
  return [
    h("div.chip-row", {}, chips),
    h(
      "div.tools",
      {},
      [undo, clear, saved].map((one) => actionButton(one, showKeys)),
    ),
  ];
}

/**
 * Makes the slider of a bet between two bounds.
 *
 * @param {Slider} slider
 * @param {number} value in cents
 * @param {boolean} disabled
 */
export function betSlider({ least, most, step }, value, disabled) {
  const range = { type: "range", min: least, max: most, step, value };
  return h(
    "div.slider",
    {},
    h("input#amount", { ...range, "aria-label": "Bet", "aria-valuetext": money(value) }),
    actionButton({ id: "slide", words: "Bet", amount: money(value), disabled }, false, "steady"),
  );
}

/**
 * Returns the actions of a decision. The draw says how many cards were tapped.
 *
 * @param {Scene} scene
 * @param {Set<number>} pickedCards
 * @returns {Action[]}
 */
export function decisionActions(scene, pickedCards) {
  const picked = pickedCards.size;
  const buttons = (scene.buttons ?? []).filter(({ command }) => command.do !== "ready");
  if (scene.skip) return [{ id: "skip", words: "Skip to the result", key: "N", kind: "main" }];
  // Folding is apart from the others, at the end.
  /** @param {Button} button */
  const rank = (button) => (button.kind === "fold" ? 1 : 0);
  buttons.sort((one, other) => rank(one) - rank(other));
  return buttons.map((button) => {
    if (button.id === "keep") return { ...button, disabled: picked > 0 };
    if (button.id !== "draw") return button;
    const words = picked ? `Draw ${picked}` : "Draw";
    return { ...button, words, disabled: !picked || picked > (scene.draw ?? 0) };
  });
}

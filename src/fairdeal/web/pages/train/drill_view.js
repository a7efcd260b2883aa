// Draws the drill: the hand and the question, the buttons, and what an answer cost and why.

/** @import { DrillDecision } from "../types.js" */
/** @import { Line } from "./drill.js" */

import { gridElement } from "../shared/card_grid.js";
import { cardElement } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { cardChoice, centsOf, costsOf } from "./drill.js";

/** @type {Record<string, [string, string]>} words and key of each button */
const BUTTONS = {
  ride: ["Let it ride", "R"],
  withdraw: ["Withdraw", "W"],
  fold: ["Fold", "F"],
  "1x": ["1x", "1"],
  "2x": ["2x", "2"],
  "3x": ["3x", "3"],
};
/** @type {Record<string, string>} */
const RANKS = { T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
/** @type {Record<string, string>} */
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/** @param {string} face */
function cardName(face) {
  if (face === "*") return "joker";
  return `${RANKS[face[0]] ?? face[0]} of ${SUITS[face[1]]}`;
}

/** @param {string} cards */
const faces = (cards) => (cards ? cards.split(" ") : []);

/** @param {string} face */
const picture = (face) => cardElement({ face, name: cardName(face) });

/**
 * @param {{ made: number, streak: number, best: number, cents: number }} session
 * @param {boolean} withStreak
 */
export function scoreWords({ made, streak, best, cents }, withStreak) {
  const row = `streak ${streak}${best > streak ? ` (best ${best})` : ""}`;
  const words = [`${made} answered`, withStreak ? row : "", `${money(cents)} given away`];
  return h("span", {}, words.filter(Boolean).join(" · "));
}

/**
 * @param {Line} line
 * @param {DrillDecision} decision
 * @param {Set<number>} picked
 * @param {string} answered
 */
export function handElements({ deck }, decision, picked, answered) {
  const [section, , cards, board, thrown, before] = decision;
  const { question, board: areas, most } = deck.sections[section];
  const up = faces(board).map((face, i) =>
    h("div.spot", {}, picture(face), h("span.spot-title", {}, areas[i].replace(/^the /, ""))),
  );
  const own = faces(cards).map((face, i) =>
    most && !answered
      ? h(
          `button.pick#pick-${i}`,
          {
            type: "button",
            "data-pick": i,
            "aria-pressed": String(picked.has(i)),
            "aria-label": `${cardName(face)}, ${picked.has(i) ? "to be discarded" : "kept"}`,
          },
          picture(face),
        )
      : h(`span.pick${picked.has(i) ? ".thrown" : ""}#card-${i}`, {}, picture(face)),
  );
  const table = deck.paytable ? `${deck.game}, paytable ${deck.paytable}` : deck.game;
  const said = [before, thrown && `Thrown before: ${faces(thrown).map(cardName).join(", ")}`];
  return [
    h("p.game", {}, table),
    h("h2.question", {}, question.split(/: keep/)[0]),
    h("p.before", {}, said.filter(Boolean).join(" · ")),
    up.length ? h("div.up", {}, up) : null,
    h("div.own", {}, own),
  ];
}

/**
 * @param {Line} line
 * @param {DrillDecision} decision
 * @param {Set<number>} picked
 * @param {string} answered
 * @param {{ stake: number, keys: boolean }} choices
 */
export function buttonElements({ deck }, decision, picked, answered, { stake, keys }) {
  /** @param {string} id @param {string} words @param {string} key @param {boolean} [disabled] */
  const button = (id, words, key, disabled = false) =>
    h(
      `button.${id === "next" ? "main" : "choice"}#${id === "next" ? id : `do-${id}`}`,
      { type: "button", "data-do": id, disabled, "aria-keyshortcuts": keys ? key : null },
      words,
      keys ? h("kbd", {}, key) : null,
    );
  if (answered) return [button("next", "Next", "N")];
  const { buttons, most } = deck.sections[decision[0]];
  const draws = most
    ? [
        button("draw", picked.size ? `Draw ${picked.size}` : "Draw", "D", !picked.size),
        button("keep", "Keep all", "K", picked.size > 0),
      ]
    : [];
  const others = buttons.map((id) => {
    const [words, key] = BUTTONS[id] ?? [id, ""];
    const times = Number.parseInt(id, 10);
    return button(id, times ? `${words} ${money(times * stake * 100)}` : words, key);
  });
  // Folding is apart from the others, at the end.
  others.sort((one, other) => Number(one.id === "do-fold") - Number(other.id === "do-fold"));
  return [...draws, ...others];
}

/**
 * Returns a choice in words.
 *
 * @param {string} key
 * @param {string[]} cards
 */
function choiceWords(key, cards) {
  const [name, ...places] = key.split(" ");
  if (name === "clock") return "Time ran out";
  if (name !== "draw") return name.endsWith("x") ? `Bet ${name}` : BUTTONS[name][0];
  if (!places.length) return "Keep all";
  return `Discard ${places.map((place) => cardName(cards[Number(place)])).join(", ")}`;
}

/**
 * Returns the best choices and what the answer cost.
 *
 * @param {Line} line
 * @param {DrillDecision} decision
 * @param {string} answered
 */
function judged({ deck }, decision, answered) {
  const costs = costsOf(deck, decision);
  const best = [...costs].filter(([, cost]) => cost === 0).map(([key]) => key);
  return { cost: costs.get(answered) ?? 0, best, late: answered === "clock" };
}

/**
 * Returns the verdict as one sentence.
 *
 * @param {Line} line
 * @param {DrillDecision} decision
 * @param {string} answered
 * @param {number} stakeCents
 */
export function verdictWords(line, decision, answered, stakeCents) {
  const { cost, best, late } = judged(line, decision, answered);
  const cards = faces(decision[2]);
  const right = best.map((key) => choiceWords(key, cards)).join(", or ");
  const words = choiceWords(answered, cards);
  if (late) return `${words}. Best: ${right}.`;
  if (!cost) return best.length > 1 ? `${words}: right. Equal: ${right}.` : `${words}: right.`;
  return `${words} costs ${priceWords(cost, stakeCents)}. Best: ${right}.`;
}

/**
 * @param {Line} line
 * @param {DrillDecision} decision
 * @param {string} answered
 * @param {number} stakeCents
 */
export function verdictElements(line, decision, answered, stakeCents) {
  const { cost, late } = judged(line, decision, answered);
  const { deck, section, line: number } = line;
  const { lines } = deck.sections[section];
  // A note may refer to those of the decisions before.
  const notes = deck.sections
    .slice(deck.grid.length && section ? 1 : 0, section + 1)
    .map(({ note }) => note);
  const rule = lines[number];
  const followed = cardChoice(deck, decision);
  // Of several ways to keep what a line says, the card's notes choose one.
  const [, ...thrown] = followed.key.split(" ");
  const told = thrown.length
    ? ` (${choiceWords(followed.key, faces(decision[2])).toLowerCase()})`
    : "";
  const shown = lines.map((one, i) =>
    h(
      `li${i === number ? ".lit" : ""}`,
      { "aria-current": i === number ? "true" : null },
      `${one.when}: `,
      h("b", {}, one.do),
    ),
  );
  return [
    h(
      `p.judgement.${cost || late ? "wrong" : "right"}`,
      {},
      verdictWords(line, decision, answered, stakeCents),
    ),
    pricesElement(line, decision, answered, stakeCents),
    h(
      "p.line",
      {},
      "The card says: ",
      h("span", {}, `${rule.when}: `),
      h("b", {}, rule.do),
      `${told}.`,
    ),
    followed.cost
      ? h(
          "p.leaves",
          {},
          `Best play leaves the card here: following it costs ${priceWords(followed.cost, stakeCents)}.`,
        )
      : null,
    h(
      "details.whole-card",
      {},
      h("summary", {}, "The card at this decision"),
      notes.filter(Boolean).map((note) => h("p.muted", {}, note)),
      h("ol.card-lines", {}, shown),
      section === 0 && deck.grid.length ? gridElement(deck.grid, faces(decision[2])) : null,
      h("p.muted", {}, deck.cost),
      h("p", {}, h("a", { href: `${deck.page}#strategy` }, "The whole card")),
    ),
  ];
}

/** So many draws are listed with their prices, and the one that was answered. */
const MOST_DRAWS = 4;

/**
 * Returns what each choice costs at one's own stake, the best first. Of many draws the best are
 * listed.
 *
 * @param {Line} line
 * @param {DrillDecision} decision
 * @param {string} answered
 * @param {number} stakeCents
 */
function pricesElement({ deck }, decision, answered, stakeCents) {
  const cards = faces(decision[2]);
  const ranked = [...costsOf(deck, decision)].sort(([, one], [, other]) => one - other);
  let draws = 0;
  const listed = ranked.filter(
    ([key]) => !key.startsWith("draw") || draws++ < MOST_DRAWS || key === answered,
  );
  const items = listed.map(([key, cost]) => {
    const kind = `${cost ? "" : ".best"}${key === answered ? ".chosen" : ""}`;
    const price = priceWords(cost, stakeCents);
    const words = [choiceWords(key, cards), key === answered ? " (yours)" : ""];
    return h(`li${kind}`, {}, h("span", {}, words), h("b.money", {}, cost ? `−${price}` : "best"));
  });
  return h("ul.prices", { "aria-label": "What each choice costs" }, items);
}

/**
 * Returns a price at one's own stake in words.
 *
 * @param {number} cost
 * @param {number} stakeCents
 */
function priceWords(cost, stakeCents) {
  const cents = centsOf(cost, stakeCents);
  return cents ? money(cents) : "less than a cent";
}

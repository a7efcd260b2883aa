// What best play would have done in a replayed round, by the lab's exact values.

/** @import { JudgedStep } from "../types.js" */

import { byId, h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { own, replay } from "./replay_data.js";

/** @type {Promise<JudgedStep[]> | null} */
let pending = null;

/**
 * Loads the judged decisions and shows them, once.
 *
 * @param {HTMLElement[]} items the steps in the page
 */
export function loadBestPlay(items) {
  pending ??= requestBestPlay(items).catch((error) => {
    pending = null;
    byId("judged").replaceChildren(h("p", {}, error.message));
    throw error;
  });
  return pending;
}

/**
 * @param {HTMLElement[]} items
 * @returns {Promise<JudgedStep[]>}
 */
async function requestBestPlay(items) {
  const words = "The lab is computing. The first time takes some seconds.";
  byId("judged").replaceChildren(h("p.muted", {}, words));
  const response = own
    ? await fetch("/replay/best", { method: "POST", body: own })
    : await fetch(`/r/${replay.round}/best`);
  const answer = await response.json();
  if (!response.ok) throw new Error(`The lab does not answer: ${answer.detail}.`);
  /** @type {JudgedStep[]} */
  const steps = answer;
  byId("judged").replaceChildren(...judgedElements(steps));
  for (const { n, cost } of steps)
    if (cost) items[n - 1].querySelector(".said")?.append(h("span.cost", {}, `cost ${cost}`));
  return steps;
}

/** @param {JudgedStep} step */
function judgedRow({ n, seat, name, done, best, right, cost, judged = true, late = false }) {
  const notJudged = late ? "not counted" : "not valued";
  return h(
    `tr${cost ? ".costly" : ""}`,
    {},
    h("td", {}, h("a", { href: `#${n}` }, String(n))),
    h("th", { scope: "row" }, `Seat ${seat}, ${name}`),
    h("td", {}, done),
    h("td", {}, right && judged ? "the same" : best),
    h("td.number", {}, judged ? cost || "nothing" : notJudged),
  );
}

/** @param {JudgedStep[]} steps */
function judgedElements(steps) {
  if (!steps.length) return [h("p", {}, "There was no decision in this round.")];
  const head = ["Step", "Who", "Did", "Best play", "Cost"];
  const made = steps.filter((step) => !step.late);
  const late = steps.length - made.length;
  const right = made.filter((step) => step.right && step.judged !== false).length;
  const cents = steps.reduce((sum, step) => sum + (step.cents ?? 0), 0);
  const tally =
    right === made.length
      ? "Every decision was the best one."
      : `${right} of ${made.length} decisions were the best; the others cost ${money(cents)} in the long run.`;
  const clock = late
    ? `Time ran out ${late === 1 ? "once" : `${late} times`}, which is no decision of the player.`
    : "";
  const table = h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h("tbody", {}, steps.map(judgedRow)),
  );
  return [
    h("p", {}, [made.length ? tally : "", clock].filter(Boolean).join(" ")),
    h("div.wide", {}, table),
  ];
}

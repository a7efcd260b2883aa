// Asks the lab about the bench, and draws each answer when it comes.

/** @import { AnalyzeAnswer } from "../types.js" */

import { byId, fill } from "../shared/dom.js";
import { asker } from "./lab_ask.js";
import { drawBench, drawFigures } from "./lab_bench.js";
import { fanElements, meterElements } from "./lab_fan.js";
import { workElements } from "./lab_figures.js";
import { forget, page, refuse, soon, tell } from "./lab_page.js";
import { targetElements as foundElements, worthElements } from "./lab_panels.js";
import { isReadable, metersOf, question } from "./lab_state.js";
import { percent } from "./lab_words.js";

const FAN_QUIET_MS = 500;

const figures = asker("analyze", {
  working(job) {
    // The fan follows the figures: what is asked of an earlier bench is not wanted any more.
    forget("fan");
    fan.giveUp();
    page.stale = true;
    page.solving = job !== null;
    if (job) fill(byId("work"), workElements(job, "analyze"));
    drawFigures();
  },
  answered(answer) {
    page.answered = /** @type {AnalyzeAnswer} */ (answer);
    page.shown = page.answered.wagers[0];
    page.stale = page.solving = false;
    refuse("");
    fill(byId("work"), []);
    drawBench();
    tell(`House edge ${percent(page.shown.house_edge)}`);
    soon("fan", FAN_QUIET_MS, askFan);
    if (metersOf(page.state).length) askMeters();
  },
  refused(words) {
    page.solving = false;
    fill(byId("work"), []);
    drawFigures();
    refuse(words);
  },
  cancelled() {
    page.solving = false;
    fill(byId("work"), []);
    drawFigures();
    tell("Cancelled. The figures are those of before.");
  },
});

/** Asks about the printed table, from which the lines begin. */
export const base = asker("analyze", {
  working() {},
  answered(answer) {
    page.printed = answer.wagers[0];
    drawFigures();
  },
  refused() {},
  cancelled() {},
});

/**
 * Returns what asks for the content of a panel.
 *
 * @param {string} kind
 * @param {string} panel
 * @param {(answer: any) => (Node | false | string)[]} elements
 */
const panelAsker = (kind, panel, elements) =>
  asker(kind, {
    working(job) {
      byId(panel).classList.add("stale");
      if (job || !byId(panel).children.length) fill(byId(panel), workElements(job, kind));
    },
    answered(answer) {
      byId(panel).classList.remove("stale");
      fill(byId(panel), elements(answer));
    },
    refused(words) {
      byId(panel).classList.remove("stale");
      const told = document.createElement("p");
      told.className = "refused";
      told.textContent = words;
      fill(byId(panel), [told]);
    },
    cancelled() {
      byId(panel).classList.remove("stale");
      fill(byId(panel), []);
    },
  });

const fan = panelAsker("fan", "fan", fanElements);
const meters = panelAsker("meters", "meters", meterElements);
export const worth = panelAsker("readings", "worth", worthElements);
export const target = panelAsker("target", "target", (answer) => {
  page.proposals = answer;
  return foundElements(answer);
});

/** What asks for each kind of answer. */
export const ASKERS = { analyze: figures, fan, meters, readings: worth, target };

export function askFigures() {
  if (!isReadable(page.state)) return;
  figures.ask(question(page.state));
}

export function askFan() {
  if (!isReadable(page.state) || page.stale) return;
  fan.ask({ ...question(page.state), stake: page.state.stake, rounds: page.state.rounds });
}

export function askMeters() {
  const rate = Object.fromEntries(
    Object.entries(page.state.rates).map(([meter, share]) => [
      meter,
      Math.round(share * 100) / 10_000,
    ]),
  );
  const named = metersOf(page.state).map(({ meter }) => meter);
  const fed = Object.fromEntries(Object.entries(rate).filter(([meter]) => named.includes(meter)));
  meters.ask({ ...question(page.state), rate: fed });
}

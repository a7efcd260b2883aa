// Draws the bench of the lab: the lines of its tables, the strip, the figures and the help.

/** @import { OutcomeAnswer } from "../types.js" */

import { byId, fill } from "../shared/dom.js";
import { figureElements, stripElements } from "./lab_figures.js";
import { commandLine, ownGroups } from "./lab_files.js";
import { page } from "./lab_page.js";
import { groupsOf, toHash } from "./lab_state.js";
import { groupElement } from "./lab_view.js";

/** The outcomes of the figures by hand; they say nothing of another wager's lines. */
export function outcomesByHand() {
  /** @type {Map<string, OutcomeAnswer>} */
  const found = new Map();
  if (page.shown?.wager === page.state.wager.wager)
    for (const one of page.shown.outcomes) if (!found.has(one.hand)) found.set(one.hand, one);
  return found;
}

export function drawFigures() {
  const several = groupsOf(page.state).filter(({ tables }) => tables.length > 1);
  const name = several.map(({ group }) => page.state.tables[group]).join(", ");
  fill(byId("strip"), stripElements(page.shown, page.printed, name, page.stale, page.solving));
  fill(byId("figures"), page.shown ? figureElements(page.shown, page.stale) : []);
  byId("lab").setAttribute("data-settled", String(!page.stale && page.shown !== null));
}

export function drawLines() {
  const outcomes = outcomesByHand();
  fill(
    byId("groups"),
    groupsOf(page.state).map((group) => groupElement(page.state, group, outcomes, page.stale)),
  );
}

export function drawBench() {
  drawLines();
  drawFigures();
  /** @type {HTMLButtonElement} */ (byId("take-table")).disabled = !ownGroups(page.state).length;
  drawCommand();
  history.replaceState(null, "", toHash(page.state));
}

/** Says what the columns mean, and which keys change a line. */
export function drawHelp() {
  const isMain = page.state.wager.wager === "main";
  const { unit } = page.state.wager;
  byId("line-help").textContent =
    `Chance: how often ${isMain ? "a round ends on this line under best play" : "the line is hit"}. ` +
    `Gives back: what it adds to the value of one ${unit}. ` +
    "Arrow keys step a payout as a sign would, Enter goes to the next line, Escape brings the printed one back.";
  byId("line-worth").textContent = "";
  byId("line-worth").hidden = isMain;
  byId("target-help").textContent = isMain
    ? "The main wagers are solved again for each change: this may take a minute or more."
    : "Only payouts that a sign would have are tried; each edge is exact.";
}

/** @param {(Node | false)[]} [found] what was said of a rules file */
export function drawCommand(found = []) {
  const words = document.createElement("p");
  words.className = "command";
  const code = document.createElement("code");
  code.textContent = commandLine(page.state);
  words.append("The same figures on the command line: ", code);
  fill(byId("take"), [...found, words]);
}

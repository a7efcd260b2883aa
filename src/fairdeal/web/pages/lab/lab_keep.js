// What is kept of the lab: figures beside those of now, and files to take home.

/** @import { Kept } from "./lab_figures.js" */

import { byId, closest, fill } from "../shared/dom.js";
import { Refusal, requestJson } from "../shared/requests.js";
import { drawCommand } from "./lab_bench.js";
import { drawAll, setInputs } from "./lab_changes.js";
import { keptElements } from "./lab_figures.js";
import { download, fileName, ownGroups, paytableFile } from "./lab_files.js";
import { page, refuse, tell } from "./lab_page.js";
import { rulesElements } from "./lab_panels.js";
import { fromHash, metersOf, paytables, tableName, toHash } from "./lab_state.js";

/** @type {Kept[]} */
let kept = [];
let keptCount = 0;

export function keep() {
  if (!page.shown || page.stale) return;
  keptCount += 1;
  const title = `${page.state.game.title}, ${page.state.wager.wager === "main" ? "main wagers" : page.state.wager.title}`;
  const one = {
    id: `kept-${keptCount}`,
    title,
    table: tableName(page.state),
    figures: page.shown,
    hash: toHash(page.state),
  };
  kept = [...kept, one].slice(-12);
  fill(byId("kept"), keptElements(kept));
  tell(`Kept: ${one.table}`);
}

/** @param {Event} event */
export function onKept(event) {
  const drop = closest(event, "[data-drop]")?.dataset.drop;
  const bench = closest(event, "[data-bench]")?.dataset.bench;
  if (drop) {
    kept = kept.filter(({ id }) => id !== drop);
    fill(byId("kept"), keptElements(kept));
    byId("keep").focus();
  }
  const one = kept.find(({ id }) => id === bench);
  if (!one) return;
  event.preventDefault();
  page.state = fromHash(page.games, one.hash);
  drawAll();
  setInputs();
}

export async function takeRules() {
  const offered = [.../** @type {HTMLFormElement} */ (byId("offer")).querySelectorAll("input")]
    .filter(({ checked }) => checked)
    .map(({ name }) => name);
  const main = page.state.game.wagers[0].groups;
  const meterNames = metersOf(page.state).map(({ meter }) => meter);
  const reset = Object.fromEntries(
    Object.entries(page.state.meters).filter(([meter]) => meterNames.includes(meter)),
  );
  try {
    const found = await requestJson("/api/lab/rules", {
      game: page.state.game.game,
      jurisdiction: page.state.game.jurisdiction,
      paytables: paytables(page.state, [...main, ...offered]),
      readings: page.state.readings,
      ...(page.state.limit === null ? {} : { payout_limit: page.state.limit }),
      ...(Object.keys(reset).length ? { reset } : {}),
    });
    if (found.toml) download(`${page.state.game.game}.toml`, found.toml, "application/toml");
    drawCommand(rulesElements(found));
    byId("take").focus({ preventScroll: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(error.sentence);
  }
}

export function takeTables() {
  for (const { group } of ownGroups(page.state))
    download(fileName(page.state, group), paytableFile(page.state, group), "application/toml");
  drawCommand();
}

export function takeFigures() {
  if (!page.answered || page.stale) return;
  const name = `${page.state.game.game}-${page.state.wager.wager}.json`;
  download(name, `${JSON.stringify(page.answered, null, 2)}\n`, "application/json");
}

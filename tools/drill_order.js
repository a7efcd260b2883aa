// Asks the drill itself which line comes next, for the simulated learner in drill_learner.py.
// Standard input has a line of JSON for each answer; standard output has the id of the next line.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { linesOf, nextLine } from "../src/fairdeal/web/pages/train/drill.js";

const lines = linesOf([JSON.parse(readFileSync(process.argv[2], "utf8"))]);
/** @type {Record<string, import("../src/fairdeal/web/pages/train/drill.js").LineMemory>} */
let memories = {};
createInterface({ input: process.stdin }).on("line", (text) => {
  const { id, at, due, rating, now } = JSON.parse(text);
  if (id) memories[id] = { memory: null, at, due, rating, pending: [] };
  else memories = {};
  process.stdout.write(`${nextLine(lines, memories, now, id).id}\n`);
});

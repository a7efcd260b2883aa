// What the browser keeps of the drill: the settings, and each line's answers with the date on which it
// comes again. Answers that were given offline are sent later.

/** @import { LineMemory } from "./drill.js" */

import { requestJson } from "../shared/requests.js";
import { scheduled, unscheduled } from "./drill.js";

const STORED = "fairdeal drill 1";

/** @type {{ lines: Record<string, LineMemory>, choices: Record<string, any> }} */
export const stored = { lines: {}, choices: {}, ...readStored() };
/** The settings. */
export const choices = {
  deck: "",
  mode: "all",
  line: "",
  stake: 10,
  limit: "",
  clock: false,
  streak: true,
  keys: true,
  ...stored.choices,
};
/** The lines whose answers are on their way to the server. @type {Set<string>} */
const sending = new Set();

export const nowSeconds = () => Date.now() / 1000;

function readStored() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}");
  } catch {
    return {};
  }
}

export function store() {
  localStorage.setItem(STORED, JSON.stringify({ lines: stored.lines, choices }));
}

/**
 * Remembers an answer at once, and asks the server when the line comes again. Until the server
 * answers, the line has a plain date; answers that were given offline are sent later, with the
 * moments at which they were given.
 *
 * @param {string} id
 * @param {number} rating
 * @param {boolean} known
 */
export function schedule(id, rating, known) {
  const before = stored.lines[id];
  const at = nowSeconds();
  // A right answer before its date leaves the date: practice in one heap teaches little.
  const ahead = before && known && before.due > at;
  stored.lines[id] = ahead ? { ...before, at } : unscheduled(before, { rating, at });
  store();
  send(id);
}

/** @param {string} id of a line with answers that the server has not seen */
async function send(id) {
  const { memory, pending } = stored.lines[id];
  if (sending.has(id) || !pending?.length || !navigator.onLine) return;
  sending.add(id);
  const answer = await requestJson("/train/review", { memory, answers: pending }).catch(() => null);
  sending.delete(id);
  if (!answer || !stored.lines[id]) return;
  stored.lines[id] = scheduled(stored.lines[id], answer, pending.length);
  store();
  await send(id);
}

/** Sends what was answered offline, one line after the other. */
export async function sendAll() {
  for (const id of Object.keys(stored.lines)) await send(id);
}

// Another tab of the drill has answered.
addEventListener("storage", ({ key }) => {
  if (key === STORED) stored.lines = readStored().lines ?? {};
});
addEventListener("online", sendAll);

// Questions to the lab. A question is answered at once, or it is queued and looked at until it is
// done. A new question of the same kind takes the place of the one before, which is cancelled.

/** @import { LabJob } from "../types.js" */

import { Refusal, requestJson } from "../shared/requests.js";

const LOOK_MS = 300;
/** The queue was full, or the client asked too much: it is asked again after a while. */
const BUSY = [429, 503];
const BUSY_MS = 3_000;

/**
 * @typedef {object} Told
 * @property {(job: LabJob | null) => void} working a question is on its way; null before it is queued
 * @property {(answer: any) => void} answered
 * @property {(words: string) => void} refused
 * @property {() => void} cancelled
 */

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @param {string} job */
const cancelJob = (job) => requestJson(`/api/lab/jobs/${job}/cancel`, {}).catch(() => null);

/**
 * Returns what asks one kind of question.
 *
 * @param {string} kind
 * @param {Told} told
 */
export function asker(kind, told) {
  let turn = 0;
  /** @type {string | null} */
  let job = null;

  function giveUp() {
    turn += 1;
    if (job) cancelJob(job);
    job = null;
  }

  /** @param {object} body */
  async function ask(body) {
    giveUp();
    const mine = turn;
    told.working(null);
    try {
      let answer = await requestJson(`/api/lab/${kind}`, body);
      while (mine === turn && "state" in answer) {
        job = answer.job;
        const done = await followed(answer, () => mine === turn);
        job = null;
        if (!done) return;
        answer = await requestJson(`/api/lab/${kind}`, body);
      }
      if (mine === turn) told.answered(answer);
      else if ("state" in answer) cancelJob(answer.job);
    } catch (error) {
      if (mine !== turn) return;
      if (!(error instanceof Refusal)) throw error;
      if (!BUSY.includes(error.status)) return told.refused(error.sentence);
      await pause(BUSY_MS);
      if (mine === turn) await ask(body);
    }
  }

  /**
   * Looks at a job until it ends; returns whether it has an answer.
   *
   * @param {LabJob} first
   * @param {() => boolean} wanted
   */
  async function followed(first, wanted) {
    for (let seen = first; wanted(); seen = await requestJson(`/api/lab/jobs/${seen.job}`)) {
      if (!wanted()) return false;
      if (seen.state === "done") return true;
      if (seen.state === "failed") {
        throw new Refusal(422, { detail: seen.problem ?? "this could not be computed" });
      }
      if (seen.state === "cancelled") {
        told.cancelled();
        return false;
      }
      told.working(seen);
      await pause(LOOK_MS);
    }
    return false;
  }

  return {
    ask,
    giveUp,
    cancel() {
      giveUp();
      told.cancelled();
    },
    /** Gives up while the page goes away, when no ordinary request is sent any more. */
    leave() {
      if (job) navigator.sendBeacon(`/api/lab/jobs/${job}/cancel`);
    },
  };
}

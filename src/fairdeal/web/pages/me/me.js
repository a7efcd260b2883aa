// The page of one's own play while rounds are still being worked out: it asks every few seconds how
// many there are, and loads anew when there are none.

import { byId } from "../shared/dom.js";
import { requestJson } from "../shared/requests.js";

const FIRST_WAIT_MS = 700;
const LONGEST_WAIT_MS = 8000;

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function follow() {
  const words = byId("working");
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)) {
    await pause(wait);
    /** @type {{ ready: boolean, pending: number } | null} */
    const play = await requestJson("/api/me/play").catch(() => null);
    if (play?.ready) break;
    if (play && String(play.pending) !== words.dataset.pending) {
      words.dataset.pending = String(play.pending);
      const rounds = `${play.pending} round${play.pending === 1 ? "" : "s"}`;
      words.textContent = `${rounds} to be worked out.`;
    }
  }
  location.reload();
}

follow();

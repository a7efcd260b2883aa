// Limits of a table that were changed or posted since the page was made. Only then this is loaded.

/** @import { Scene } from "../types.js" */

import { byId, h } from "../shared/dom.js";

/** When the limits of a notice that the player has closed come into force. */
let closed = 0;

/**
 * Writes changed limits with the digest of the rules, and a notice of posted ones.
 *
 * @param {Scene} scene
 */
export function drawLimits({ limits, digest = "", notice }) {
  if (limits) {
    byId("limits").textContent = limits;
    const code = byId("rules-digest");
    code.textContent = digest.slice(0, 12);
    code.title = digest;
  }
  document.getElementById("limits-notice")?.remove();
  document.getElementById("limits-next")?.remove();
  if (!notice) return;
  byId("limits").after(h("span#limits-next", {}, ` \u00b7 ${noticeWords(notice)}`));
  if (notice.at !== closed) byId("strip").prepend(noticeElement(notice));
}

/** @param {{ limits: string, at: number }} notice of other limits that are posted */
function noticeWords({ limits, at }) {
  const time = new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return `From ${time} on: bets ${limits}`;
}

/**
 * Makes the notice over the felt, which the player may close: it stands among the limits as well.
 *
 * @param {{ limits: string, at: number }} notice
 */
function noticeElement(notice) {
  const close = h("button.small", { type: "button" }, "Close");
  const element = h("p.strip.good#limits-notice", {}, `${noticeWords(notice)}.`, close);
  close.addEventListener("click", () => {
    closed = notice.at;
    element.remove();
  });
  return element;
}

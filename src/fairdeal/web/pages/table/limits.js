// Limits of a table that were changed or posted since the page was made. Only then this is loaded.

/** @import { Scene } from "../types.js" */

import { byId, h } from "../shared/dom.js";

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
  if (notice) byId("strip").prepend(noticeElement(notice));
}

/** @param {{ limits: string, at: number }} notice of other limits that are posted */
function noticeElement({ limits, at }) {
  const time = new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return h("p.strip.good#limits-notice", {}, `From ${time} on: bets ${limits} at this table.`);
}

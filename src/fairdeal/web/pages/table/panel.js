// The column beside the felt: announcements and the last rounds. It also has the two live regions
// that screen readers read aloud.

/** @import { Announcement } from "../types.js" */

import { byId, fill, h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { requestJson } from "../shared/requests.js";

const MOST_ANNOUNCEMENTS = 60;
const MOST_READ_ALOUD = 8;

/**
 * Has a screen reader read words aloud. Each time it is a new element, so that the same words are
 * read again.
 *
 * @param {string} words
 * @param {boolean} [urgent]
 */
export function readAloud(words, urgent = false) {
  const region = byId(urgent ? "assertive" : "polite");
  region.append(h("p", {}, words));
  while (region.children.length > MOST_READ_ALOUD) region.firstChild?.remove();
}

/**
 * Makes the item of an announcement. The same words in a row are written once, with a count.
 *
 * @param {Announcement} announcement
 * @param {HTMLElement | null} previous
 */
function announcementItem({ words, clause }, previous) {
  const repeated = previous?.dataset.words === words ? Number(previous.dataset.times) : 0;
  const times = repeated + 1;
  if (repeated) previous?.remove();
  const cited = clause && !words.includes(clause);
  return h(
    "li",
    { "data-words": words, "data-times": times },
    words,
    times > 1 && ` × ${times}`,
    cited && [" ", h("span.clause", {}, clause)],
  );
}

/**
 * Adds announcements to the list, the last on top, and has them read aloud.
 *
 * @param {Announcement[]} announcements
 * @param {boolean} silently
 */
export function addAnnouncements(announcements, silently) {
  const list = byId("said");
  for (const one of announcements) {
    const first = /** @type {HTMLElement | null} */ (list.firstElementChild);
    list.prepend(announcementItem(one, first));
    if (!silently) readAloud(one.spoken ?? one.words, one.urgent);
  }
  while (list.children.length > MOST_ANNOUNCEMENTS) list.lastChild?.remove();
}

/**
 * Returns in words what the player won or lost in a round.
 *
 * @param {number} cents
 */
export function netWords(cents) {
  if (cents > 0) return `You won ${money(cents)} net`;
  return cents < 0 ? `You lost ${money(-cents)} net` : "You came out even";
}

/**
 * Loads the last ten rounds, after one has ended.
 *
 * @param {string} table
 */
export async function loadRounds(table) {
  /** @type {{ round: string, number: number, void: boolean }[] | null} */
  const rounds = await requestJson(`/api/rounds?table=${table}&limit=10`).catch(() => null);
  if (!rounds) return;
  const items = rounds.map((round) =>
    h(
      "li",
      {},
      h("a", { href: `/r/${round.round}` }, `Round ${round.number}`),
      round.void ? h("span.muted", {}, " void") : null,
    ),
  );
  const none = h("p.muted", {}, "No round has ended yet.");
  fill(byId("rounds"), [items.length ? h("ol", {}, items) : none]);
}

// The figures of the table on the bench: the edge large, the others beside it, and kept tables.

/** @import { LabJob, WagerAnswer } from "../types.js" */

import { h } from "../shared/dom.js";
import { capital, dollars, oneIn, percent, signedPercent } from "./lab_words.js";

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} title
 * @property {string} table
 * @property {WagerAnswer} figures
 * @property {string} hash
 */

/**
 * @param {WagerAnswer | null} now
 * @param {WagerAnswer | null} printed the printed table that the lines begin from
 * @param {string} name
 * @param {boolean} stale
 * @param {boolean} solving whether the figures of the bench take a while
 */
export function stripElements(now, printed, name, stale, solving) {
  const edge = now ? percent(now.house_edge) : "…";
  const difference = now && printed ? now.house_edge - printed.house_edge : 0;
  return [
    h("p.edge-word", {}, "House edge", now && h("small", {}, ` of one ${now.unit}`)),
    h(
      `p.edge${stale ? ".stale" : now && now.house_edge < 0 ? ".gives" : ""}`,
      { id: "edge" },
      edge,
    ),
    h(
      `p.change${stale ? ".stale" : ""}`,
      { id: "change" },
      !now || solving
        ? "being solved …"
        : now.ev === printed?.ev
          ? `as printed${name ? `, ${name}` : ""}`
          : `${signedPercent(difference)} against ${name ? `printed ${name}` : "the printed table"}`,
    ),
  ];
}

/** @param {WagerAnswer} now @param {boolean} stale */
export function figureElements(now, stale) {
  const unit = now.unit;
  const units = unit === "stake" ? "stakes" : `${unit}s`;
  const rows = /** @type {[string, string, string][]} */ ([
    ["Return", percent(1 - now.house_edge), `of one ${unit}`],
    ["Element of risk", percent(now.element_of_risk), "of all that is bet"],
    ["Standard deviation", now.standard_deviation.toFixed(2), units],
    [
      now.wager === "main" ? "Rounds that end ahead" : "Hit rate",
      percent(now.hit_frequency),
      oneIn(now.hit_frequency),
    ],
    ["Bet on average", now.average_wagered.toFixed(2), units],
    ["Value, exactly", now.ev, `of one ${unit}`],
  ]);
  if (typeof now.break_even === "number") {
    const meter = now.break_even < 0 ? "at any amount" : dollars(now.break_even);
    rows.push(["Top meter breaks even", meter, "with the others as given"]);
  }
  if (now.envy_per_player)
    rows.push(["Envy", signedPercent(now.envy_per_player), "for each other player"]);
  return [
    h(
      `dl.figure-list${stale ? ".stale" : ""}`,
      {},
      rows.map(([name, value, of]) =>
        h(
          "div",
          { "data-key": name },
          h("dt", {}, name),
          h("dd", {}, value, " ", h("small", {}, of)),
        ),
      ),
    ),
    h("p.muted.small", {}, assumptions(now)),
  ];
}

/** @param {WagerAnswer} now */
function assumptions({ wager, payout_limit: limit, stake }) {
  if (wager !== "main") return "A side bet has no decisions: every deal is counted.";
  if (limit === null) return "Under best play; no payout limit is counted.";
  return `Under best play with a payout limit of ${dollars(limit)}, at ${dollars(stake ?? 0)} a unit.`;
}

/**
 * Returns what a job does, in words.
 *
 * @param {LabJob | null} job
 */
export function workWords(job) {
  if (!job) return "Asking …";
  if (job.state === "waiting" && job.ahead) return `Waiting: ${job.ahead} before it`;
  if (!job.work) return "Starting …";
  if (job.total) return `${job.work}: ${job.done} of ${job.total}`;
  const last = job.about ? `; the last such question took ${Math.ceil(job.about)}` : "";
  const seconds = Math.floor(job.seconds);
  return `${job.work}: ${seconds} ${seconds === 1 ? "second" : "seconds"}${last}`;
}

/**
 * Returns how far a job is: by its steps, else by how long the last such question took; null where
 * there is no such question, or this one takes longer.
 *
 * @param {LabJob | null} job
 */
export function shareOf(job) {
  if (job?.total) return job.done / job.total;
  return job?.about && job.work && job.seconds < job.about ? job.seconds / job.about : null;
}

/** @param {LabJob | null} job @param {string} id */
export function workElements(job, id) {
  const words = workWords(job);
  return [
    h(
      "div.work",
      { "data-key": id },
      h("progress", { max: "1", value: shareOf(job), "aria-label": words }),
      h("span", {}, words),
      job && h("button", { type: "button", "data-cancel": id, id: `cancel-${id}` }, "Cancel"),
    ),
  ];
}

/** @param {Kept[]} kept */
export function keptElements(kept) {
  if (!kept.length) return [];
  return [
    h(
      "div.scroll",
      { tabindex: "0", role: "region", "aria-label": "Kept tables" },
      h(
        "table.rows",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Table"),
            ["Edge", "Risk", "Deviation", "Hit rate"].map((words) =>
              h("th.number", { scope: "col" }, words),
            ),
            h("th", { scope: "col" }, h("span.hidden-text", {}, "Remove")),
          ),
        ),
        h(
          "tbody",
          {},
          kept.map(({ id, title, table, figures, hash }) =>
            h(
              "tr",
              { "data-key": id },
              h(
                "th",
                { scope: "row" },
                h("a", { href: hash, "data-bench": id }, capital(table)),
                h("small", {}, title),
              ),
              h("td.number", {}, percent(figures.house_edge)),
              h("td.number", {}, percent(figures.element_of_risk)),
              h("td.number", {}, figures.standard_deviation.toFixed(2)),
              h("td.number", {}, percent(figures.hit_frequency)),
              h(
                "td",
                {},
                h(
                  "button.quiet-button",
                  { type: "button", "data-drop": id, "aria-label": `Remove ${table}` },
                  "×",
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ];
}

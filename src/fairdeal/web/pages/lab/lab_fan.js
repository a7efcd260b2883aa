// The fan of results, and the edge of a growing meter, as drawings with their numbers as tables.

/** @import { FanAnswer, MetersAnswer, MeterFigures } from "../types.js" */

import { h } from "../shared/dom.js";
import { capital, dollars, figureWords, middle, percent, signedPercent } from "./lab_words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 720;
const HEIGHT = 260;
/** The bands from the widest to the narrowest: their quantiles in percent, and their class. */
const BANDS = /** @type {[string, string, string][]} */ ([
  ["1", "99", "band-99"],
  ["5", "95", "band-95"],
]);

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
function s(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** @param {[number, number][]} points */
const path = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/**
 * Returns round amounts between two bounds, zero among them where it lies between.
 *
 * @param {number} low
 * @param {number} high
 */
export function marks(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step)
    found.push(Math.round(at / step) * step);
  return found;
}

/** @param {FanAnswer} fan */
export function fanElements(fan) {
  const rounds = fan.rounds.at(-1) ?? 1;
  const quantiles = Object.fromEntries(
    Object.entries(fan.quantiles).map(([share, figures]) => [share, figures.map(middle)]),
  );
  const heights = [0, ...quantiles["1"], ...quantiles["99"], ...fan.expected];
  const low = Math.min(...heights);
  const high = Math.max(...heights);
  const room = (high - low || 1) * 0.06;
  const x = (/** @type {number} */ done) => (WIDTH * done) / rounds;
  const y = (/** @type {number} */ amount) =>
    (HEIGHT * (high + room - amount)) / (high - low + 2 * room);
  const line = (/** @type {number[]} */ figures) =>
    /** @type {[number, number][]} */ ([
      [0, y(0)],
      ...figures.map((amount, at) => [x(fan.rounds[at]), y(amount)]),
    ]);
  const shown = marks(low, high);
  const drawing = s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `Results after up to ${rounds.toLocaleString("en")} rounds; the table below has the numbers`,
      preserveAspectRatio: "none",
    },
    ...BANDS.map(([below, above, name]) =>
      s("polygon", {
        class: name,
        points: path([...line(quantiles[above]), ...line(quantiles[below]).reverse()]),
      }),
    ),
    ...shown.map((amount) =>
      s("line", {
        class: amount === 0 ? "zero" : "grid",
        x1: 0,
        x2: WIDTH,
        y1: y(amount),
        y2: y(amount),
      }),
    ),
    s("polyline", { class: "mean", points: path(line(fan.expected)) }),
    s("polyline", { class: "median", points: path(line(quantiles["50"])) }),
  );
  // The amounts stand beside the drawing, which stretches; letters would stretch with it.
  const scale = s(
    "svg",
    {
      class: "scale",
      viewBox: `0 0 100 ${HEIGHT}`,
      // As high as the drawing, however wide.
      preserveAspectRatio: "xMaxYMid slice",
      "aria-hidden": "true",
    },
    ...shown.map((amount) =>
      s("text", { x: 94, y: y(amount) + 5, "text-anchor": "end" }, dollars(amount)),
    ),
  );
  return [
    h("div.drawing", {}, scale, drawing),
    h(
      "p.axis.muted",
      { "aria-hidden": "true" },
      h("span", {}, "0"),
      h("span", {}, `${rounds.toLocaleString("en")} rounds`),
    ),
    h(
      "p.legend.muted",
      {},
      h("i.key.band-99", { "aria-hidden": "true" }),
      "98 % of all sessions ",
      h("i.key.band-95", { "aria-hidden": "true" }),
      "90 % ",
      h("i.key.line-key", { "aria-hidden": "true" }),
      "half are below ",
      h("i.key.dash-key", { "aria-hidden": "true" }),
      "on average",
    ),
    h("p.sentence", {}, sentence(fan, rounds)),
    fanTable(fan, rounds),
    h(
      "p.muted.small",
      {},
      fan.is === "exact"
        ? "Quantiles are exact: the distribution of the total is computed, and nothing is sampled. "
        : "Two numbers are proven bounds of a quantile. ",
      fan.payout_limit === null
        ? "No payout limit is counted."
        : `A payout limit of ${dollars(fan.payout_limit)} is counted.`,
    ),
  ];
}

/** @param {FanAnswer} fan @param {number} rounds */
function sentence(fan, rounds) {
  const most = dollars(fan.largest);
  const ahead = figureWords(fan.ahead, (share) => percent(share));
  const mean = fan.ev_decimal * rounds;
  const on = mean < 0 ? "is lost" : "is won";
  return `${ahead} of all sessions end ahead. ${dollars(Math.abs(mean))} ${on} on average. One round wins ${most} at most.`;
}

/** @param {FanAnswer} fan @param {number} rounds */
function fanTable(fan, rounds) {
  const cells = Object.entries(fan.quantiles).map(([share, figures]) => [
    `${share} % end at or below`,
    figureWords(figures.at(-1) ?? 0, dollars),
  ]);
  return h(
    "dl.figure-list.quantiles",
    { "aria-label": `Results after ${rounds} rounds` },
    cells.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** @param {MetersAnswer} found */
export function meterElements(found) {
  return [
    h("div.meter-drawings", {}, found.meters.map(meterDrawing)),
    h(
      "div.scroll",
      { tabindex: "0", role: "region", "aria-label": "Meters" },
      h(
        "table.rows",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Meter"),
            ["Least reset", "Now", "$1,000 more add", "Breaks even at", "Exactly"].map((words) =>
              h("th.number", { scope: "col" }, words),
            ),
            ["Wagers to get there", "Gets there before a hit", "Wagers pay the reset"].map(
              (words) => h("th.number", { scope: "col" }, words),
            ),
          ),
        ),
        h("tbody", {}, found.meters.map(meterRow)),
      ),
    ),
    h(
      "p.muted.small",
      {},
      "Each meter grows alone, with the others as given. ",
      typeof found.long_run_edge === "number"
        ? `In the long run, with every meter at what it shows on average when it is hit, the edge is ${percent(found.long_run_edge)}.`
        : "Say how each meter is fed, beside its amount, for the edge in the long run and the wagers to break-even.",
    ),
  ];
}

/** @param {MeterFigures} one */
function meterRow(one) {
  const there = typeof one.wagers_to_break_even === "number";
  return h(
    "tr",
    { "data-key": one.meter },
    h("th", { scope: "row" }, capital(one.meter)),
    h("td.number", {}, dollars(one.least)),
    h("td.number", {}, dollars(one.amount)),
    h("td.number", {}, signedPercent(one.return_per_1000 / 1, 4)),
    h(
      "td.number",
      {},
      one.break_even_decimal === null
        ? "never"
        : one.break_even_decimal <= one.amount
          ? "already above"
          : dollars(one.break_even_decimal),
    ),
    h("td.number", {}, one.break_even ?? "–"),
    h("td.number", {}, there ? (one.wagers_to_break_even ?? 0).toLocaleString("en") : "–"),
    h(
      "td.number",
      {},
      typeof one.reaches_break_even === "number" ? percent(one.reaches_break_even) : "–",
    ),
    h("td.number", {}, one.funded === undefined ? "–" : one.funded ? "yes" : "no"),
  );
}

/** @param {MeterFigures} one */
function meterDrawing(one) {
  const [first, last] = [one.points[0], one.points[one.points.length - 1]];
  const edges = [0, ...one.points.map(({ house_edge: edge }) => edge)];
  const low = Math.min(...edges);
  const high = Math.max(...edges);
  const room = (high - low || 1) * 0.12;
  const width = 320;
  const height = 120;
  const x = (/** @type {number} */ amount) =>
    (width * (amount - first.amount)) / (last.amount - first.amount || 1);
  const y = (/** @type {number} */ edge) =>
    (height * (high + room - edge)) / (high - low + 2 * room);
  const even = one.break_even_decimal;
  const inside = even !== null && even > first.amount && even < last.amount;
  return h(
    "figure",
    { "data-key": one.meter },
    s(
      "svg",
      {
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `The edge as ${one.meter} grows: ${percent(first.house_edge)} at ${dollars(first.amount)}${even === null ? "" : `, none at ${dollars(even)}`}`,
        preserveAspectRatio: "none",
      },
      s("line", { class: "zero", x1: 0, x2: width, y1: y(0), y2: y(0) }),
      s("polyline", {
        class: "median",
        points: path(one.points.map((at) => [x(at.amount), y(at.house_edge)])),
      }),
      ...(inside
        ? [s("line", { class: "even", x1: x(even), x2: x(even), y1: 0, y2: height })]
        : []),
    ),
    h(
      "figcaption",
      {},
      h("b", {}, capital(one.meter)),
      ` ${percent(first.house_edge)} at ${dollars(first.amount)}`,
      inside ? `, nothing at ${dollars(even)}` : "",
    ),
  );
}

// The bench as elements: what is on it, the paytable with its lines, and the terms.

/** @import { LabGame, LabGroup, LabTable, OutcomeAnswer } from "../types.js" */
/** @import { LabState } from "./lab_state.js" */

import { h } from "../shared/dom.js";
import { isPayout, metersOf, paysOf, searchedGroup, tableOf } from "./lab_state.js";
import { capital, oneIn, signedPercent } from "./lab_words.js";

/** @param {LabGame} game */
export const gameKey = ({ game, jurisdiction }) => `${game} ${jurisdiction}`;

/**
 * @param {string} name
 * @param {[string, string][]} options
 * @param {string} chosen
 */
const select = (name, options, chosen) =>
  h(
    "select",
    { name },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );

/** @param {LabGame[]} games @param {LabState} state */
export function subjectElements(games, state) {
  return [
    h(
      "label",
      {},
      "Game ",
      select(
        "game",
        games.map((one) => [gameKey(one), `${one.title}, ${one.place}`]),
        gameKey(state.game),
      ),
    ),
    h(
      "label",
      {},
      "Wager ",
      select(
        "wager",
        state.game.wagers.map(({ wager, title }) => [
          wager,
          wager === "main" ? `Main wagers: ${title}` : title,
        ]),
        state.wager.wager,
      ),
    ),
  ];
}

/**
 * Returns a group of paytables: buttons of the printed ones above the lines.
 *
 * @param {LabState} state
 * @param {LabGroup} group
 * @param {Map<string, OutcomeAnswer>} outcomes by hand, of the figures that are known
 * @param {boolean} stale
 */
export function groupElement(state, group, outcomes, stale) {
  const several = group.tables.length > 1;
  const base = tableOf(state, group);
  const changed = state.lines[group.group] ?? {};
  const alike = group.tables.filter(({ hand }) => hand === base.hand);
  return h(
    "div.group",
    { "data-key": group.group },
    h("h3", {}, group.title, " ", h("span.clause", {}, base.clause)),
    base.hand && h("p.muted", {}, `On ${base.hand}.`),
    h(
      "div.printed",
      { role: "group", "aria-label": `Printed tables of ${group.title}` },
      several &&
        group.tables.map(({ paytable }) =>
          h(
            "button.choice",
            {
              type: "button",
              id: `printed-${group.group}-${paytable}`,
              "data-group": group.group,
              "data-table": paytable,
              "aria-pressed": String(paytable === base.paytable),
            },
            paytable,
          ),
        ),
      h(
        "button.quiet-button",
        {
          type: "button",
          id: `undo-${group.group}`,
          "data-undo": group.group,
          disabled: Object.keys(changed).length === 0,
        },
        "Undo changes",
      ),
    ),
    h(
      "div.scroll",
      { tabindex: "0", role: "region", "aria-label": `Lines of ${group.title}` },
      h(
        "table.lines",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Hand"),
            h("th", { scope: "col" }, "Pays"),
            h("th.number", { scope: "col" }, "Chance"),
            h("th.number", { scope: "col" }, "Gives back"),
            alike.map(({ paytable }) =>
              h(
                paytable === base.paytable ? "th.number.base" : "th.number.other",
                { scope: "col" },
                several ? [h("span.hidden-text", {}, "Printed "), paytable] : "Printed",
              ),
            ),
          ),
        ),
        h(
          `tbody${stale ? ".stale" : ""}`,
          {},
          base.lines.map(({ hand, pays }, place) =>
            lineElement(state, group, { hand, pays, place }, alike, outcomes.get(hand)),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {LabState} state
 * @param {LabGroup} group
 * @param {{ hand: string, pays: string, place: number }} line
 * @param {LabTable[]} alike
 * @param {OutcomeAnswer | undefined} outcome
 */
function lineElement(state, group, { hand, pays, place }, alike, outcome) {
  const now = paysOf(state, group.group, hand, pays);
  const wrong = !isPayout(now);
  const id = `line-${group.group}-${place}`;
  const base = state.tables[group.group];
  const shown = outcome && outcome.pays !== null ? outcome : undefined;
  return h(
    now === pays ? "tr" : "tr.changed",
    { "data-key": hand },
    h("th", { scope: "row" }, capital(hand)),
    h(
      "td.pays",
      {},
      h("input", {
        id,
        value: now,
        "data-group": group.group,
        "data-hand": hand,
        "data-printed": pays,
        "aria-label": `${hand} pays`,
        "aria-invalid": wrong ? "true" : null,
        "aria-describedby": wrong ? `${id}-wrong` : "line-worth",
        autocomplete: "off",
        spellcheck: "false",
        maxlength: "24",
      }),
      now !== pays && !wrong && h("small.was", {}, `printed ${pays}`),
      wrong && h("p.wrong", { id: `${id}-wrong` }, "Write it like 50 to 1, 9 for 1 or $200."),
    ),
    h("td.number", {}, shown ? oneIn(shown.probability) : "–"),
    h("td.number", {}, shown ? signedPercent(shown.contribution) : "–"),
    alike.map((table) => {
      const printed = table.lines.find((one) => one.hand === hand);
      const name = table.paytable === base ? "td.number.base" : "td.number.other";
      return h(name, { title: printed?.clause }, printed?.pays ?? "–");
    }),
  );
}

/** @param {LabState} state */
export function termElements(state) {
  const isMain = state.wager.wager === "main";
  const { stakes, unit } = state.wager;
  const stake =
    stakes.length > 1
      ? select(
          "stake",
          stakes.map((one) => [String(one), `$${one}`]),
          String(state.stake),
        )
      : h("input", {
          name: "stake",
          type: "number",
          min: "1",
          max: "100000",
          step: "any",
          value: String(state.stake),
          inputmode: "decimal",
        });
  return [
    stakes.length === 1 ? null : h("label", {}, isMain ? `One ${unit}, $ ` : "Stake, $ ", stake),
    isMain &&
      h(
        "label",
        {},
        "Payout limit, $ ",
        h("input", {
          name: "limit",
          type: "number",
          min: "1",
          max: "1000000000",
          step: "1",
          value: state.limit === null ? "" : String(state.limit),
          placeholder: "none counted",
          inputmode: "numeric",
        }),
      ),
    ...metersOf(state).map(({ meter, least }) => {
      const name = meter === "meter" ? "Meter" : capital(meter);
      return h(
        "div.meter-terms",
        { "data-key": meter },
        h("label", {}, `${name}, $ `, amountInput(`meter-${meter}`, state.meters[meter] ?? least)),
        h(
          "label",
          {},
          `${name} is fed, % `,
          amountInput(`rate-${meter}`, state.rates[meter] ?? "", {
            max: "100",
            step: "0.01",
            placeholder: "of a stake",
          }),
        ),
      );
    }),
  ];
}

/**
 * @param {string} name
 * @param {number | string} value
 * @param {Record<string, string>} [more]
 */
const amountInput = (name, value, more = {}) =>
  h("input", {
    name,
    type: "number",
    min: "0",
    max: "100000000",
    step: "any",
    value: String(value),
    inputmode: "decimal",
    ...more,
  });

/** @param {LabState} state */
export const readingElements = (state) =>
  state.game.readings.map(({ reading, question, choices }) =>
    h(
      "label",
      { "data-key": reading },
      `${question} `,
      select(reading, Object.entries(choices), state.readings[reading]),
    ),
  );

/** @param {LabState} state */
export const offerElements = (state) =>
  state.game.wagers
    .filter(({ wager }) => wager !== "main")
    .map(({ wager, title, groups }) =>
      h(
        "label.tick",
        { "data-key": `${state.game.game}-${wager}` },
        h("input", {
          type: "checkbox",
          name: groups[0],
          checked: wager === state.wager.wager,
        }),
        ` ${title}`,
      ),
    );

/** @param {LabState} state */
export const targetElements = (state) => [
  h(
    "label",
    {},
    "House edge, % ",
    h("input", {
      name: "edge",
      type: "number",
      min: "-1000",
      max: "100",
      step: "0.01",
      value: "5",
      inputmode: "decimal",
    }),
  ),
  h(
    "label",
    { "data-key": "line" },
    "Change ",
    select(
      "line",
      [
        ["", state.wager.wager === "main" ? "any one line" : "any one or two lines"],
        ...tableOf(state, searchedGroup(state))
          .lines.filter(({ pays }) => !/%|push/.test(pays))
          .map(({ hand }) => /** @type {[string, string]} */ ([hand, `only ${hand}`])),
      ],
      "",
    ),
  ),
  h("button", { id: "find" }, "Find a table"),
];

// Bets that a player has saved by name, for every table of the game. They stay in this browser. The
// module is loaded when the player asks for it first.

/** @import { BetScene } from "../types.js" */
/** @import { Amounts } from "./bets.js" */
/** @typedef {{ name: string, amounts: Amounts }} Layout */

import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { sumOf } from "./bets.js";
import { readAloud } from "./panel.js";
import {
  activeSeat,
  availableCents,
  readStored,
  stagedBets,
  store,
  tableElement,
} from "./table_state.js";

const MOST_LAYOUTS = 12;
const LONGEST_NAME = 24;
const KEY = `layouts ${tableElement.dataset.game}`;

/** @type {Layout[]} */
let layouts = [];
/** @type {(amounts: Amounts) => void} */
let stageBets = () => undefined;

const list = h("ul.layouts");
const name = /** @type {HTMLInputElement} */ (
  h("input#layout-name", { maxlength: LONGEST_NAME, autocomplete: "off", required: true })
);
const save = h("button", { id: "layout-save" });
const told = h("p.muted", { role: "status" });
const dialog = /** @type {HTMLDialogElement} */ (
  h(
    "dialog#layouts",
    { "aria-labelledby": "layouts-title" },
    h("h2#layouts-title", {}, "Saved bets"),
    list,
    h(
      "form.layout-form",
      { method: "dialog" },
      h("label", { for: "layout-name" }, "Name for the bets that are staged now"),
      h("div", {}, name, save),
    ),
    told,
    h("form", { method: "dialog" }, h("button.main", {}, "Done")),
  )
);
document.body.append(dialog);
save.closest("form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  saveLayout(name.value.trim());
});

/**
 * Shows the saved bets, to choose, save or delete one.
 *
 * @param {(amounts: Amounts) => void} stage puts bets on the areas
 */
export function openLayouts(stage) {
  stageBets = stage;
  layouts = readStored(KEY) ?? [];
  told.textContent = "";
  draw();
  dialog.showModal();
}

/** @param {string} title */
function saveLayout(title) {
  const amounts = stagedBets.amounts;
  if (!title || !stagedBets.total) return;
  const others = layouts.filter((one) => one.name !== title);
  if (others.length >= MOST_LAYOUTS) {
    told.textContent = `There are ${MOST_LAYOUTS} saved bets already: delete one first.`;
    return;
  }
  keep([...others, { name: title, amounts: { ...amounts } }]);
  name.value = "";
  told.textContent = `Saved: ${title}, ${money(sumOf(amounts))}.`;
}

/** @param {Layout[]} changed */
function keep(changed) {
  layouts = changed.sort((one, other) => one.name.localeCompare(other.name));
  store(KEY, layouts);
  draw();
}

function draw() {
  const areas = new Map((activeSeat()?.bets ?? []).map((area) => [area.wager, area]));
  const items = layouts.map((one) => item(one, areas));
  list.replaceChildren(...(items.length ? items : [h("li.muted", {}, "None yet.")]));
  save.textContent = stagedBets.total ? `Save ${money(stagedBets.total)}` : "Save";
  save.toggleAttribute("disabled", !stagedBets.total);
  name.disabled = !stagedBets.total;
}

/**
 * @param {Layout} layout
 * @param {Map<string, BetScene>} areas
 */
function item(layout, areas) {
  const why = objection(layout.amounts, areas);
  const choose = h(
    "button.layout",
    { type: "button", disabled: Boolean(why) },
    h("b", {}, layout.name),
    h("span.money", {}, money(sumOf(layout.amounts))),
    h("small", {}, why || wordsOf(layout.amounts, areas)),
  );
  choose.addEventListener("click", () => {
    dialog.close();
    stageBets(layout.amounts);
    readAloud(`${layout.name}: ${wordsOf(layout.amounts, areas)}.`);
  });
  const label = `Delete ${layout.name}`;
  const remove = h("button.small", { type: "button", "aria-label": label }, "Delete");
  remove.addEventListener("click", () => {
    keep(layouts.filter((one) => one !== layout));
    told.textContent = `Deleted: ${layout.name}.`;
    name.focus();
  });
  return h("li", {}, choose, remove);
}

/**
 * Returns why saved bets cannot be staged here; empty if they can.
 *
 * @param {Amounts} amounts
 * @param {Map<string, BetScene>} areas
 */
function objection(amounts, areas) {
  for (const [wager, cents] of Object.entries(amounts)) {
    const area = areas.get(wager);
    if (!area?.open) return "This table does not offer one of these bets.";
    if (area.amounts?.length && !area.amounts.includes(cents))
      return `${area.title} has other amounts here.`;
    if (cents < (area.least ?? 0)) return `${area.title} needs at least ${money(area.least ?? 0)}.`;
    if (cents > (area.most ?? Infinity))
      return `${area.title} takes at most ${money(area.most ?? 0)}.`;
    if (cents % (area.step ?? 1)) return `${area.title} has other chips here.`;
  }
  return sumOf(amounts) > availableCents() ? `You have ${money(availableCents())} only.` : "";
}

/**
 * Returns bets in words.
 *
 * @param {Amounts} amounts
 * @param {Map<string, BetScene>} areas
 */
const wordsOf = (amounts, areas) =>
  Object.entries(amounts)
    .map(([wager, cents]) => `${areas.get(wager)?.title ?? wager} ${money(cents)}`)
    .join(", ");

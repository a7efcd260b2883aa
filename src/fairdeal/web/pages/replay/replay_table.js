// The table of a replay at one step: board, seats and wagers.

/** @import { BetScene, BoardScene, CardScene, SeatScene } from "../types.js" */
/** @import { TableAtStep } from "./replay_data.js" */

import { cardElement, svg } from "../shared/cards.js";
import { stackElement } from "../shared/chips.js";
import { byId, h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { replay, seatWagers } from "./replay_data.js";

const { felt, back } = replay;
/** @type {Record<string, string>} */
const STATE_WORDS = { won: "won ", lost: "lost ", push: "push ", back: "back " };

const emptyPlace = () =>
  svg(
    "svg",
    { viewBox: "0 0 50 70", class: "card place", "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 48, height: 68, rx: 3 }),
  );

/**
 * @param {CardScene[] | undefined} cards
 * @param {number} places
 */
function cardsElement(cards = [], places) {
  const drawn = cards.map((card) => cardElement(card, back));
  while (drawn.length < places) drawn.push(emptyPlace());
  return h("div.cards", {}, drawn);
}

/** @param {BoardScene[]} areas */
function drawBoard(areas) {
  const found = new Map(areas.map((area) => [area.area, area]));
  /** @param {string} name */
  const areaElement = (name) => {
    const area = felt.areas[name];
    if (!area) return h("div.gap");
    return h(
      "div.area",
      {},
      h("p", {}, area.title),
      cardsElement(found.get(name)?.cards, area.cards),
    );
  };
  const rows = felt.board.map((row) => h("div.row", {}, row.map(areaElement)));
  byId("board").replaceChildren(...rows);
}

/**
 * @param {string} title
 * @param {BetScene | undefined} bet
 */
function betItem(title, bet) {
  const titleElement = h("span.title", { title }, title);
  if (!bet)
    return h(
      "li.bet.none",
      { "aria-hidden": "true" },
      h("span.chips"),
      titleElement,
      h("span.money"),
    );
  const { state = "", cents = 0 } = bet;
  const words = state === "won" && !cents ? "even" : `${STATE_WORDS[state] ?? ""}${money(cents)}`;
  return h(
    "li",
    { class: `bet ${state}` },
    h("span.chips", {}, state === "lost" ? null : stackElement(cents)),
    titleElement,
    h("span.money", {}, words),
  );
}

/** @param {SeatScene} seat */
function seatElement(seat) {
  const bets = new Map((seat.bets ?? []).map((bet) => [bet.wager, bet]));
  const classes = ["seat"];
  if (seat.turn) classes.push("turn");
  if (seat.note?.startsWith("folded")) classes.push("folded");
  const name = seat.name ? `, ${seat.name}` : "";
  const label = `Seat ${seat.seat}${name}${seat.turn ? ", to decide" : ""}`;
  const discards = (seat.discards ?? []).map((card) => cardElement(card, back));
  const wagers = seatWagers.get(seat.seat) ?? [];
  const element = h(
    "div",
    { class: classes.join(" "), role: "group", "aria-label": label },
    h(
      "p.head",
      {},
      h("span.number", {}, String(seat.seat)),
      h("span.player", {}, seat.name || "free"),
    ),
    cardsElement(seat.cards, felt.hand),
    h("p.hand", {}, seat.hand ?? ""),
    felt.discards ? h("div.thrown", {}, discards) : null,
    h(
      "ul.bets",
      {},
      wagers.map(([wager, title]) => betItem(title, bets.get(wager))),
    ),
    h("p.note", {}, seat.note ?? ""),
  );
  element.style.setProperty("--own", String(felt.hand));
  return element;
}

/**
 * Draws the table at a step.
 *
 * @param {TableAtStep} table
 */
export function drawTable({ board, seats }) {
  drawBoard(board);
  byId("seats").replaceChildren(...[...seats.values()].map(seatElement));
}

/** Sets how board and seats are arranged, so that all fit on the felt and can be read. */
export function arrangeTable() {
  byId("seats").classList.toggle("beside", felt.hand <= 3);
  byId("seats").classList.toggle("many", seatWagers.size > 4);
  byId("board").classList.toggle("cross", felt.board.length > 1);
}

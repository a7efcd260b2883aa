// The table on the console as the dealer sees it: seats, board and rack.

/** @import { BetScene, ClothArea, SeatScene } from "../types.js" */

import { groupBets } from "../shared/bet_groups.js";
import { cardElement } from "../shared/cards.js";
import { stackElement } from "../shared/chips.js";
import { byId, fill, h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { cloth, state } from "./console_state.js";

/** @type {Record<string, string>} What became of a settled wager, in words. */
const SETTLED_WORDS = { won: "paid", push: "push", lost: "lost", back: "back" };

/** @param {{ cents?: number }[]} bets */
const sumOf = (bets) => bets.reduce((sum, bet) => sum + (bet.cents ?? 0), 0);

/**
 * Returns in one line what became of a seat's settled wagers: `paid $45, lost $210`.
 *
 * @param {SeatScene} seat
 */
function settledWords({ seat, bets = [] }) {
  const rows = (state.scene.seen.paid ?? []).filter((row) => row.seat === seat && row.net > 0);
  const won = rows.reduce((sum, row) => sum + row.net, 0);
  return Object.entries(SETTLED_WORDS)
    .map(([settled, words]) => {
      const cents = sumOf(bets.filter((bet) => bet.state === settled));
      return { words, cents: settled === "won" && cents ? won : cents };
    })
    .filter(({ cents }) => cents)
    .map(({ words, cents }) => `${words} ${money(cents)}`)
    .join(", ");
}

/** @param {ReturnType<typeof groupBets>[number]} bet */
function betItem({ title, cents, state: betState, count }) {
  const amount = `${money(cents)}${count > 1 ? " each" : ""}`;
  const taken = betState === "taken" ? h("i", {}, "in") : null;
  return h("li", {}, h("span", {}, title), h("span", {}, taken, h("span.money", {}, amount)));
}

/** @param {SeatScene} seat */
function seatItem(seat) {
  const bets = seat.bets ?? [];
  const open = bets.filter((bet) => bet.cents && !((bet.state ?? "") in SETTLED_WORDS));
  const total = sumOf(open);
  const status = seat.turn ? "now" : seat.note || (seat.ready ? "ready" : "");
  const settled = settledWords(seat);
  const cards = seat.cards ?? [];
  const classes = ["seat"];
  if (seat.turn) classes.push("turn");
  if (!seat.player) classes.push("free");
  if (seat.note) classes.push("noted");
  return h(
    `li#seat-${seat.seat}`,
    { class: classes.join(" ") },
    h(
      "p.person",
      {},
      h("b.number", {}, h("span.hidden-text", {}, "Seat "), String(seat.seat)),
      h("span.name", {}, seat.player ? seat.name : "free"),
      status ? h("span.status", {}, status) : null,
    ),
    cards.length
      ? h(
          "div",
          { class: cards.some((card) => card.face) ? "hand up" : "hand" },
          cards.map((card) => cardElement(card, state.scene.seen.back)),
        )
      : null,
    seat.hand ? h("p.made", {}, seat.hand) : null,
    open.length ? h("ul.bets", {}, groupBets(open).map(betItem)) : null,
    settled ? h("p.over.money", {}, settled) : null,
    total
      ? h(
          "p.total.money",
          {},
          stackElement(total),
          h("span.hidden-text", {}, "in all "),
          h("span", {}, money(total)),
        )
      : null,
  );
}

export function drawSeats() {
  const { seats } = state.scene.seen;
  const list = byId("seats");
  fill(list, seats.map(seatItem));
  // The dealer looks from the flat side. The seats in the middle are the farthest away.
  const middle = (seats.length - 1) / 2;
  list.querySelectorAll("li.seat").forEach((item, i) => {
    const bow = Math.round(100 * ((i - middle) / middle) ** 2) / 100;
    if (item instanceof HTMLElement) item.style.setProperty("--bow", String(bow));
  });
  list.style.setProperty("--count", String(seats.length));
}

/** Moves the board up between the seats at the ends, as near to those in the middle as it can be. */
export function raiseBoard() {
  const board = byId("board");
  const seats = byId("seats");
  const parts = [...board.querySelectorAll(".operator, .area")]
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.width);
  const left = Math.min(...parts.map((box) => box.left));
  const right = Math.max(...parts.map((box) => box.right));
  const row = seats.getBoundingClientRect();
  const above = [...seats.children]
    .map((item) => item.getBoundingClientRect())
    .filter((box) => box.right > left && box.left < right);
  const lowest = Math.max(row.top, ...above.map((box) => box.bottom));
  board.style.setProperty("--lift", String(Math.max(0, Math.floor(row.bottom - lowest - 4))));
}

export function drawBoard() {
  const { board, back } = state.scene.seen;
  const areas = new Map(board.map((area) => [area.area, area]));
  /** @param {ClothArea} spot */
  const spotElement = ({ area, title, place, cards: places = 0 }) => {
    if (!area) return h("div.gap");
    const cards = areas.get(area)?.cards ?? [];
    const free = Array.from({ length: Math.max(0, places - cards.length) }, () => h("div.slot"));
    const drawn = cards.map((card) => cardElement(card, back));
    const words = h("p", {}, title, place ? h("span.hidden-text", {}, `, ${place}`) : null);
    return h("div.area", {}, h("div.cards", {}, drawn, free), words);
  };
  const rows = (cloth.rows ?? []).map((row) => h("div.row", {}, row.map(spotElement)));
  fill(byId("board"), [
    h("p.operator", {}, cloth.operator),
    ...rows,
    h("p.limits", {}, cloth.words),
  ]);
}

export function drawRack() {
  // What the table has won is not told: whoever counts its tray must not know what is in it.
  const meters = state.scene.seen.meters.map(({ title, cents }) =>
    h("span.meter", {}, `${title} `, h("b.money", {}, money(cents, true))),
  );
  fill(byId("rack"), meters);
}

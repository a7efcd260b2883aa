// The felt: board and seats, drawn from the layout's data and the scene. No
// game is known here: rows, lines and areas are what the data says.

/** @import { BetScene, CardScene, FeltScene, Scene, SeatScene } from "../types.js" */

import { cardElement } from "../shared/cards.js";
import { stackElement } from "../shared/chips.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";

/** @type {Record<string, string>} The states of settled bets, in a word beside the amount. */
export const SETTLED_WORDS = { won: "won", lost: "lost", push: "push", back: "back" };

/** @param {BetScene} bet */
const isSettled = (bet) => (bet.state ?? "") in SETTLED_WORDS;

/**
 * Makes a card whose key is its place in the page. Motion recognises it by the key.
 *
 * @param {CardScene} card
 * @param {string} key
 * @param {string} [back]
 * @param {boolean} [paid]
 */
export function placedCard(card, key, back, paid) {
  const picture = cardElement(card, back, paid);
  picture.dataset.key = key;
  picture.dataset.face = card.face ?? "";
  return picture;
}

/**
 * Makes cards in their places, with outlines where there is no card yet. So nothing moves when the
 * cards come.
 *
 * @param {CardScene[]} cards
 * @param {number} count
 * @param {string} key
 * @param {string} [back]
 * @param {boolean} [paid]
 */
export function cardRow(cards, count, key, back, paid) {
  return Array.from({ length: Math.max(count, cards.length) }, (_, i) =>
    cards[i]
      ? placedCard(cards[i], `${key}-${i}`, back, paid)
      : h("span.bed", { "data-key": `${key}-bed-${i}` }),
  );
}

/**
 * Returns the areas whose cards make a hand that is paid to the player now.
 *
 * @param {Scene} scene
 */
export function paidAreas(scene) {
  if (["bets", "waiting"].includes(scene.phase)) return new Set();
  const won = (scene.paid ?? []).filter((row) => row.mine && row.result === "won");
  return new Set(won.flatMap((row) => row.areas ?? []));
}

/**
 * Makes the board: rows as the layout has them, and the title of a line at the end of its row or
 * column.
 *
 * @param {FeltScene} felt
 * @param {Scene} scene
 */
export function boardElements(felt, scene) {
  const areaScenes = new Map(scene.board.map((area) => [area.area, area]));
  const paid = paidAreas(scene);
  /** @type {Map<string, { x: number, y: number }>} */
  const positions = new Map();
  felt.board.forEach((row, y) => row.forEach((name, x) => name && positions.set(name, { x, y })));
  const lines = felt.lines.filter((line) => line.areas.every((name) => positions.has(name)));
  const areasOfLines = new Set(lines.flatMap((line) => line.areas));
  // A line is lit while it is looked at, and while it is paid.
  const litLines = lines.filter(
    (line) => (scene.lit ?? []).includes(line.title) || line.areas.every((name) => paid.has(name)),
  );
  const litAreas = new Set(litLines.flatMap((line) => line.areas));
  const titles = lines
    .filter((line) => line.areas.length > 1)
    .map((line) => {
      const places = line.areas.flatMap((name) => positions.get(name) ?? []);
      const lit = litLines.includes(line) ? "lit" : "unlit";
      const along = places.every(({ y }) => y === places[0].y);
      const place = along
        ? `along.${lit}.row-${places[0].y}`
        : `upright.${lit}.column-${places[0].x}`;
      return h(`span.line.${place}`, {}, line.title);
    });
  /** @param {string} name */
  const spot = (name) => {
    if (!name) return h("div.spot.gap");
    const area = felt.areas[name];
    const cards = areaScenes.get(name)?.cards ?? [];
    // A line of one area is where the others cross. Its card will lie on the words.
    const crossing = cards.length ? [] : lines.filter((line) => line.areas.join() === name);
    return h(
      `div.spot${litAreas.has(name) ? ".lit" : ""}#area-${name}`,
      { role: "group", "aria-label": area.title },
      crossing.map((line) => h("span.line.crossing", { "aria-hidden": "true" }, line.title)),
      h(
        "div.beds",
        {},
        cardRow(cards, area.cards || 1, `board-${name}`, scene.back, paid.has(name)),
      ),
      areasOfLines.has(name) ? null : h("span.spot-title", { "aria-hidden": "true" }, area.title),
    );
  };
  const rows = felt.board.map((row) => h("div.board-row", {}, row.map(spot)));
  // A game without a board has its name there.
  const mark = felt.board.length ? [] : [h("p.mark", { "aria-hidden": "true" }, felt.game)];
  return [
    ...titles,
    ...mark,
    ...rows,
    ...felt.inscriptions.map(({ words }) => h("p.inscribed", {}, words)),
  ];
}

/**
 * Returns the sum of a seat's bets that are not settled yet, in cents.
 *
 * @param {SeatScene | undefined} seat
 */
export const openStake = (seat) =>
  (seat?.bets ?? []).reduce((sum, bet) => sum + (isSettled(bet) ? 0 : (bet.cents ?? 0)), 0);

/**
 * Returns what a seat won or lost in all, or null while something of it is not settled.
 *
 * @param {Scene} scene
 * @param {SeatScene} seat
 */
function settledNet(scene, seat) {
  const settled =
    !openStake(seat) && (seat.bets ?? []).some((bet) => isSettled(bet) && bet.state !== "back");
  if (!settled) return null;
  return (scene.paid ?? []).reduce((sum, row) => sum + (row.seat === seat.seat ? row.net : 0), 0);
}

/**
 * Returns a seat in words, for a screen reader.
 *
 * @param {SeatScene} seat
 * @param {number | null} net
 */
function seatWords(seat, net) {
  const words = [`Seat ${seat.seat}: ${seat.mine ? "you" : seat.name}${seat.bot ? ", a bot" : ""}`];
  if (openStake(seat)) words.push(`bets ${money(openStake(seat))}`);
  if (net !== null)
    words.push(net < 0 ? `lost ${money(-net)}` : net ? `won ${money(net)}` : "came out even");
  if (seat.note) words.push(seat.note);
  if (seat.ready) words.push("ready");
  if (seat.turn) words.push("to act");
  if (seat.hand) words.push(seat.hand);
  return `${words.join(", ")}.`;
}

/** @param {SeatScene} seat */
function emptySeat({ seat, free }) {
  const number = String(seat);
  if (!free)
    return h(
      `li.seat.empty#seat-${seat}`,
      {},
      h(
        "span.nobody",
        {},
        h("span.hidden-text", {}, `Seat ${seat}, empty`),
        h("span.number", { "aria-hidden": "true" }, number),
      ),
    );
  return h(
    `li.seat.empty#seat-${seat}`,
    {},
    h(
      "button.sit",
      { type: "button", "data-sit": seat, "aria-label": `Sit down at seat ${seat}` },
      h("span.coin", {}, "+"),
      h("span.who", {}, h("b", {}, number), "Sit down"),
    ),
  );
}

/**
 * Makes the cards that another player holds, or the button that chooses one of several own seats.
 *
 * @param {Scene} scene
 * @param {SeatScene} seat
 * @param {number | null} bettingSeat
 */
function seatCards(scene, seat, bettingSeat) {
  if (seat.mine && bettingSeat)
    return h(
      "button.held.box-pick",
      {
        type: "button",
        "data-box": seat.seat,
        "aria-pressed": String(seat.seat === bettingSeat),
        "aria-label": `Bet at seat ${seat.seat}`,
      },
      `Seat ${seat.seat}`,
    );
  const cards = seat.mine ? [] : (seat.cards ?? []);
  const note = seat.note || (seat.ready ? "ready" : "");
  return h(
    `div.held${cards.some((card) => card.face) ? ".up" : ""}`,
    {},
    cards.map((card, i) => placedCard(card, `seat-${seat.seat}-card-${i}`, scene.back)),
    note ? h("i.note", { "aria-hidden": "true" }, note) : null,
  );
}

/**
 * Makes the chips that lie at a seat, with the amount or the result beside them.
 *
 * @param {SeatScene} seat
 * @param {number | null} net
 */
function seatChips(seat, net) {
  /** @type {(key: string, cents: number) => HTMLElement} */
  const stack = (key, cents) =>
    h("span.mini", { "data-key": `seat-${seat.seat}-${key}` }, stackElement(cents));
  const won = net !== null && net > 0;
  const bets = seat.mine
    ? []
    : (seat.bets ?? []).filter((bet) => bet.cents && bet.state !== "lost");
  const stake = openStake(seat) ? money(openStake(seat)) : "";
  const pill = net === null ? stake : net ? `${won ? "+" : ""}${money(net)}` : "even";
  return h(
    "div.lay",
    { "aria-hidden": "true" },
    h(
      "span.stacks",
      {},
      bets.slice(0, won ? 2 : 4).map((bet) => stack(`bet-${bet.wager}`, bet.cents ?? 0)),
      won && !seat.mine ? stack("pushed", net) : null,
    ),
    pill ? h("span.pill", {}, pill) : null,
  );
}

/**
 * Makes all seats, the first at the far right. `bettingSeat` is the one of several own seats that
 * chips go to.
 *
 * @param {Scene} scene
 * @param {number | null} bettingSeat
 */
export function seatElements(scene, bettingSeat) {
  return scene.seats.map((seat) => {
    if (!seat.player) return emptySeat(seat);
    const net = settledNet(scene, seat);
    const flags = { turn: seat.turn, mine: seat.mine, ready: seat.ready, away: seat.note };
    const states = Object.entries({ ...flags, won: net !== null && net > 0 });
    const classes = states.filter(([, on]) => on).map(([name]) => `.${name}`);
    return h(
      `li.seat${classes.join("")}#seat-${seat.seat}`,
      {},
      h("span.hidden-text", {}, seatWords(seat, net)),
      h("span.coin", { "aria-hidden": "true" }, seat.mine ? "You" : String(seat.seat)),
      h(
        "span.who",
        { "aria-hidden": "true" },
        h("b", {}, String(seat.seat)),
        seat.mine ? "You" : seat.name,
      ),
      seatCards(scene, seat, bettingSeat),
      seatChips(seat, net),
    );
  });
}

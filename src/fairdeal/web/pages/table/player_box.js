// The player's own box: betting areas, cards, and what the cards make.

/** @import { BetScene, BetSpot, FeltScene, Scene, SeatScene } from "../types.js" */
/** @import { StagedBets } from "./bets.js" */

import { stackElement } from "../shared/chips.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { cardRow, paidAreas, placedCard, SETTLED_WORDS } from "./felt.js";

/** @type {Record<string, string>} The state of a bet in words. */
const STATE_WORDS = {
  won: "won",
  lost: "lost",
  push: "push",
  back: "given back",
  taken: "accepted",
};

/**
 * Makes one betting area of the player's box. It is a button while chips may be put there.
 *
 * @param {string} name
 * @param {BetSpot} spot
 * @param {Partial<BetScene>} bet
 * @param {number} cents
 * @param {boolean} follows whether the area to the left always has the same amount
 */
function bettingArea(name, spot, bet, cents, follows) {
  const state = bet.state ?? "";
  const result = state ? `, ${STATE_WORDS[state] ?? state}` : "";
  const words = bet.won ? `, won ${money(bet.won)}` : result;
  const shape = spot.slot ? "slot" : spot.side ? "side" : "main-bet";
  const amount = cents ? money(cents) : "";
  const wonWords = bet.won ? `won ${money(bet.won)}` : "even";
  const pill =
    state === "won" ? wonWords : [SETTLED_WORDS[state], amount].filter(Boolean).join(" ");
  const lamp = !bet.open && cents > 0 ? "on" : "off";
  const body = [
    follows ? h("span.equals", { "aria-hidden": "true" }, "=") : null,
    h(
      "span.ring",
      { "aria-hidden": "true" },
      spot.slot ? h(`span.lamp.${lamp}`) : null,
      cents && state !== "lost" ? stackElement(cents) : null,
      bet.won ? h("span.pushed", {}, stackElement(bet.won)) : null,
      pill ? h("span.pill", {}, pill) : null,
    ),
    h("span.caption", { "aria-hidden": "true" }, spot.title),
  ];
  const attributes = {
    "data-wager": name,
    "aria-label": `${spot.title}, ${amount || "empty"}${words}`,
    class: `area ${shape} ${state} ${cents ? "has" : ""}`,
  };
  return bet.open
    ? h(`button#bet-${name}`, { type: "button", ...attributes }, body)
    : h(`div#bet-${name}`, { role: "img", ...attributes }, body);
}

/**
 * Makes the player's hand. Cards that may be drawn for are buttons.
 *
 * @param {FeltScene} felt
 * @param {Scene} scene
 * @param {Partial<SeatScene>} seat
 * @param {Set<number>} pickedCards
 */
function handElements(felt, scene, seat, pickedCards) {
  const cards = seat.cards ?? [];
  const row = cardRow(cards, felt.hand, "mine", scene.back, paidAreas(scene).has("cards"));
  const drawing = typeof scene.draw === "number" && scene.phase === "mine" && seat.turn;
  return row.map((card, i) => {
    if (!drawing || !cards[i]) return card;
    const picked = pickedCards.has(i);
    return h(
      `button.pick#pick-${i}`,
      {
        type: "button",
        "data-pick": i,
        "aria-pressed": String(picked),
        "aria-label": `${cards[i].name}${picked ? ", to be discarded" : ""}`,
      },
      card,
      h("span.tag", { "aria-hidden": "true" }, picked ? "out" : String(i + 1)),
    );
  });
}

/**
 * Makes the player's box: betting areas, cards, and what the cards make. Who only watches sees an
 * empty box in the same place.
 *
 * @param {FeltScene} felt
 * @param {Scene} scene
 * @param {SeatScene | undefined} playerSeat
 * @param {StagedBets} staged
 * @param {Set<number>} pickedCards
 */
export function playerBox(felt, scene, playerSeat, staged, pickedCards) {
  const invitation =
    scene.phase === "closed"
      ? "The lobby has other tables."
      : "Take a seat to play. It is free, with play chips.";
  /** @type {Partial<SeatScene>} */
  const seat = playerSeat ?? { hand: invitation };
  const bets = new Map((seat.bets ?? []).map((bet) => [bet.wager, bet]));
  const rows = felt.box.map((names) =>
    h(
      "div.box-row",
      {},
      names.map((name, i) => {
        if (!name) return h("div.area");
        const spot = felt.wagers[name];
        /** @type {Partial<BetScene>} */
        const bet = bets.get(name) ?? {};
        const cents = bet.open ? staged.amountOn(name) : (bet.cents ?? 0);
        return bettingArea(name, spot, bet, cents, i > 0 && spot.equal.includes(names[i - 1]));
      }),
    ),
  );
  const discards = h(
    "div.discards",
    { role: "group", "aria-label": "My discards" },
    h("span.spot-title", { "aria-hidden": "true" }, "Discards"),
    h(
      "div.fan",
      {},
      (seat.discards ?? []).map((card, i) => placedCard(card, `thrown-${i}`, scene.back)),
    ),
  );
  const hand = handElements(felt, scene, seat, pickedCards);
  const columns = Math.max(...felt.box.map((names) => names.length));
  return [
    h(`div.box.rows-${rows.length}.across-${columns}`, {}, rows),
    h(
      "div.my-hand",
      {},
      h("div.cards", {}, hand, felt.discards ? discards : null),
      h("p.hand-name", {}, seat.note || seat.hand || ""),
    ),
  ];
}

// The felt: board, seats and my own box, drawn from the layout's data and the scene. No game is
// known here: rows, lines and areas are whatever the data says.

import { cardElement } from "../shared/cards.js";
import { money, stackElement } from "../shared/chips.js";
import { h } from "../shared/dom.js";

const WORDS = { won: "won", lost: "lost", push: "push", back: "given back", taken: "accepted" };
// What the pill on an area says beside the amount.
const SAID = { won: "won", lost: "lost", push: "push", back: "back" };

/** A card with its place in the page as key, by which motion knows it again. */
function placed(card, key, back, rises) {
  const picture = cardElement({ ...card, plays: rises }, back);
  picture.dataset.key = key;
  picture.dataset.face = card.face ?? "";
  return picture;
}

/** Cards in their places, with outlines where none lies yet: nothing moves when they come. */
function row(cards, count, key, back, rises) {
  const all = [];
  for (let i = 0; i < Math.max(count, cards.length); i++)
    all.push(cards[i] ? placed(cards[i], `${key}-${i}`, back, rises) : h("span.bed", { "data-key": `${key}-bed-${i}` }));
  return all;
}

/** The areas whose cards make a hand that is paid to me now: they rise. */
export function rising(scene) {
  if (["bets", "waiting"].includes(scene.phase)) return new Set();
  return new Set((scene.paid ?? []).filter((one) => one.mine && one.result === "won").flatMap((one) => one.areas ?? []));
}

/** The board: rows as the layout has them, a line's title at the end of its row or column. */
export function board(felt, scene) {
  const lying = new Map(scene.board.map((one) => [one.area, one]));
  const up = rising(scene);
  const place = new Map();
  felt.board.forEach((spots, y) => spots.forEach((name, x) => name && place.set(name, { x, y })));
  const lines = felt.lines.filter((line) => line.areas.every((name) => place.has(name)));
  const lined = new Set(lines.flatMap((line) => line.areas));
  // A line is lit while it is looked at, and while it is paid.
  const lights = lines.filter((line) => (scene.lit ?? []).includes(line.title) || line.areas.every((name) => up.has(name)));
  const lighted = new Set(lights.flatMap((line) => line.areas));
  const titles = [];
  for (const line of lines) {
    const spots = line.areas.map((name) => place.get(name));
    const lit = lights.includes(line) ? "lit" : "";
    if (spots.length === 1) continue;
    if (spots.every(({ y }) => y === spots[0].y)) titles.push(h(`span.line.along.${lit || "unlit"}.row-${spots[0].y}`, {}, line.title));
    else titles.push(h(`span.line.upright.${lit || "unlit"}.column-${spots[0].x}`, {}, line.title));
  }
  const rows = felt.board.map((spots) =>
    h("div.board-row", {}, spots.map((name) => {
      if (!name) return h("div.spot.gap");
      const area = felt.areas[name];
      const cards = lying.get(name)?.cards ?? [];
      return h(`div.spot${lighted.has(name) ? ".lit" : ""}#area-${name}`, { role: "group", "aria-label": area.title },
        // A line of one area is where the others cross: its card will lie on the words.
        cards.length ? [] : lines.filter((line) => line.areas.join() === name).map((line) => h("span.line.crossing", { "aria-hidden": "true" }, line.title)),
        h("div.beds", {}, row(cards, area.cards || 1, `board-${name}`, scene.back, up.has(name))),
        lined.has(name) ? null : h("span.spot-title", { "aria-hidden": "true" }, area.title));
    })));
  // A game without a board has its name there.
  const mark = felt.board.length ? [] : [h("p.mark", { "aria-hidden": "true" }, felt.game)];
  return [...titles, ...mark, ...rows, ...felt.inscriptions.map((one) => h("p.inscribed", {}, one.words))];
}

/** What lies in a box and is not settled yet. */
export const lies = (seat) => (seat?.bets ?? []).reduce((sum, bet) => sum + (bet.state in SAID ? 0 : (bet.cents ?? 0)), 0);

/** What a seat won or lost in all, once nothing of it is left to settle. */
function cameTo(scene, seat) {
  const settled = !lies(seat) && (seat.bets ?? []).some((bet) => bet.state in SAID && bet.state !== "back");
  return settled ? scene.paid.reduce((sum, one) => sum + (one.seat === seat.seat ? one.net : 0), 0) : null;
}

/** What a reader is told of a seat. */
function summary(seat, net) {
  const words = [`Seat ${seat.seat}: ${seat.mine ? "you" : seat.name}${seat.bot ? ", a bot" : ""}`];
  if (lies(seat)) words.push(`bets ${money(lies(seat))}`);
  if (net !== null) words.push(net < 0 ? `lost ${money(-net)}` : net ? `won ${money(net)}` : "came out even");
  if (seat.note) words.push(seat.note);
  if (seat.ready) words.push("ready");
  if (seat.turn) words.push("to act");
  if (seat.hand) words.push(seat.hand);
  return `${words.join(", ")}.`;
}

/** All seats, the first at the far right. `betting` is the one of several boxes of mine that chips go to. */
export function seats(scene, betting) {
  return scene.seats.map((seat) => {
    const id = `seat-${seat.seat}`;
    if (!seat.player) {
      const what = seat.free ? h("button.sit", { type: "button", "data-sit": seat.seat, "aria-label": `Sit down at seat ${seat.seat}` }, h("span.coin", {}, "+"), h("span.who", {}, h("b", {}, String(seat.seat)), "Sit down"))
        : h("span.nobody", {}, h("span.hidden-text", {}, `Seat ${seat.seat}, empty`), h("span.number", { "aria-hidden": "true" }, String(seat.seat)));
      return h(`li.seat.empty#${id}`, {}, what);
    }
    const net = cameTo(scene, seat);
    const classes = ["turn", "mine", "ready"].filter((name) => seat[name]).map((name) => `.${name}`).join("");
    const bets = seat.mine ? [] : (seat.bets ?? []).filter((bet) => bet.cents && bet.state !== "lost");
    const held = seat.mine ? [] : (seat.cards ?? []);
    const said = seat.note || (seat.ready ? "ready" : "");
    const pill = net === null ? lies(seat) && money(lies(seat)) : net ? `${net > 0 ? "+" : ""}${money(net)}` : "even";
    const chips = (key, cents) => h("span.mini", { "data-key": `${id}-${key}` }, stackElement(cents));
    return h(`li.seat${classes}${seat.note ? ".away" : ""}${net > 0 ? ".won" : ""}#${id}`, {},
      h("span.hidden-text", {}, summary(seat, net)),
      h("span.coin", { "aria-hidden": "true" }, seat.mine ? "You" : String(seat.seat)),
      h("span.who", { "aria-hidden": "true" }, h("b", {}, String(seat.seat)), seat.mine ? "You" : seat.name),
      seat.mine && betting ? h("button.held.box-pick", { type: "button", "data-box": seat.seat, "aria-pressed": String(seat.seat === betting), "aria-label": `Bet at seat ${seat.seat}` }, `Seat ${seat.seat}`)
        : h(`div.held${held.some((card) => card.face) ? ".up" : ""}`, {}, held.map((card, i) => placed(card, `${id}-card-${i}`, scene.back)), said && h("i.note", { "aria-hidden": "true" }, said)),
      h("div.lay", { "aria-hidden": "true" },
        h("span.stacks", {}, bets.slice(0, net > 0 ? 2 : 4).map((bet) => chips(`bet-${bet.wager}`, bet.cents)), net > 0 && !seat.mine && chips("pushed", net)),
        pill ? h("span.pill", {}, pill) : null));
  });
}

/** One betting area of my box: a button while chips may be put there. */
function area(name, spot, bet, cents, follows, lamp) {
  const words = bet.won ? `, won ${money(bet.won)}` : bet.state ? `, ${WORDS[bet.state] ?? bet.state}` : "";
  const shape = spot.slot ? "slot" : spot.side ? "side" : "main-bet";
  const label = `${spot.title}, ${cents ? money(cents) : "empty"}${words}`;
  const pill = bet.state === "won" ? (bet.won ? `won ${money(bet.won)}` : "even") : [SAID[bet.state], cents && money(cents)].filter(Boolean).join(" ");
  const body = [
    follows ? h("span.equals", { "aria-hidden": "true" }, "=") : null,
    h("span.ring", { "aria-hidden": "true" }, spot.slot ? h(`span.lamp.${lamp ? "on" : "off"}`) : null, cents && bet.state !== "lost" ? stackElement(cents) : null, bet.won ? h("span.pushed", {}, stackElement(bet.won)) : null, pill ? h("span.pill", {}, pill) : null),
    h("span.caption", { "aria-hidden": "true" }, spot.title),
  ];
  const common = { "data-wager": name, "aria-label": label, class: `area ${shape} ${bet.state ?? ""} ${cents ? "has" : ""}` };
  return bet.open ? h(`button#bet-${name}`, { type: "button", ...common }, body) : h(`div#bet-${name}`, { role: "img", ...common }, body);
}

/** My box: betting areas, cards, and what they make. */
export function mine(felt, scene, mySeat, staged, picked) {
  // Who only watches sees an empty box, in the same place.
  const seat = mySeat ?? { hand: scene.phase === "closed" ? "The lobby has other tables." : "Take a seat to play: it costs nothing, the chips are play chips." };
  const bets = new Map((seat.bets ?? []).map((bet) => [bet.wager, bet]));
  const rows = felt.box.map((spots) =>
    h("div.box-row", {}, spots.map((name, i) => {
      if (!name) return h("div.area");
      const spot = felt.wagers[name];
      const bet = bets.get(name) ?? { wager: name };
      const cents = bet.open ? staged.of(name) : (bet.cents ?? 0);
      return area(name, spot, bet, cents, i > 0 && spot.equal.includes(spots[i - 1]), !bet.open && cents > 0);
    })));
  const up = rising(scene);
  const cards = seat.cards ?? [];
  const faces = row(cards, felt.hand, "mine", scene.back, up.has("cards"));
  const choose = scene.draw !== undefined && scene.draw !== null && scene.phase === "mine" && seat.turn;
  const hand = faces.map((card, i) =>
    choose && cards[i]
      ? h(`button.pick#pick-${i}`, { type: "button", "data-pick": i, "aria-pressed": String(picked.has(i)), "aria-label": `${cards[i].name}${picked.has(i) ? ", to be discarded" : ""}` }, card, h("span.tag", { "aria-hidden": "true" }, picked.has(i) ? "out" : String(i + 1)))
      : card);
  const thrown = felt.discards
    ? h("div.discards", { role: "group", "aria-label": "My discards" }, h("span.spot-title", { "aria-hidden": "true" }, "Discards"), h("div.fan", {}, (seat.discards ?? []).map((card, i) => placed(card, `thrown-${i}`, scene.back))))
    : null;
  return [
    h(`div.box.rows-${rows.length}.across-${Math.max(...felt.box.map((spots) => spots.length))}`, {}, rows),
    h("div.my-hand", {}, h("div.cards", {}, hand, thrown), h("p.hand-name", {}, seat.note ? seat.note : (seat.hand ?? ""))),
  ];
}

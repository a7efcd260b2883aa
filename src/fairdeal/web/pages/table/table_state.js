// Where the player sits: the scene that was last heard, what is put together here and not yet said
// to the table, and what follows from both.

import { betting, deciding } from "./action_bar.js";
import { Staged } from "./bets.js";
import { $ } from "../shared/dom.js";
import { lies } from "./felt.js";

export const root = $("table");
export const table = root.dataset.table;
export const felt = JSON.parse($("felt-data").textContent);
export const first = JSON.parse($("first").textContent);
export const staged = new Staged();
// The cards that were tapped, by their places.
export const picked = new Set();

export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(`fairdeal ${name}`));
  } catch {
    return null;
  }
}
export const keep = (name, value) => localStorage.setItem(`fairdeal ${name}`, JSON.stringify(value));
export const settings = { four: true, motion: true, sound: true, keys: true, ...stored("settings") };

export const now = {
  scene: first.scene,
  // `ahead`: the server's time less ours
  clock: { deadline: null, ahead: 0, whole: 0 },
  online: true,
  // The moment that was answered: its buttons are gone.
  sent: null,
  // {words, clause, kind}
  strip: null,
  // What was asked for by a key.
  answer: "",
  chip: stored("chip") ?? 5,
  // What was bet in the round before.
  before: stored(`bets ${table}`),
  // Where the slider stands, in cents.
  slid: null,
  // The box that chips go to, where I have several.
  chosen: null,
  // Whether somebody is about to sit down here.
  sitting: false,
  // The feed.
  line: null,
  coach: null,
};

export const own = () => now.scene.seats.filter((seat) => seat.mine);
export const waiting = () => own().filter((seat) => !seat.ready);
/** The box that is played now: whose turn it is, else the one that was chosen or the first whose bets do not stand. */
export const box = () => own().find((seat) => seat.turn) ?? waiting().find((seat) => seat.seat === now.chosen) ?? waiting()[0] ?? own()[0];
export const betsOpen = () => now.scene.phase === "bets" && (box()?.bets ?? []).some((bet) => bet.open);
/** My other boxes, while chips may be put on them. */
export const others = () => waiting().filter((seat) => betsOpen() && seat !== box());
/** Chips that may be bet: the purse, and what lies on the layout but is not yet taken. */
export const purse = () => (now.scene.balance ?? 0) + (betsOpen() ? lies(box()) : 0);
/** What keeps the bets from being placed: an empty box is left out where another has bets. */
export const missing = () => (!staged.total && others().some(lies) ? "" : staged.missing(purse()));
/** The seconds that are left, where there is a clock. */
export const left = () => (now.clock.deadline === null ? null : Math.max(0, Math.ceil(now.clock.deadline - Date.now() / 1000 - now.clock.ahead)));

/** What is put together starts from what lies in the box. */
export function restage() {
  const bets = box()?.bets ?? [];
  staged.take(bets);
  staged.reset(Object.fromEntries(bets.filter((bet) => bet.open && bet.cents).map((bet) => [bet.wager, bet.cents])));
}

/** What may be done now, as buttons. */
export function possible() {
  const { scene, sent, before } = now;
  if (sent === scene.at || now.sitting || scene.stopped) return [];
  if (betsOpen()) return betting(staged, before, purse(), scene.more, missing(), others().reduce((sum, seat) => sum + lies(seat), 0));
  if (own().length) return deciding(scene, picked);
  const free = scene.seats.find((seat) => !seat.player) ?? scene.seats.find((seat) => seat.free);
  return free && scene.phase !== "closed" ? [{ id: "sit", words: "Sit down", key: "J", kind: "main", seat: free.seat }] : [];
}

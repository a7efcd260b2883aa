// The state of a table's page: the last scene of the server, what the player has put together and
// not yet sent, and what follows from both.

/** @import { FeltScene, Scene, SeatScene, TableMessage } from "../types.js" */
/** @import { Action } from "./action_bar.js" */
/** @import { Amounts } from "./bets.js" */
/** @import { Coach } from "./coach.js" */

import { byId, readJson } from "../shared/dom.js";
import { bettingActions, decisionActions } from "./action_bar.js";
import { StagedBets } from "./bets.js";
import { openStake } from "./felt.js";

export const tableElement = byId("table");
export const tableId = tableElement.dataset.table ?? "";
/** @type {FeltScene} */
export const felt = readJson("felt-data");
/** @type {TableMessage} */
export const firstMessage = readJson("first");
export const stagedBets = new StagedBets();
/** The cards that were tapped for a draw, by their places. @type {Set<number>} */
export const pickedCards = new Set();

/**
 * Returns a value that was stored in the browser, or null.
 *
 * @param {string} name
 */
export function readStored(name) {
  try {
    return JSON.parse(localStorage.getItem(`fairdeal ${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Stores a value in the browser.
 *
 * @param {string} name
 * @param {unknown} value
 */
export const store = (name, value) =>
  localStorage.setItem(`fairdeal ${name}`, JSON.stringify(value));

/** @type {Record<string, boolean>} */
export const settings = {
  four: true,
  motion: true,
  sounds: false,
  keys: true,
  warn: true,
  ...readStored("settings"),
};

export const state = {
  /** @type {Scene} */
  scene: firstMessage.scene,
  /**
   * The deadline of the open decision, the server's time less the browser's, the whole time to
   * decide, and the seconds that were read aloud last.
   *
   * @type {{ deadline: number | null, serverAhead: number, seconds: number, readAloud: number }}
   */
  clock: { deadline: null, serverAhead: 0, seconds: 0, readAloud: 0 },
  online: true,
  /** The moment (`scene.at`) that the player has answered. It has no buttons. @type {string | null} */
  answeredMoment: null,
  /** The bets that were placed last, which may still be on their way. @type {Promise<unknown> | null} */
  placing: null,
  /** The message above the felt. @type {{ words: string, clause?: string | null, kind: string } | null} */
  strip: null,
  /** What happened at the player's seat without the player, by the last message. */
  withoutPlayer: "",
  /** The answer to a question that the player asked by a key. */
  keyAnswer: "",
  /** The chip to bet with, in dollars. @type {number} */
  chip: readStored("chip") ?? 5,
  /** The bets of the round before. @type {Amounts | null} */
  lastBets: readStored(`bets ${tableId}`),
  /** How loud sounds are, from 0 to 100. @type {number} */
  volume: readStored("volume") ?? 50,
  /** Where the slider stands, in cents. @type {number | null} */
  sliderCents: null,
  /** The seat that chips go to, if the player has several. @type {number | null} */
  chosenSeat: null,
  /** Whether the player is about to sit down. */
  sittingDown: false,
  /** @type {{ reconnect: () => void } | null} */
  feed: null,
  /** @type {Coach | null} */
  coach: null,
};

/** Who waits for a version of the table. @type {{ version: number, resolve: () => void }[]} */
let awaitedVersions = [];

/**
 * Waits until the scene shows a version of the table.
 *
 * @param {number} version
 * @returns {Promise<void>}
 */
export const sceneReached = (version) =>
  new Promise((resolve) => {
    awaitedVersions.push({ version, resolve });
    resolveAwaitedVersions();
  });

/** Tells those who wait for a version that the scene shows now. */
export function resolveAwaitedVersions() {
  const reached = awaitedVersions.filter(({ version }) => version <= state.scene.version);
  awaitedVersions = awaitedVersions.filter((one) => !reached.includes(one));
  for (const { resolve } of reached) resolve();
}

export const playerSeats = () => state.scene.seats.filter((seat) => seat.mine);

/** Returns the player's seats whose bets do not stand yet. */
export const unreadySeats = () => playerSeats().filter((seat) => !seat.ready);

/**
 * Returns the player's seat that is played now: the one whose turn it is, else the chosen one, else
 * the first whose bets do not stand.
 *
 * @returns {SeatScene | undefined}
 */
export function activeSeat() {
  const seats = playerSeats();
  const unready = unreadySeats();
  return (
    seats.find((seat) => seat.turn) ??
    unready.find((seat) => seat.seat === state.chosenSeat) ??
    unready[0] ??
    seats[0]
  );
}

export const betsOpen = () =>
  state.scene.phase === "bets" && (activeSeat()?.bets ?? []).some((bet) => bet.open);

/** Returns the player's other seats, while chips may be put there. */
export function otherSeats() {
  const active = activeSeat();
  return betsOpen() ? unreadySeats().filter((seat) => seat.seat !== active?.seat) : [];
}

/** Returns the chips that may be bet: the balance, and the open bets of the active seat. */
export const availableCents = () =>
  (state.scene.balance ?? 0) + (betsOpen() ? openStake(activeSeat()) : 0);

/** Returns why the bets cannot be placed. A seat without bets is left out if another has bets. */
export const missingWords = () =>
  !stagedBets.total && otherSeats().some(openStake)
    ? ""
    : stagedBets.missingWords(availableCents());

/** Returns the seconds that are left to decide, or null if there is no clock. */
export function secondsLeft() {
  const { deadline, serverAhead } = state.clock;
  if (deadline === null) return null;
  return Math.max(0, Math.ceil(deadline - Date.now() / 1000 - serverAhead));
}

/** Starts the staged bets from what lies on the layout. */
export function resetStagedBets() {
  const bets = activeSeat()?.bets ?? [];
  stagedBets.setAreas(bets);
  const placed = bets.filter((bet) => bet.open && bet.cents);
  stagedBets.reset(Object.fromEntries(placed.map((bet) => [bet.wager, bet.cents ?? 0])));
}

/**
 * Returns what the player may do now.
 *
 * @returns {Action[]}
 */
export function availableActions() {
  const { scene } = state;
  if (state.answeredMoment === scene.at || state.sittingDown || scene.stopped) return [];
  if (betsOpen())
    return bettingActions(
      stagedBets,
      state.lastBets,
      availableCents(),
      scene.more,
      missingWords(),
      otherSeats().reduce((sum, seat) => sum + openStake(seat), 0),
    );
  if (playerSeats().length) return decisionActions(scene, pickedCards);
  const free = scene.seats.find((seat) => !seat.player) ?? scene.seats.find((seat) => seat.free);
  if (!free || scene.phase === "closed") return [];
  return [{ id: "sit", words: "Sit down", key: "J", kind: "main", seat: free.seat }];
}

/** Returns the word that the player has typed for the shuffle. */
export function typedWord() {
  const input = document.getElementById("word");
  return input instanceof HTMLInputElement ? input.value.trim() : "";
}

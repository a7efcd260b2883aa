// What the player does: bets are put together here, and commands are sent to the table.

/** @import { SeatScene } from "../types.js" */
/** @import { Action } from "./action_bar.js" */

import { money } from "../shared/money.js";
import { Refusal, requestJson, sendCommand } from "../shared/requests.js";
import { openStake } from "./felt.js";
import { readAloud } from "./panel.js";
import { drawTable } from "./table_render.js";
import {
  activeSeat,
  availableActions,
  availableCents,
  betsOpen,
  missingWords,
  otherSeats,
  pickedCards,
  resetStagedBets,
  sceneReached,
  stagedBets,
  state,
  store,
  tableId,
  typedWord,
} from "./table_state.js";

/** Chips are put on the layout when nothing has changed for so long. */
const PLACED_AFTER_MS = 400;
/** @type {number | undefined} */
let placementTimer;

/**
 * Sends commands that answer the open question. All buttons go at once, and come back only if a
 * command is refused. Returns whether all were accepted.
 *
 * @param {Record<string, any>[]} commands
 */
async function submit(...commands) {
  const { at } = state.scene;
  state.answeredMoment = at;
  state.strip = null;
  drawTable();
  try {
    for (const command of commands) await sendCommand(tableId, { ...command, at });
    return true;
  } catch (error) {
    state.answeredMoment = null;
    showRefusal(error);
    return false;
  }
}

/**
 * Shows a refusal until it is closed. A command that came too late for its question needs no words.
 *
 * @param {unknown} error
 */
export function showRefusal(error) {
  if (!(error instanceof Refusal)) throw error;
  if (error.code !== "passed") {
    state.strip = { words: error.sentence, clause: error.clause, kind: "bad" };
    readAloud(error.sentence, true);
  }
  drawTable();
}

/** Says that a part of the page could not be loaded. */
export function showMissingPart() {
  state.strip = { words: "A part of the page is missing: load it again.", kind: "bad" };
  drawTable();
}

/**
 * Returns the commands that change the layout to match the staged bets. Amounts are in dollars.
 *
 * @param {SeatScene} scene
 */
function betCommands({ seat, bets = [] }) {
  const placed = bets.filter((bet) => bet.open && bet.cents);
  const removed = placed
    .filter((bet) => !stagedBets.amountOn(bet.wager))
    .map((bet) => ({ do: "take-back-bet", seat, wager: bet.wager }));
  const staged = Object.entries(stagedBets.amounts);
  const unchanged =
    placed.length === staged.length &&
    placed.every((bet) => bet.cents === stagedBets.amountOn(bet.wager));
  if (unchanged || !stagedBets.total) return removed;
  const amounts = Object.fromEntries(staged.map(([wager, cents]) => [wager, cents / 100]));
  return [...removed, { do: "place-bets", seat, amounts }];
}

/**
 * Puts the staged bets of the active seat on the layout, where everybody sees them. Returns when the
 * scene shows them.
 */
async function putOnLayout() {
  const seat = activeSeat();
  if (!seat) return;
  for (const command of betCommands(seat)) {
    const sent = sendCommand(tableId, { ...command, at: state.scene.at });
    const answer = await sent.catch(showRefusal);
    if (answer) await sceneReached(answer.version);
  }
}

/**
 * Puts the staged bets on the layout after a moment without a change. The table then waits for the
 * player to say that they stand.
 */
function scheduleLayout() {
  clearTimeout(placementTimer);
  placementTimer = window.setTimeout(() => {
    const answered = state.answeredMoment === state.scene.at;
    const incomplete = stagedBets.total && stagedBets.missingWords(availableCents());
    if (betsOpen() && !answered && !incomplete) notePlacing(putOnLayout());
  }, PLACED_AFTER_MS);
}

/**
 * Notes that bets are on their way, for whoever leaves the table meanwhile.
 *
 * @param {Promise<void>} placing
 */
const notePlacing = (placing) => void (state.placing = Promise.all([state.placing, placing]));

async function placeBets() {
  // Chips that are on their way to the layout come first.
  const earlier = state.placing;
  const seat = activeSeat();
  if (!seat || missingWords()) return;
  clearTimeout(placementTimer);
  const typed = typedWord();
  if (stagedBets.total) {
    state.lastBets = { ...stagedBets.amounts };
    store(`bets ${tableId}`, state.lastBets);
  }
  const seats = [...otherSeats().filter(openStake), ...(stagedBets.total ? [seat] : [])];
  const { scene } = state;
  // At once, so that a second press does nothing while the pledges are computed.
  state.answeredMoment = scene.at;
  const words = await import("./words.js").catch(() => null);
  if (!words) {
    state.answeredMoment = null;
    return showMissingPart();
  }
  const ready = await Promise.all(
    seats.map(async (one) => ({
      do: "ready",
      seat: one.seat,
      ...(await words.wordOfReady(scene, one.seat, typed)),
    })),
  );
  await earlier;
  await submit(...betCommands(activeSeat() ?? seat), ...ready);
}

/**
 * Chooses another seat of the player to bet at. The bets of the one before are put on the layout
 * first.
 *
 * @param {number} seat
 */
export async function chooseSeat(seat) {
  clearTimeout(placementTimer);
  if (stagedBets.total && !stagedBets.missingWords(availableCents())) await putOnLayout();
  state.chosenSeat = seat;
  resetStagedBets();
  drawTable();
}

/**
 * Does something with the module for taking and leaving seats, which is loaded with its first use.
 *
 * @param {(module: typeof import("./seating.js")) => unknown} act
 */
export const seating = (act) => void import("./seating.js").then(act, showMissingPart);

/**
 * Sets the pace of the player's own practice table, and keeps it for the next one.
 *
 * @param {string} pace
 */
export function setPace(pace) {
  store("pace", pace);
  requestJson(`/api/tables/${tableId}/pace`, { pace }).catch(showRefusal);
}

/** The actions that only change the staged bets. @type {Record<string, () => void>} */
const STAGING = {
  repeat: () => stagedBets.replaceAll(state.lastBets ?? {}),
  least: () => stagedBets.replaceAll(stagedBets.minimum()),
  double: () => stagedBets.replaceAll(stagedBets.doubled(availableCents()) ?? {}),
};

/**
 * Returns the action with an id, if it is available now.
 *
 * @param {string} id
 * @returns {Action | undefined}
 */
function findAction(id) {
  const actions = availableActions();
  const { slider } = state.scene;
  if (id !== "slide") return actions.find((action) => action.id === id);
  if (!slider || !actions.length) return undefined;
  const amount = (state.sliderCents ?? slider.least) / 100;
  return { id, words: "Bet", command: { ...slider.command, amount } };
}

/**
 * Performs an action whose button or key was pressed.
 *
 * @param {string} id
 */
export function performAction(id) {
  if (id === "saved") return void import("./layouts.js").then(openLayouts, showMissingPart);
  if (id === "close") state.strip = null;
  else if (id === "undo") stagedBets.undo();
  else if (id === "clear") stagedBets.clear();
  else {
    const action = findAction(id);
    if (!action || action.disabled || !state.online) return;
    if (!(id in STAGING)) {
      sendAction(action);
      return;
    }
    STAGING[id]();
  }
  state.keyAnswer = "";
  drawTable();
  scheduleLayout();
}

/** @param {typeof import("./layouts.js")} module */
const openLayouts = (module) => module.openLayouts(stage);

/**
 * Replaces the staged bets.
 *
 * @param {import("./bets.js").Amounts} amounts
 */
function stage(amounts) {
  stagedBets.replaceAll(amounts);
  drawTable();
  scheduleLayout();
}

/** @param {Action} action */
function sendAction({ id, seat, command = {} }) {
  if (id === "place") notePlacing(placeBets());
  else if (id === "chips") seating(({ requestChips }) => requestChips());
  else if (id === "skip") seating(({ requestSkip }) => requestSkip());
  else if (seat !== undefined) seating(({ sitDown }) => sitDown(seat));
  else decide(id, command);
}

/**
 * @param {string} id
 * @param {Record<string, any>} command
 */
async function decide(id, command) {
  const { at } = state.scene;
  const cards = activeSeat()?.cards ?? [];
  const discard = [...pickedCards].map((i) => cards[i].face);
  if (state.coach && (await state.coach.warns(id))) return;
  // While the coach worked out the cost, another press may have answered.
  if (state.scene.at !== at || state.answeredMoment === at) return;
  // The next decision may be open before this one is judged.
  const helped = state.coach?.helped ?? false;
  const accepted = await submit(id === "draw" ? { ...command, discard } : command);
  if (accepted) state.coach?.judgeLast(helped);
}

/**
 * Puts a chip on an area, or takes the top one off.
 *
 * @param {string} wager
 * @param {boolean} [remove]
 */
export function changeBet(wager, remove = false) {
  if (!betsOpen() || state.answeredMoment === state.scene.at || !state.online) return;
  const changed = remove
    ? stagedBets.remove(wager)
    : stagedBets.add(wager, state.chip * 100, availableCents());
  const title = activeSeat()?.bets?.find((bet) => bet.wager === wager)?.title;
  if (changed) readAloud(`${title} ${money(stagedBets.amountOn(wager))}`);
  state.keyAnswer = "";
  drawTable();
  scheduleLayout();
}

/**
 * Marks a card to be discarded, or to be kept after all.
 *
 * @param {number} place
 */
export function toggleCard(place) {
  if (!pickedCards.delete(place) && pickedCards.size < (state.scene.draw ?? 0))
    pickedCards.add(place);
  drawTable();
}

/** @param {number} value */
export function selectChip(value) {
  state.chip = value;
  store("chip", value);
  drawTable();
}

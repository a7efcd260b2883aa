// Draws the page of a table: every region from the state, whenever the server or the player changes
// it.

/** @import { Scene, SeatScene } from "../types.js" */
/** @import { Action } from "./action_bar.js" */
/** @import { Plan } from "./motion_plan.js" */
/** @import { News } from "./sound.js" */

import { byId, fill, h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { actionButton, betSlider, chipPicker } from "./action_bar.js";
import { boardElements, openStake, seatElements } from "./felt.js";
import { animateChange } from "./motion.js";
import { netWords } from "./panel.js";
import { playerBox } from "./player_box.js";
import {
  activeSeat,
  availableActions,
  availableCents,
  betsOpen,
  felt,
  missingWords,
  otherSeats,
  pickedCards,
  playerSeats,
  secondsLeft,
  settings,
  stagedBets,
  state,
  tableElement,
} from "./table_state.js";

/** The phases in which the clock is shown. */
const CLOCK_PHASES = ["mine", "others", "bets", "waiting"];
const CLOCK_FACE =
  '<svg viewBox="0 0 44 44"><circle cx="22" cy="22" r="19"/><circle class="left" cx="22" cy="22" r="19" pathLength="100" stroke-dasharray="100"/></svg><b></b>';

/** Which buttons the action bar has, and since when. */
export const actionBar = { buttons: "", since: 0 };

/**
 * Plays the sounds of a change, if the player wants sounds. Only then their module is loaded.
 *
 * @param {Plan | null} plan
 * @param {News} news
 */
export function playSounds(plan, news) {
  if (settings.sounds)
    import("./sound.js")
      .then(({ playChange }) => playChange(plan, news, state.volume))
      .catch(() => undefined);
}

/**
 * Draws the table, with the sounds of what moved.
 *
 * @param {News} [news]
 */
export function drawTable(news = {}) {
  const { scene, online } = state;
  const seat = activeSeat();
  const actions = availableActions();
  const plan = animateChange(() => {
    const classes = tableElement.className.replace(/ phase-\w+| lost/g, "");
    tableElement.className = `${classes} phase-${scene.phase}${online ? "" : " lost"}`;
    fill(byId("say"), headlineElements(scene));
    byId("board").className = `rows-${felt.board.length}`;
    fill(byId("board"), boardElements(felt, scene));
    fill(byId("seats"), seatElements(scene, otherSeats().length && seat ? seat.seat : null));
    byId("mine").dataset.seat = String(seat?.seat ?? "");
    fill(byId("mine"), playerBox(felt, scene, seat, stagedBets, pickedCards));
    fill(byId("meters"), scene.meters?.map(meterElement) ?? []);
    fill(byId("strip"), stripElements(scene));
    if (scene.limits || scene.notice) showLimits();
    if (seat && !betsOpen()) showOwnBets(seat);
    drawActions(actions);
    const chips = betsOpen() && actions.length > 0;
    fill(byId("chips"), chips ? chipPicker(state.chip, stagedBets, settings.keys) : []);
    fill(byId("purse"), balanceElements(seat));
    const commitment = scene.commitment ? `${scene.commitment.slice(0, 16)}…` : "not yet";
    // Real cards have no commitment, and their page no place for one.
    const sealed = document.getElementById("sealed");
    if (sealed) sealed.textContent = commitment;
  }, scene);
  settled ||= Boolean(scene.paid?.length);
  if (settled) showSettlement();
  drawClock();
  byId("leave").hidden = !playerSeats().length;
  const turn = scene.phase === "mine" ? "Your turn · " : "";
  playSounds(plan, news);
  document.title = `${turn}${tableElement.dataset.name} · ${felt.game}`;
}

/** @param {{ title: string, cents: number }} meter */
const meterElement = ({ title, cents }) =>
  h("p.meter", {}, h("span", {}, title), h("b.money", {}, money(cents, true)));

/** Whether a round has ended since the page was made. */
let settled = false;

/** Shows how wagers were settled. The module is loaded when the first round ends. */
const showSettlement = () =>
  import("./settlement.js")
    .then(({ drawSettlement }) => drawSettlement(state.scene))
    .catch(() => undefined);

/** Shows limits that were changed or posted. Only then their module is loaded. */
const showLimits = () =>
  import("./limits.js").then(({ drawLimits }) => drawLimits(state.scene)).catch(() => undefined);

/** @param {SeatScene} seat whose bets are named above the buttons of a phone */
const showOwnBets = (seat) =>
  import("./own_bets.js").then(({ drawOwnBets }) => drawOwnBets(seat)).catch(() => undefined);

/** @param {Scene} scene */
function headlineElements(scene) {
  const words = underHeadline(scene);
  const net = scene.phase === "settling" && !state.keyAnswer ? (scene.net ?? null) : null;
  // The result lies over the headline, which keeps its place.
  return [
    h("p.headline#headline", {}, scene.stopped || scene.headline),
    h(net === null ? "p.under" : "p.below", {}, net === null && words),
    net !== null && h(`p.under.result${net > 0 ? ".won" : ""}#result`, {}, words),
    secondsLeft() !== null && CLOCK_PHASES.includes(scene.phase) && clockElement(),
  ];
}

/**
 * Returns the line under the headline: the answer to a key, why bets cannot be placed, or how the
 * last round went.
 *
 * @param {Scene} scene
 */
function underHeadline(scene) {
  const open = betsOpen();
  if (state.keyAnswer) return state.keyAnswer;
  if (open && stagedBets.total && missingWords()) return missingWords();
  if (otherSeats().length) return `These are the bets of seat ${activeSeat()?.seat}.`;
  if (typeof scene.net === "number")
    return scene.phase === "settling"
      ? `${netWords(scene.net)}.`
      : `Last round: ${netWords(scene.net).replace("You", "you")}.`;
  return open && !scene.warns && !stagedBets.total ? missingWords() : "";
}

function clockElement() {
  const element = h("span.clock#clock", { "aria-hidden": "true" });
  element.innerHTML = CLOCK_FACE;
  return element;
}

/** Draws the time that is left and the ring round it. The ring is set and not animated. */
export function drawClock() {
  const clock = document.getElementById("clock");
  const seconds = secondsLeft();
  if (!clock || seconds === null) return;
  const share = state.online ? (100 * seconds) / state.clock.seconds : 0;
  const figure = clock.querySelector("b");
  if (figure) figure.textContent = state.online ? String(seconds) : "?";
  clock.querySelector(".left")?.setAttribute("stroke-dashoffset", String(100 - share));
  clock.classList.toggle("soon", state.online && seconds <= 5);
}

/** @param {Scene} scene */
function stripElements(scene) {
  if (!state.online) {
    const clock = state.clock.deadline === null ? "" : " Your time to decide may run out.";
    const words = `The connection is lost. Trying again. Your bets stay at the table.${clock}`;
    return [h("p.strip.warn#lost", {}, words)];
  }
  const { void: voided } = scene;
  const { strip } = state;
  return [
    voided &&
      h(
        "p.strip.warn#void",
        {},
        h("span", {}, h("b", {}, `${voided.words}.`), ` ${(voided.back ?? []).join(", ")}`),
        h("span.clause", {}, voided.clause),
      ),
    strip &&
      h(
        `p.strip.${strip.kind}#note`,
        {},
        strip.words,
        strip.clause && h("span.clause", {}, ` ${strip.clause}`),
        h("button.small", { type: "button", "data-do": "close" }, "Close"),
      ),
  ];
}

/** @param {Action[]} actions */
function drawActions(actions) {
  const { scene, online } = state;
  const buttons = actions.map((action) => action.id).join(" ") + scene.at;
  if (buttons !== actionBar.buttons)
    Object.assign(actionBar, { buttons, since: performance.now() });
  const elements = actions.map((action) => {
    const kind = state.coach?.recommends(action.id) ? "main" : action.kind;
    return actionButton(
      { ...action, kind, disabled: action.disabled || !online },
      settings.keys,
      action.kind === "fold" ? "fold" : "",
    );
  });
  const slider = actions.length && scene.phase === "mine" ? scene.slider : null;
  if (!slider) state.sliderCents = null;
  else {
    state.sliderCents ??= slider.least;
    elements.splice(-1, 0, betSlider(slider, state.sliderCents, !online));
  }
  const bar = byId("actions");
  const focused = bar.contains(document.activeElement);
  fill(bar, elements);
  // If the button with the focus is gone, the focus goes to the headline, where the answer is read.
  if (focused && !bar.contains(document.activeElement)) byId("say").focus({ preventScroll: true });
}

/** @param {SeatScene | undefined} seat */
function balanceElements(seat) {
  const { balance, account } = state.scene;
  if (!seat && typeof balance !== "number") return [];
  const open = betsOpen();
  const placed = open
    ? [...otherSeats(), ...playerSeats().filter((one) => one.ready)]
    : playerSeats();
  const staged = open ? stagedBets.total : 0;
  const stake = placed.reduce((sum, one) => sum + openStake(one), staged);
  const rest = open ? availableCents() - stagedBets.total : (balance ?? 0);
  return [
    h("p", {}, h("span", {}, "Stake"), h("b.money", {}, seat ? money(stake) : "-")),
    h("p", {}, h("span", {}, "Balance"), h("b.money#balance", {}, money(rest))),
    typeof account === "number"
      ? h(
          "p.account",
          { title: "Your game account: chips that you bought at this table. Leaving cashes out." },
          h("span", {}, "Table"),
          h("span.money", {}, money(account)),
        )
      : null,
  ];
}

// The page of a table: messages of the server are taken and drawn, and input is listened for.

/** @import { PageViewer, TableMessage } from "../types.js" */
/** @import { Coach } from "./coach.js" */

import { byId } from "../shared/dom.js";
import { followTable } from "../shared/feed.js";
import { addAnnouncements, loadRounds, netWords, readAloud } from "./panel.js";
import { playTick } from "./sound.js";
import { listenForInput } from "./table_input.js";
import { drawClock, drawTable } from "./table_render.js";
import {
  activeSeat,
  betsOpen,
  firstMessage,
  pickedCards,
  resetStagedBets,
  secondsLeft,
  settings,
  stagedBets,
  state,
  tableId,
  unreadySeats,
} from "./table_state.js";

/** The seconds before a deadline that are read aloud. */
const WARNING_SECONDS = [10, 5];

/**
 * Takes a message of the server. The first one came with the page.
 *
 * @param {TableMessage} message
 * @param {boolean} [first]
 */
function receive(message, first = false) {
  const before = state.scene;
  const seatBefore = activeSeat()?.seat;
  const unreadyBefore = unreadySeats().map((seat) => seat.seat);
  const { scene } = message;
  state.scene = scene;
  const newMoment = scene.at !== before.at || first;
  if (scene.phase !== before.phase || first) requestAnimationFrame(scrollToNextAction);
  setClock(message);
  if (newMoment) {
    pickedCards.clear();
    Object.assign(state, {
      keyAnswer: "",
      answeredMoment: null,
      sliderCents: null,
      chosenSeat: null,
    });
    resetStagedBets();
    if (state.strip?.kind === "good") state.strip = null;
  } else if (activeSeat()?.seat !== seatBefore) resetStagedBets();
  else stagedBets.setAreas(activeSeat()?.bets ?? []);
  // A seat of the player bets that did not before: a new one, or one whose bets came back.
  if (unreadySeats().some((seat) => !unreadyBefore.includes(seat.seat)))
    state.answeredMoment = null;
  if (message.you) showVisitor(message.you);
  addAnnouncements(message.said, first);
  drawTable();
  state.coach?.update(scene);
  if (scene.phase === "mine" && (before.phase !== "mine" || newMoment)) {
    readAloud(scene.headline, true);
    if (settings.sound) playTick();
  }
  const net = scene.net ?? null;
  const netBefore = before.net ?? null;
  if (scene.round !== before.round || first || net !== netBefore) loadRounds(tableId);
  if (net !== null && netBefore === null && !first) readAloud(`${netWords(net)}.`);
}

/** On a small screen, scrolls to where the player acts next. */
function scrollToNextAction() {
  if (!matchMedia("(max-width: 74.9375em)").matches) return;
  if (betsOpen()) document.querySelector(".box")?.scrollIntoView({ block: "end" });
  else scrollTo(0, 0);
  if (state.scene.phase === "mine")
    document.querySelector(".my-hand")?.scrollIntoView({ block: "nearest" });
}

/** @param {TableMessage} message */
function setClock({ deadline, now }) {
  const serverAhead = now - Date.now() / 1000;
  if (deadline === state.clock.deadline) state.clock.serverAhead = serverAhead;
  else {
    const seconds = deadline === null ? 0 : Math.max(1, deadline - now);
    state.clock = { deadline, serverAhead, seconds, readAloud: 0 };
  }
}

/**
 * Shows in the header who has become a guest since the page was made.
 *
 * @param {PageViewer} viewer
 */
function showVisitor({ name }) {
  byId("visitor").textContent = name;
  document.querySelector(".top")?.classList.add("known");
}

/**
 * Adds a coach to the page.
 *
 * @param {Coach} coach
 */
export function addCoach(coach) {
  state.coach = coach;
  coach.update(state.scene);
}

/** @param {"lost" | "back"} connection */
function onConnection(connection) {
  state.online = connection === "back";
  const words = state.online
    ? "Connected again, nothing lost."
    : "The connection is lost. Trying again.";
  if (state.online) state.strip = { words, kind: "good" };
  readAloud(words, true);
  drawTable();
}

function start() {
  receive(firstMessage, true);
  state.feed = followTable(tableId, firstMessage.scene.version, receive, onConnection);
}

// Input is listened for at once. The felt is painted before what lies on it, except in a page that
// is hidden, which is never painted.
listenForInput();
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
setInterval(() => {
  const seconds = secondsLeft();
  if (seconds === null) return;
  drawClock();
  const deciding = state.scene.phase === "mine" || betsOpen();
  if (WARNING_SECONDS.includes(seconds) && state.clock.readAloud !== seconds && deciding) {
    state.clock.readAloud = seconds;
    readAloud(`${seconds} seconds.`, true);
  }
}, 250);

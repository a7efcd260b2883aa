// The page of a table: messages of the server are taken and drawn, and input is listened for.

/** @import { PageViewer, Scene, TableMessage } from "../types.js" */
/** @import { Coach } from "./coach.js" */

import { byId } from "../shared/dom.js";
import { followTable } from "../shared/feed.js";
import { flourish } from "./motion.js";
import { addAnnouncements, loadRounds, netWords, readAloud } from "./panel.js";
import { setPace } from "./table_commands.js";
import { listenForInput } from "./table_input.js";
import { drawClock, drawTable } from "./table_render.js";
import {
  activeSeat,
  betsOpen,
  firstMessage,
  pickedCards,
  readStored,
  resetStagedBets,
  resolveAwaitedVersions,
  secondsLeft,
  stagedBets,
  state,
  store,
  tableId,
  typedWord,
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
  if (!first) noteAbsence(message);
  resolveAwaitedVersions();
  // Whoever only watches has no words, and does not load their module.
  if (scene.seats.some((seat) => seat.mine)) {
    const typed = typedWord();
    import("./words.js").then((words) => words.answerWords(scene, typed)).catch(() => undefined);
  }
  if (message.you) showVisitor(message.you);
  const fresh = message.said.filter(({ version }) => first || version > firstMessage.scene.version);
  addAnnouncements(fresh, first);
  state.coach?.update(scene);
  const net = scene.net ?? null;
  const netBefore = before.net ?? null;
  const turn = scene.phase === "mine" && (before.phase !== "mine" || newMoment);
  drawTable({ turn, won: net !== null && net > 0 && netBefore === null && !first });
  if (rareRows(scene) > rareRows(before) && !first) flourish();
  if (turn || (scene.warns && !before.warns)) readAloud(scene.headline, true);
  if (scene.round !== before.round || first || net !== netBefore) loadRounds(tableId);
  if (net !== null && netBefore === null && !first) readAloud(`${netWords(net)}.`);
}

/**
 * Counts the player's wagers that were paid for a rare hand.
 *
 * @param {Scene} scene
 */
const rareRows = ({ paid = [] }) => paid.filter((row) => row.mine && row.rare).length;

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
  drawTable();
}

/** @param {"lost" | "back"} connection */
function onConnection(connection) {
  state.online = connection === "back";
  let words = "The connection is lost. Trying again.";
  if (state.online) {
    const [kind, meanwhile] = state.withoutPlayer
      ? ["bad", `You were away. ${state.withoutPlayer}`]
      : ["good", "Connected again. Nothing is lost."];
    state.strip = { words: meanwhile, kind };
    words = meanwhile;
  }
  readAloud(words, true);
  drawTable();
}

/**
 * The version up to which the player has been told what happened; null for whoever had no seat when
 * the table was seen last.
 *
 * @type {number | null}
 */
let toldUpTo = null;

/**
 * Notes what happened at the player's seat without the player, and says so above the felt.
 *
 * @param {TableMessage} message
 */
function noteAbsence({ without_you: events = [], scene }) {
  const seen = toldUpTo;
  const told = events.filter(({ version }) => seen !== null && version > seen);
  state.withoutPlayer = [...new Set(told.map(({ words }) => `${words}.`))].join(" ");
  if (state.withoutPlayer) {
    const away = seen !== null && seen < firstMessage.scene.version;
    const words = away ? `You were away. ${state.withoutPlayer}` : state.withoutPlayer;
    state.strip = { words, kind: "bad" };
  }
  if (scene.seats.some((seat) => seat.mine)) toldUpTo = scene.version;
  else if (told.length) toldUpTo = null;
  if (toldUpTo !== seen) store(`seen ${tableId}`, toldUpTo);
}

function start() {
  const shown = firstMessage.scene.version;
  const seen = readStored(`seen ${tableId}`);
  toldUpTo = seen === null ? null : Math.min(seen, shown);
  receive(firstMessage, true);
  // The pace that the player chose at the last practice table.
  const pace = readStored("pace");
  if (state.scene.pace && pace && pace !== state.scene.pace) setPace(pace);
  // What happened since the page was open last is told by the feed, from the log if need be.
  state.feed = followTable(tableId, toldUpTo ?? shown, receive, onConnection);
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

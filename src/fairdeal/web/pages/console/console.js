// The dealer's console: one step after the other, and the declaration of irregularities.

/** @import { Announcement, ConsoleMessage, InputField, Preview } from "../types.js" */

import { CardEntry } from "../shared/card_entry.js";
import {
  countForm,
  countWords,
  drawCounted,
  sendCount,
  sendTrayCount,
  trayForm,
  trayWords,
} from "../shared/counting.js";
import { byId, closest, fill, h } from "../shared/dom.js";
import { followTable } from "../shared/feed.js";
import { lockWhenIdle } from "../shared/lock.js";
import { pendingPanel, performPending } from "../shared/pending.js";
import { Refusal, requestJson, sendCommand } from "../shared/requests.js";
import { commandWithFields, questionPanel, refusalNotice } from "../shared/staff.js";
import { drawGauges, drawStep, inputPrefix } from "./console_script.js";
import {
  addSaid,
  cardsField,
  currentLine,
  firstMessage,
  groupSaid,
  isBusy,
  settlementRows,
  state,
  tableId,
  toggleRows,
} from "./console_state.js";
import { drawBoard, drawRack, drawSeats, raiseBoard } from "./console_table.js";
import { DeclarationDialog } from "./declare.js";
import { drawEntering, enteredCommand } from "./player_entries.js";

const MOST_LISTED = 12;

// Messages of the server ---------------------------------------------------------------------------

/** @param {ConsoleMessage} message */
function receive(message) {
  state.scene = message.scene;
  state.serverAhead = message.now - Date.now() / 1000;
  state.deadline = message.deadline;
  readAloud(addSaid(message.said));
  draw();
}

/** @param {Announcement[]} announcements */
function readAloud(announcements) {
  /** @param {boolean} urgent */
  const words = (urgent) =>
    announcements
      .filter((one) => Boolean(one.urgent) === urgent)
      .map((one) => one.spoken ?? one.words)
      .join(". ");
  if (words(false)) byId("polite").textContent = words(false);
  if (words(true)) byId("urgent").textContent = words(true);
}

// Commands -----------------------------------------------------------------------------------------

/**
 * Waits for an answer during which nothing else is sent. A refusal is shown, and the result is null.
 *
 * @template Answer
 * @param {() => Promise<Answer>} request
 */
async function whileSending(request) {
  state.sending = true;
  draw();
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The other press did the step: there is nothing to tell.
    state.refusal = error.code === "passed" ? null : error;
    return null;
  } finally {
    state.sending = false;
    draw();
  }
}

/**
 * Sends a command with the version that was read, so that two presses of one step do it once.
 *
 * @param {Record<string, any>} command
 */
async function send(command) {
  if (isBusy()) return;
  const read = state.scene.version;
  await whileSending(async () => {
    const { version } = await sendCommand(tableId, { ...command, version: read });
    state.awaitedVersion = version;
    state.refusal = null;
    if (command.cards) state.entry = new CardEntry();
  });
}

/**
 * @param {Record<string, any>} command
 * @returns {Promise<Preview>}
 */
const requestPreview = (command) => requestJson(`/tables/${tableId}/preview`, command);

/** Does the current step of the script by its command. */
async function performStep() {
  const line = currentLine();
  if (!line?.mine || !line.command || isBusy() || declaration.open) return;
  const wanted = cardsField();
  if (wanted && !takeCards(wanted)) return;
  const fields = line.fields?.filter((field) => field !== wanted);
  let command = commandWithFields(line.command, fields, inputPrefix());
  if (!command) return;
  if (wanted) command = { ...command, cards: state.entry.cards };
  // A count is blind: what follows from it is told afterwards, and a second person rules on it.
  await send(command);
}

/**
 * Takes the cards that are typed in the field of a step. Returns whether all are entered.
 *
 * @param {InputField} field
 */
function takeCards(field) {
  const input = byId(`${inputPrefix()}-${field.name}`, HTMLInputElement);
  state.entry.take(input.value, field);
  // What is wrong goes too, so that the scanner's next card stands alone.
  input.value = "";
  draw();
  return !state.entry.problem && state.entry.isWhole(field);
}

/**
 * Answers a key in the field of cards: Enter, as a scanner types it, and Space take a card, or do
 * the step once all cards are entered; Backspace takes the last card back.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 */
function onCardKey(event, input) {
  const field = cardsField();
  if (!field) return;
  if (event.key === "Backspace" && !input.value) {
    state.entry.takeBack();
    draw();
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (input.value.trim()) takeCards(field);
    else if (!event.repeat) performStep();
  }
}

const declaration = new DeclarationDialog(byId("declare", HTMLDialogElement), {
  requestPreview,
  send,
  isBusy,
  scene: () => state.scene,
});

const counting = byId("count", HTMLDialogElement);

function beginCount() {
  const form = countForm(state.scene.pending?.decks ?? [], tableId);
  fill(counting, [h("div.sheet", {}, h("h2", {}, "Count the table"), form)]);
  counting.showModal();
}

function beginTrayCount() {
  const form = trayForm(state.scene.pending?.open_counts ?? [], tableId);
  fill(counting, [h("div.sheet", {}, h("h2", {}, "Count the tray"), form)]);
  counting.showModal();
}

// Drawing ------------------------------------------------------------------------------------------

function drawTools() {
  const { declaring = [], taps = [], called, answers_call: answersCall, pending } = state.scene;
  const irregular = {
    type: "button",
    disabled: !declaring.length || state.lost,
    "aria-keyshortcuts": "I",
  };
  const answer = h("button#answer-call", { type: "button", class: "main" }, "I have come");
  const rows = settlementRows().length || state.rowByRow;
  const pressed = {
    type: "button",
    "aria-pressed": String(state.rowByRow),
    "aria-keyshortcuts": "R",
  };
  fill(byId("tools"), [
    ...taps.map(({ words, command }, i) =>
      h("button", { type: "button", "data-tap": i, "data-key": command.do }, words),
    ),
    rows ? h("button#rows", pressed, "Row by row", h("kbd", {}, "R")) : null,
    h("button#irregular", irregular, "Irregularity", h("kbd", {}, "I")),
    pending?.open_counts?.length
      ? h("button#count-tray", { type: "button" }, "Count the tray")
      : null,
    pending?.counts ? h("button#count-table", { type: "button" }, "Count and close") : null,
    called
      ? h(
          "div.called",
          {},
          h("p", {}, h("b", {}, "The floorperson is called: "), called),
          answersCall ? answer : null,
        )
      : null,
  ]);
}

function drawNotices() {
  const { seen } = state.scene;
  const { refusal } = state;
  const lost = "The connection is lost. Trying again. Accepted commands are safe.";
  const voided = seen.phase === "waiting" ? seen.void : null;
  const stopped = `The table is stopped: ${seen.stopped}`;
  fill(byId("notices"), [
    state.lost ? h("p.strip#lost", { role: "status" }, lost) : null,
    seen.stopped ? h("p.strip", { role: "status" }, stopped) : null,
    voided ? h("p.strip.void", {}, `${voided.words} (${voided.clause})`) : null,
    refusal ? refusalNotice(refusal.sentence, refusal.clause) : null,
  ]);
}

function drawSaid() {
  const items = groupSaid()
    .slice(0, MOST_LISTED)
    .map(({ version, words, times }) => {
      const count = times > 1 ? h("span.times", {}, ` × ${times}`) : null;
      return h("li", { "data-key": `said-${version}` }, words, count);
    });
  fill(byId("log"), items);
}

function draw() {
  const { scene } = state;
  byId("round").textContent = `Round ${scene.seen.round}`;
  byId("role").textContent = scene.why || "You deal.";
  drawNotices();
  drawSeats();
  drawBoard();
  raiseBoard();
  drawRack();
  fill(byId("question"), questionPanel(scene.question, "console"));
  fill(byId("pending"), pendingPanel(scene.pending, "console"));
  drawGauges();
  drawEntering();
  drawTools();
  drawStep();
  drawSaid();
  declaration.refresh();
  const step = currentLine()?.mine ? "Your step · " : "";
  const turn = scene.question?.answers?.length ? "Your answer is needed · " : step;
  const title = byId("desk").querySelector("h1")?.textContent;
  document.title = `${turn}${title} · Fairdeal`;
}

function switchRows() {
  toggleRows();
  draw();
}

// Input --------------------------------------------------------------------------------------------

byId("acts").addEventListener("click", (event) => {
  // A double click is one step, because the dealer has not read the next one yet.
  if (closest(event, "#next") && event.detail < 2) performStep();
});
byId("acts").addEventListener("keydown", (event) => {
  const cards = closest(event, 'input[data-kind="cards"]');
  if (cards instanceof HTMLInputElement) {
    onCardKey(event, cards);
    return;
  }
  // A number has no spaces, so that Space does a step that counts as well.
  const done = event.key === " " ? 'input[type="number"]' : "input";
  if (![" ", "Enter"].includes(event.key) || !closest(event, done)) return;
  event.preventDefault();
  performStep();
});
byId("tools").addEventListener("click", (event) => {
  if (closest(event, "#irregular")) declaration.begin();
  if (closest(event, "#rows")) switchRows();
  if (closest(event, "#answer-call")) send({ do: "answer-call" });
  if (closest(event, "#count-table")) beginCount();
  if (closest(event, "#count-tray")) beginTrayCount();
  const tap = state.scene.taps?.[Number(closest(event, "[data-tap]")?.dataset.tap)];
  if (!tap) return;
  // Space is for the next step, not for another tap.
  closest(event, "button")?.blur();
  send(tap.command);
});
for (const kind of ["click", "submit"]) {
  byId("pending").addEventListener(kind, (event) => {
    if (kind === "submit") event.preventDefault();
    else if (!closest(event, "[data-pending]")) return;
    whileSending(() => performPending(event, tableId) ?? Promise.resolve());
  });
}
byId("entering").addEventListener("submit", async (event) => {
  event.preventDefault();
  const command = enteredCommand(event);
  if (!command) return;
  // Space is for the next step, not for the same button again.
  if (document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  await send(command);
  const { target } = event;
  if (!state.refusal && target instanceof HTMLFormElement) target.reset();
});
counting.addEventListener("input", drawCounted);
counting.addEventListener("click", (event) => {
  if (closest(event, "[data-cancel]")) counting.close();
});
counting.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { target: form } = event;
  if (!(form instanceof HTMLFormElement)) return;
  const tray = form.id === "tray-count";
  const answer = await whileSending(() =>
    tray ? sendTrayCount(form) : sendCount(form, state.scene.pending?.decks ?? []),
  );
  counting.close();
  if (answer && tray) byId("polite").textContent = trayWords(answer);
  else if (answer && !answer.closed) byId("polite").textContent = countWords(answer);
});
byId("notices").addEventListener("click", (event) => {
  if (!closest(event, "[data-close]")) return;
  state.refusal = null;
  draw();
});
byId("question").addEventListener("submit", (event) => {
  event.preventDefault();
  const i = Number(closest(event, "form")?.dataset.answer);
  const answer = state.scene.question?.answers?.[i];
  if (!answer) return;
  const command = commandWithFields(answer.command, answer.fields, `console-answer-${i}`);
  if (command) send(command);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || declaration.open) return;
  if (closest(event, "input, textarea, select")) return;
  if (event.key === " ") {
    // A button or a link with the focus does its own action.
    if (closest(event, "button, a, summary")) return;
    event.preventDefault();
    if (!event.repeat) performStep();
  } else if (event.key.toLowerCase() === "r" && byId("tools").querySelector("#rows")) {
    event.preventDefault();
    switchRows();
  } else if (event.key.toLowerCase() === "i" && !byId("irregular", HTMLButtonElement).disabled) {
    event.preventDefault();
    declaration.begin();
  }
});

lockWhenIdle(document.getElementById("visitor")?.textContent ?? "");
addEventListener("resize", raiseBoard);
addSaid(firstMessage.said);
draw();
setInterval(() => {
  drawGauges();
  if (state.deadline !== null) drawStep();
}, 1000);
followTable(`${tableId}/deal`, state.scene.version, receive, (connection) => {
  state.lost = connection === "lost";
  if (state.lost) byId("urgent").textContent = "The connection is lost. Trying again.";
  else byId("polite").textContent = "Connected again. Nothing is lost.";
  draw();
});

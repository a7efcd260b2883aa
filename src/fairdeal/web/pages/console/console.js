// The dealer's console: one step after the other, and the declaration of irregularities.

/** @import { ConsoleMessage, Preview, Said } from "../types.js" */

import { byId, closest, fill, h } from "../shared/dom.js";
import { followTable } from "../shared/feed.js";
import { Refusal, requestJson, sendCommand } from "../shared/requests.js";
import { commandWithFields, questionPanel, refusalNotice } from "../shared/staff.js";
import { drawGauges, drawStep, inputPrefix } from "./console_script.js";
import {
  addSaid,
  currentLine,
  finishLine,
  firstMessage,
  followScript,
  groupSaid,
  isBusy,
  state,
  tableId,
} from "./console_state.js";
import { drawBoard, drawRack, drawSeats, raiseBoard } from "./console_table.js";
import { DeclarationDialog } from "./declare.js";

const MOST_LISTED = 12;

// Messages of the server ---------------------------------------------------------------------------

/** @param {ConsoleMessage} message */
function receive(message) {
  state.scene = message.scene;
  state.serverAhead = message.now - Date.now() / 1000;
  state.deadline = message.deadline;
  readAloud(addSaid(message.said));
  followScript();
  draw();
}

/** @param {Said[]} announcements */
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
    state.refusal = error;
    return null;
  } finally {
    state.sending = false;
    draw();
  }
}

/** @param {Record<string, any>} command */
async function send(command) {
  if (isBusy()) return;
  await whileSending(async () => {
    const { version } = await sendCommand(tableId, command);
    state.awaitedVersion = version;
    state.refusal = null;
  });
}

/**
 * @param {Record<string, any>} command
 * @returns {Promise<Preview>}
 */
const requestPreview = (command) => requestJson(`/tables/${tableId}/preview`, command);

/**
 * Returns whether a command would void a round or send a deck away.
 *
 * @param {Preview} preview
 */
const isGrave = (preview) =>
  preview.outcomes.some((one) => one.void || one.decks.some((deck) => !deck.now));

/** Does the current line of the script: here only, or by its command. */
async function performStep() {
  const line = currentLine();
  if (!line?.mine || isBusy() || declaration.open) return;
  if (!line.command) {
    finishLine();
    draw();
    return;
  }
  const command = commandWithFields(line.command, line.fields, inputPrefix());
  if (!command) return;
  if (!line.fields?.length) {
    await send(command);
    return;
  }
  // A count may come out wrong. What follows from it is shown before it is sent.
  const preview = await whileSending(() => requestPreview(command));
  if (!preview) return;
  if (isGrave(preview)) declaration.confirm(line.words, line.clause ?? null, command, preview);
  else await send(command);
}

const declaration = new DeclarationDialog(byId("declare", HTMLDialogElement), {
  requestPreview,
  send,
  isBusy,
  scene: () => state.scene,
});

// Drawing ------------------------------------------------------------------------------------------

function drawTools() {
  const { declaring = [], called, answers_call: answersCall } = state.scene;
  const irregular = {
    type: "button",
    disabled: !declaring.length || state.lost,
    "aria-keyshortcuts": "I",
  };
  const answer = h("button#answer-call", { type: "button", class: "main" }, "I have come");
  fill(byId("tools"), [
    h("button#irregular", irregular, "Irregularity", h("kbd", {}, "I")),
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
  const lost = "The connection is lost: trying again. Nothing that was taken is lost.";
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
  drawGauges();
  drawTools();
  drawStep();
  drawSaid();
  declaration.refresh();
  const step = currentLine()?.mine ? "Your step · " : "";
  const turn = scene.question?.answers?.length ? "You are asked · " : step;
  const title = byId("desk").querySelector("h1")?.textContent;
  document.title = `${turn}${title} · Fairdeal`;
}

// Input --------------------------------------------------------------------------------------------

byId("acts").addEventListener("click", (event) => {
  // A double click is one step, because the dealer has not read the next one yet.
  if (closest(event, "#next") && event.detail < 2) performStep();
});
byId("acts").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !closest(event, "input")) return;
  event.preventDefault();
  performStep();
});
byId("tools").addEventListener("click", (event) => {
  if (closest(event, "#irregular")) declaration.begin();
  if (closest(event, "#answer-call")) send({ do: "answer-call" });
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
  } else if (event.key.toLowerCase() === "i" && !byId("irregular", HTMLButtonElement).disabled) {
    event.preventDefault();
    declaration.begin();
  }
});

addEventListener("resize", raiseBoard);
addSaid(firstMessage.said);
followScript();
draw();
setInterval(() => {
  drawGauges();
  if (state.deadline !== null) drawStep();
}, 1000);
followTable(`${tableId}/deal`, state.scene.version, receive, (connection) => {
  state.lost = connection === "lost";
  if (state.lost) byId("urgent").textContent = "The connection is lost: trying again.";
  else byId("polite").textContent = "Connected again, nothing lost.";
  draw();
});

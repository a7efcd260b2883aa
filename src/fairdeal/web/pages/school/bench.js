// A bench of dealer school: the table, one question, and in a lesson the answer with its clause.

/** @import { BenchArea, BenchScene, BenchSeat, StakePicture } from "../types.js" */

import { cardElement } from "../shared/cards.js";
import { byId, closest, fill, h, readJson } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { Refusal, requestJson } from "../shared/requests.js";

/** The chips of a table, the lowest first. */
const CHIPS = [
  ["white", 1],
  ["red", 5],
  ["green", 25],
  ["black", 100],
  ["purple", 500],
];
/** @type {Record<string, string>} */
const WHERE = { layout: "", inventory: "in the tray", settled: "settled" };

const exam = byId("bench").dataset.exam;
/** @type {BenchScene} */
let scene = readJson("first");
/** The scene after the one that is shown, while a verdict is read. @type {BenchScene | null} */
let coming = null;
/** @type {Record<string, number>} */
let cut = {};
/** The answer whose verdict is read, in words. */
let saidWords = "";
let sending = false;
/** When the answer that is read was shown, and for how long the last one was read. */
let shown = 0;
let read = 0;

// The table ----------------------------------------------------------------------------------------

/** @param {StakePicture} stake */
const stakeItem = ({ title, cents, where }) =>
  h(
    "li",
    {},
    h("span", {}, title),
    h(
      "span",
      {},
      WHERE[where] ? h("i", {}, WHERE[where]) : null,
      h("span.money", {}, money(cents)),
    ),
  );

/** @param {BenchSeat} seat */
function seatItem(seat) {
  const up = seat.cards.some((card) => card.face);
  return h(
    `li#seat-${seat.seat}`,
    { class: seat.turn ? "seat turn" : "seat" },
    h(
      "p.person",
      {},
      h("b.number", {}, h("span.hidden-text", {}, "Seat "), String(seat.seat)),
      h("span.name", {}, seat.name),
      seat.folded ? h("span.status", {}, "folded") : null,
    ),
    seat.cards.length
      ? h(
          "div",
          { class: up ? "hand up" : "hand" },
          seat.cards.map((card) => cardElement(card)),
        )
      : null,
    seat.cards.length
      ? h("p.made", {}, `${seat.cards.length} ${seat.cards.length === 1 ? "card" : "cards"}`)
      : null,
    seat.stakes.length ? h("ul.bets", {}, seat.stakes.map(stakeItem)) : null,
  );
}

/** @param {BenchArea} area */
const areaElement = ({ title, cards }) =>
  h(
    "div.area",
    {},
    h(
      "div.cards",
      {},
      cards.map((card) => cardElement(card)),
    ),
    h("p", {}, title),
  );

function drawTable() {
  byId("round").textContent =
    `Round ${scene.round} of ${scene.rounds}, question ${scene.number + 1}`;
  fill(byId("seats"), scene.seats.map(seatItem));
  byId("seats").style.setProperty("--count", String(Math.max(scene.seats.length, 1)));
  const areas = scene.board.map(areaElement);
  fill(byId("board"), areas.length ? [h("div.row", {}, areas)] : []);
  const meters = Object.entries(scene.meters).map(([name, cents]) =>
    h("span.meter", {}, `${name} `, h("b.money", {}, money(cents))),
  );
  fill(byId("rack"), meters);
}

// The question -------------------------------------------------------------------------------------

function cutWords() {
  const parts = CHIPS.filter(([color]) => cut[color]).map(([color]) => `${cut[color]} ${color}`);
  return parts.reverse().join(", ");
}

function drawQuestion() {
  const { question, review } = scene;
  if (!question) return;
  byId("bench").classList.toggle("away", question.away);
  fill(byId("asked"), [
    h("p.chapter", {}, question.chapter),
    h("h2", {}, question.question),
    ...question.sees.map((words) => h("p.sees", {}, words)),
  ]);
  byId("amount").hidden = !question.amount || coming !== null || review !== null;
  byId("cut").textContent = cutWords();
  // What was said stands among the other answers, once it is given.
  const said = review?.said ?? (coming ? saidWords : null);
  const answers = question.choices.map(({ key, words }, place) =>
    said === null
      ? h("button", { type: "button", "data-choice": key }, h("kbd", {}, String(place + 1)), words)
      : h("p", { class: words === said ? "choice said" : "choice" }, words),
  );
  if (said !== null) answers.push(h("p.said-words", {}, "Said: ", h("b", {}, said)));
  fill(byId("choices"), answers);
  const verdict = coming?.verdict ?? review?.verdict;
  fill(
    byId("verdict"),
    verdict ? [h("p", { class: verdict.error ? "wrong" : "right" }, verdict.words)] : [],
  );
  const next = h("button.main#next", { type: "button" }, "Next ", h("kbd", {}, "Enter"));
  fill(byId("onward"), coming ? [next] : []);
}

function draw() {
  drawTable();
  drawQuestion();
}

// A question that was answered, looked at again ----------------------------------------------------

/** The questions that lead on from this one, by the key that goes there. */
function others() {
  const { review } = scene;
  /** @type {[string, string, number | undefined][]} */
  const found = [];
  if (!review) return found;
  const here = scene.number + 1;
  if (here > 1) found.push(["ArrowLeft", "Before", here - 1]);
  if (here < review.answered) found.push(["ArrowRight", "After", here + 1]);
  found.push(["n", "Next error", review.errors.find((one) => one > here)]);
  return found.filter(([, , number]) => number !== undefined);
}

/** @param {number | undefined} number */
const questionAddress = (number) => `/school/${exam}/question/${number}`;

function drawOthers() {
  fill(
    byId("others"),
    others().map(([, words, number]) =>
      h("a.button", { href: questionAddress(number) }, `${words}: question ${number}`),
    ),
  );
}

// Answers ------------------------------------------------------------------------------------------

/** Shows the next question, or the marks at the end. */
function goOn() {
  if (coming?.verdict) read = performance.now() - shown;
  if (coming) scene = coming;
  coming = null;
  if (!scene.question) {
    location.assign(`/school/${exam}/result`);
    return;
  }
  cut = {};
  byId("dollars", HTMLInputElement).value = "";
  draw();
  byId("told").textContent = [...scene.question.sees, scene.question.question].join(" ");
  if (scene.question.amount) byId("dollars").focus();
  else byId("asked").focus({ preventScroll: true });
}

/** @param {{ choice?: string, cents?: number, chips?: Record<string, number> }} said */
function wordsOf({ choice, cents }) {
  if (choice) return scene.question?.choices.find(({ key }) => key === choice)?.words ?? "";
  return cents === undefined ? cutWords() : money(cents);
}

/** @param {{ choice?: string, cents?: number, chips?: Record<string, number> }} said */
async function answer(said) {
  if (sending || coming) return;
  sending = true;
  saidWords = wordsOf(said);
  try {
    coming = await requestJson(`/school/${exam}/answer`, {
      number: scene.number,
      read_ms: Math.round(read),
      ...said,
    });
    read = 0;
    fill(byId("notices"), []);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fill(byId("notices"), [h("div.notice", { role: "alert" }, h("p", {}, error.sentence))]);
    return;
  } finally {
    sending = false;
  }
  if (!coming?.verdict) {
    goOn();
    return;
  }
  shown = performance.now();
  draw();
  byId("told").textContent = coming.verdict.words;
  byId("next").focus();
}

function answerAmount() {
  const typed = byId("dollars", HTMLInputElement)
    .value.trim()
    .replace(/[$,\s]/g, "");
  if (typed === "" && Object.keys(cut).length) {
    answer({ chips: cut });
    return;
  }
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed)) {
    fill(byId("notices"), [
      h(
        "div.notice",
        { role: "alert" },
        h("p", {}, "Type dollars such as 45 or 7.50, or cut chips."),
      ),
    ]);
    byId("dollars").focus();
    return;
  }
  answer({ cents: Math.round(Number(typed) * 100) });
}

byId("choices").addEventListener("click", (event) => {
  const button = closest(event, "button");
  if (button?.dataset.choice) answer({ choice: button.dataset.choice });
});
byId("onward").addEventListener("click", (event) => {
  if (closest(event, "button")?.id === "next") goOn();
});
byId("amount").addEventListener("submit", (event) => {
  event.preventDefault();
  answerAmount();
});
byId("cuts").addEventListener("click", (event) => {
  const color = closest(event, "button")?.dataset.color;
  if (!color) return;
  cut = { ...cut, [color]: (cut[color] ?? 0) + 1 };
  byId("dollars", HTMLInputElement).value = "";
  drawQuestion();
});
byId("uncut").addEventListener("click", () => {
  cut = {};
  drawQuestion();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLInputElement)
    return;
  if (scene.review) {
    const [, , number] = others().find(([key]) => key === event.key) ?? [];
    if (number !== undefined) location.assign(questionAddress(number));
    return;
  }
  if (coming || !/^[1-9]$/.test(event.key)) return;
  const choice = scene.question?.choices[Number(event.key) - 1];
  if (!choice) return;
  event.preventDefault();
  answer({ choice: choice.key });
});

fill(
  byId("cuts"),
  CHIPS.map(([color, dollars]) =>
    h("button", { type: "button", "data-color": color }, `$${dollars} ${color}`),
  ),
);
draw();
if (scene.review) drawOthers();

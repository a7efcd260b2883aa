// What the console and the wall share: what a command would lead to, what waits for a second person,
// what must be typed, and what was refused.

import { chipElement, money } from "./chips.js";
import { h } from "./dom.js";

/** A clause, where there is one. */
export const clause = (text) => (text ? h("span.clause", {}, text) : null);

/** A meter's change, down to its smallest part: `-$0.10`. */
function fine(units) {
  const dollars = Math.abs(units) / 1_000_000;
  const figures = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
  return `${units < 0 ? "-" : "+"}$${dollars.toLocaleString("en-US", figures)}`;
}

/** Chips to cut, as pictures: the highest first, each with its number. */
export function chipsToCut(cents) {
  const found = [];
  let left = Math.floor(cents / 100);
  for (const value of [500, 100, 25, 5, 1]) {
    const count = Math.floor(left / value);
    left -= count * value;
    if (count) found.push(h("span.cut", {}, h("b", {}, `${count} ×`), chipElement(value)));
  }
  return found;
}

/** Bets that differ by their last word only are one: `Bet Number 1, 2, 3`, each of so much. */
export function lined(bets) {
  const found = [];
  for (const { title, cents, state } of bets) {
    const cut = title.lastIndexOf(" ");
    const last = found.at(-1);
    if (last && cut > 0 && last.stem === title.slice(0, cut) && last.cents === cents && last.state === state) {
      last.count += 1;
      last.title += `, ${title.slice(cut + 1)}`;
    } else found.push({ title, stem: title.slice(0, Math.max(0, cut)), cents, state, count: 1 });
  }
  return found;
}

const deckWords = ({ deck, now }) =>
  now ? `The ${deck} deck is ${now}${now === "stacked" ? ", to be shuffled" : ""}` : `The ${deck} deck leaves the table`;

/** What would come of something: sentences, seats, meters, decks. */
export function outcome(one, said = "") {
  const rows = one.seats.map((seat) =>
    h("tr", {},
      h("th", { scope: "row" }, `Seat ${seat.seat}`, h("span.muted", {}, ` ${seat.name}`)),
      h("td.of", {}, lined(seat.wagers.map(([title, cents]) => ({ title, cents }))).map((bet) => `${bet.title} ${bet.count > 1 ? `at ${money(bet.cents)} each` : money(bet.cents)}`).join(", ")),
      h("td.number", {}, amount(seat)),
      h("td.chips", {}, seat.chips)));
  const head = h("tr", {}, h("th", { scope: "col" }, "Seat"), h("th.of", { scope: "col" }, "Wagers"), h("th.number", { scope: "col" }, "Returned"), h("th", { scope: "col" }, "Chips"));
  const sum = h("tr", {}, h("th", { scope: "row" }, "In all"), h("td.of"), h("td.number", {}, money(one.back)), h("td"));
  return h("section.outcome", {},
    said ? h("h3", {}, said) : null,
    h("ul.follows", {}, one.words.map((line) => h("li", {}, line.words, " ", clause(line.clause)))),
    movements(one, rows, head, sum));
}

/** The same in a narrow column, beside words that say already what it is about. */
function outcomeInShort(one, said) {
  const rows = one.seats.map((seat) =>
    h("tr", {},
      h("th", { scope: "row" }, `Seat ${seat.seat}`, h("span.muted", {}, ` ${seat.name}`), seat.chips ? h("span.chips", {}, seat.chips) : null),
      h("td.number", {}, amount(seat))));
  const head = h("tr", {}, h("th", { scope: "col" }, "Seat"), h("th.number", { scope: "col" }, "Returned"));
  const sum = h("tr", {}, h("th", { scope: "row" }, "In all"), h("td.number", {}, money(one.back)));
  return h("section.outcome", {}, said ? h("h3", {}, said) : null, movements(one, rows, head, sum));
}

const amount = (seat) => (seat.lost && !seat.back ? `loses ${money(seat.lost)}` : money(seat.back));

function movements(one, rows, head, sum) {
  return [
    rows.length
      ? h("div.scroll", { tabindex: "0", role: "region", "aria-label": "What goes back, by seat" },
        h("table", {}, h("thead", {}, head), h("tbody", {}, rows), one.seats.length > 1 ? h("tfoot", {}, sum) : null))
      : h("p.muted", {}, "No chips move."),
    one.meters.length
      ? h("p.meters", {}, "Meters: ", one.meters.map((meter) => `${meter.meter} ${fine(meter.change)}`).join(", "))
      : null,
    one.decks.length ? h("p.decks", {}, one.decks.map(deckWords).join(". "), ".") : null,
  ];
}

/** What stands on the button that makes it so. */
export function outcomeWords(preview, title) {
  const [first] = preview.outcomes;
  const back = first?.back ? `, return ${money(first.back)}` : "";
  if (first?.void) return `Void${back}`;
  return back ? `${title}${back}` : title;
}

/** Something to be typed. */
export function field(one, prefix) {
  const id = `${prefix}-${one.name}`;
  const number = one.kind === "number";
  return h("p.field", {},
    h("label", { for: id }, one.title, number && one.least != null && one.most != null ? h("span.muted", {}, ` ${one.least} to ${one.most}`) : null),
    h(`input#${id}`, {
      name: one.name, type: number ? "number" : "text", required: true, autocomplete: "off",
      min: number ? one.least ?? 0 : null, max: number ? one.most : null, maxlength: number ? null : 200,
      inputmode: number ? "numeric" : null, value: one.value ?? null, "data-kind": one.kind ?? "text",
    }));
}

/** The command with what was typed; null where something is missing, which then has the focus. */
export function typed(command, fields, prefix) {
  const body = { ...command };
  for (const one of fields ?? []) {
    const input = document.getElementById(`${prefix}-${one.name}`);
    if (!input || !input.checkValidity()) {
      input?.focus();
      input?.reportValidity();
      return null;
    }
    body[one.name] = one.kind === "number" ? Number(input.value) : input.value.trim();
  }
  return body;
}

/** What waits for a second person, with the answers of whoever may give them. */
export function questionPanel(question, prefix) {
  if (!question) return [];
  const several = question.outcomes.length > 1;
  const names = { true: "If they were misdealt", false: "If they were not misdealt" };
  return [h(`section.question#${prefix}-asked-${question.asked}`, { "aria-label": "Asked of the floorperson" },
    h("h2", {}, "Asked of the floorperson"),
    h("p.words", {}, question.words, " ", clause(question.clause)),
    question.outcomes.map((one) => outcomeInShort(one, several ? names[one.said.misdealt] : "")),
    question.why ? h("p.why", {}, question.why) : null,
    (question.answers ?? []).map((answer, i) =>
      h("form.answer", { "data-answer": i, "data-asked": question.asked },
        (answer.fields ?? []).map((one) => field(one, `${prefix}-answer-${i}`)),
        h("button", { class: answer.kind ?? "plain", "data-key": `answer-${i}` }, answer.words))))];
}

/** A refusal, which stays until it is closed. */
export function notice(words, cited) {
  return h("div.notice", { role: "alert" },
    h("p", {}, words, " ", clause(cited)),
    h("button.close", { type: "button", "data-close": true, "aria-label": "Close" }, "×"));
}

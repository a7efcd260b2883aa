// What was found about a record, drawn: a tick or a cross, one plain sentence, and the inputs.

import { svg } from "./cards.js";

/** An element with its class and children. */
export function make(name, className = "", ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function sign(right) {
  const picture = svg("svg", { viewBox: "0 0 24 24", class: "sign", role: "img", "aria-label": right ? "holds" : "does not hold" });
  picture.append(svg("path", { d: right ? "M4 13l5 5L20 6" : "M6 6l12 12M18 6L6 18" }));
  return picture;
}

function inputsOf(check) {
  if (!check.inputs.length) return [];
  const list = make("dl", "inputs");
  for (const [name, value] of check.inputs) {
    const mono = /^[0-9a-f]{64}$/.test(value);
    list.append(make("dt", "", name), make("dd", mono ? "mono" : "", value));
  }
  return [make("details", "", make("summary", "", "What it is computed from"), list)];
}

/** The findings as list items, the log's and the three of the deck. */
export function tickItems(found) {
  return found.checks.map((check) => {
    const words = make("p", "", check.words);
    const title = make("h3", "", check.title);
    const item = make("li", `tick ${check.right ? "right" : "wrong"}`, sign(check.right), make("div", "", title, words, ...inputsOf(check)));
    item.dataset.check = check.id;
    return item;
  });
}

/** The sentence over all of them. */
export function verdict(found) {
  const wrong = found.checks.filter((check) => !check.right).map((check) => check.title);
  if (!wrong.length) return `Round ${found.round}: all of it holds.`;
  return `Round ${found.round}: something is wrong. Look at ${wrong.join(", ")}.`;
}

// The search of the contents page. It lists the sections that have all the words: first those that
// are named by them, then those that have them side by side.
"use strict";

const MOST_LISTED = 40;
const TEXT_LENGTH = 180;
const TEXT_BEFORE = 60;
const input = /** @type {HTMLInputElement} */ (document.getElementById("search"));
const list = /** @type {HTMLElement} */ (document.getElementById("found"));
const count = /** @type {HTMLElement} */ (document.getElementById("told"));

/**
 * @param {Section} section
 * @param {string[]} words
 */
function sectionItem([name, address, text], words) {
  const lower = text.toLowerCase();
  const phrase = words.join(" ");
  const place = lower.indexOf(lower.includes(phrase) ? phrase : words[0]);
  const start = Math.max(0, place - TEXT_BEFORE);
  const link = document.createElement("a");
  link.href = address;
  link.textContent = name;
  const item = document.createElement("li");
  const excerpt = (start ? "… " : "") + text.slice(start, start + TEXT_LENGTH);
  item.append(link, document.createElement("br"), excerpt);
  return item;
}

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const phrase = words.join(" ");
  /** @param {string} text */
  const hasAll = (text) => words.every((word) => text.toLowerCase().includes(word));
  /** @param {Section} section */
  const rank = ([name, , text]) =>
    (hasAll(name) ? 2 : 0) + (text.toLowerCase().includes(phrase) ? 1 : 0);
  const found = words.length ? SECTIONS.filter(([name, , text]) => hasAll(`${name} ${text}`)) : [];
  found.sort((one, other) => rank(other) - rank(one));
  const sections = found.length === 1 ? "1 section" : `${found.length} sections`;
  count.textContent = words.length ? sections : "";
  list.replaceChildren(...found.slice(0, MOST_LISTED).map((one) => sectionItem(one, words)));
}

const form = document.getElementById("searching");
if (form) form.hidden = false;
input.addEventListener("input", search);
search();

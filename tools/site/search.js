// The search of the contents page: sections that have all the words, those named by them first, then
// those that have them side by side.
"use strict";
const box = document.getElementById("search");
const found = document.getElementById("found");
const told = document.getElementById("told");
const MOST = 40;
document.getElementById("searching").hidden = false;

function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const hits = words.length ? SECTIONS.filter(([name, , text]) => has(name + " " + text)) : [];
  const phrase = words.join(" ");
  const worth = ([name, , text]) => 2 * has(name) + text.toLowerCase().includes(phrase);
  hits.sort((one, other) => worth(other) - worth(one));
  told.textContent = words.length ? (hits.length === 1 ? "1 section" : hits.length + " sections") : "";
  found.replaceChildren(...hits.slice(0, MOST).map(([name, address, text]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = address;
    link.textContent = name;
    const low = text.toLowerCase();
    const at = Math.max(0, (low.includes(phrase) ? low.indexOf(phrase) : low.indexOf(words[0])) - 60);
    item.append(link, document.createElement("br"), (at ? "… " : "") + text.slice(at, at + 180));
    return item;
  }));
}

box.addEventListener("input", search);
search();

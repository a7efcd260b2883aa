// The search of the contents page: sections that have all the words, those named by them first.
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
  hits.sort((one, other) => has(other[0]) - has(one[0]));
  told.textContent = words.length ? (hits.length === 1 ? "1 section" : hits.length + " sections") : "";
  found.replaceChildren(...hits.slice(0, MOST).map(([name, address, text]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = address;
    link.textContent = name;
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
    item.append(link, document.createElement("br"), (at ? "… " : "") + text.slice(at, at + 180));
    return item;
  }));
}

box.addEventListener("input", search);
search();

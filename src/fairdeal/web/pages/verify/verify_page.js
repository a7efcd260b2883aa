// The page that checks a record: pasted, dropped or chosen. Nothing is sent anywhere.

import { make, tickItems, verdict } from "../shared/ticks.js";
import { recordsIn, verify } from "./verify.js";

const form = document.getElementById("check");
const area = document.getElementById("record");
const file = document.getElementById("file");
const answer = document.getElementById("answer");
const said = document.getElementById("said");
/** So many rounds are told one by one; of more, those that are wrong. */
const MOST_TOLD = 20;

function round(found, open) {
  const ticks = make("ul", "ticks", ...tickItems(found));
  const box = make("details", `round ${found.right ? "right" : "wrong"}`, make("summary", "", verdict(found)), ticks);
  box.open = open;
  return box;
}

async function check(given) {
  answer.replaceChildren();
  said.textContent = "Checking.";
  said.className = "verdict";
  try {
    const records = recordsIn(given);
    const found = [];
    for (const one of records) {
      found.push(await verify(one));
      if (records.length > 1) said.textContent = `Checking: ${found.length} of ${records.length} rounds.`;
    }
    tell(found);
  } catch (error) {
    said.textContent = error.message;
    said.className = "verdict wrong";
  }
}

function tell(found) {
  const wrong = found.filter((one) => !one.right);
  if (found.length === 1) said.textContent = verdict(found[0]);
  else if (wrong.length) said.textContent = `${wrong.length} of ${found.length} rounds: something is wrong.`;
  else said.textContent = `${found.length} rounds: all of it holds.`;
  said.className = `verdict ${wrong.length ? "wrong" : "right"}`;
  const told = found.length > MOST_TOLD && wrong.length ? wrong : found;
  if (found.length === 1) answer.append(make("ul", "ticks", ...tickItems(found[0])));
  else answer.append(...told.slice(0, MOST_TOLD).map((one) => round(one, !one.right)));
}

async function take(one) {
  area.value = await one.text();
  await check(area.value);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check(area.value);
});
area.addEventListener("paste", () => setTimeout(() => check(area.value)));
file.addEventListener("change", () => file.files.length && take(file.files[0]));
for (const kind of ["dragover", "dragleave", "drop"]) {
  form.addEventListener(kind, (event) => {
    event.preventDefault();
    form.classList.toggle("over", kind === "dragover");
    if (kind !== "drop") return;
    const [dropped] = event.dataTransfer.files;
    if (dropped) take(dropped);
    else if (event.dataTransfer.getData("text")) check((area.value = event.dataTransfer.getData("text")));
  });
}
form.classList.add("ready");

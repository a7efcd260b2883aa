// Hands on the page: keys, clicks, taps, long presses, settings and sheets. Listeners sit on the
// document, so that whatever is drawn later is heard too.

import { CHIPS, money } from "../shared/chips.js";
import { $ } from "../shared/dom.js";
import { act, betAt, chipOn, leave, leaveNow, pick, pickChip, sit } from "./table_commands.js";
import { draw, shown } from "./table_render.js";
import { speak } from "./panel.js";
import { betsOpen, box, keep, left, now, possible, settings, staged } from "./table_state.js";

// Ms for which a button that appeared under a resting pointer does nothing.
const DEAF = 400;
// Ms of a long press.
const LONG = 500;
let pointer = { x: 0, y: 0, moved: -Infinity };
// What was last done by a key.
let pressed = "";

/** What may be asked for by a letter. */
const asked = {
  h: () => box()?.hand || box()?.cards?.map((card) => card.name).join(", ") || "You hold no cards.",
  o: () => now.scene.board.map((one) => `${one.title}: ${(one.cards ?? []).map((card) => card.name).join(", ") || "empty"}`).join(". ") || "This game has no board.",
  s: () => (box()?.bets ?? []).filter((bet) => bet.cents || staged.of(bet.wager)).map((bet) => `${bet.title} ${money(bet.open ? staged.of(bet.wager) : bet.cents)}`).join(", ") || "You have no bets.",
  t: () => (left() === null ? "There is no clock." : `${left()} seconds left.`),
  l: () => $("said").firstElementChild?.textContent ?? "Nothing was said yet.",
};

function onKey(event) {
  const typing = event.target.closest("input:not([type=range]), dialog");
  if (event.key === "Backspace" && event.target.dataset?.wager) return chipOn(event.target.dataset.wager, true);
  if (event.key === "Escape") return sheet(null);
  if (!settings.keys || typing || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const key = event.key.toLowerCase();
  if (key === "?") return $("settings").showModal();
  const digit = "12345".indexOf(key);
  if (digit >= 0 && now.scene.draw && now.scene.phase === "mine" && box()?.cards?.[digit]) return pick(digit);
  if (digit >= 0 && betsOpen()) return pickChip(CHIPS[digit]);
  if (betsOpen() && "uc".includes(key)) return act(key === "u" ? "undo" : "clear");
  const one = possible().find((each) => each.key.toLowerCase() === key);
  if (one) {
    // The same key twice in a row was meant once, where it stands for something else by now.
    const twice = one.id === pressed && performance.now() - shown.since < DEAF;
    pressed = one.id;
    return twice ? undefined : act(one.id);
  }
  if (key === "v") return now.coach?.values();
  if (asked[key]) {
    now.answer = asked[key]();
    speak(now.answer);
    draw();
  }
}

/** What a click does, by the attribute of the button that names it. */
const clicks = {
  do: act,
  wager: (name) => chipOn(name),
  chip: (value) => pickChip(Number(value)),
  pick: (i) => pick(Number(i)),
  sit: (seat) => sit(Number(seat)),
  box: (seat) => betAt(Number(seat)),
  sheet,
  close: () => sheet(null),
  open: (id) => $(id).showModal(),
};

function onClick({ target, detail }) {
  const button = target.closest("button");
  const name = Object.keys(clicks).find((each) => button && each in button.dataset);
  if (!name) return;
  // A button that came under a pointer that rests was not meant.
  const rests = detail > 0 && pointer.moved < shown.since && performance.now() - shown.since < DEAF;
  if (!rests || !button.closest("#actions")) clicks[name](button.dataset[name]);
}

/** Opens a sheet of a narrow page, or closes them: then the button that opened it is the place again. */
function sheet(id) {
  const open = document.querySelector("#pays.open, #column.open");
  for (const one of ["pays", "column"]) $(one).classList.toggle("open", one === id && !$(one).classList.contains("open"));
  if (id && $(id).classList.contains("open")) $(id).focus();
  else if (open) document.querySelector(`[data-sheet=${open.id}]`).focus();
}

/** A long press and the other mouse button take a chip off. */
function listenForTakingOff() {
  let pressing;
  // When one was last taken off.
  let off = -Infinity;
  const takeOff = (event) => {
    const wager = event.target.closest?.("button[data-wager]")?.dataset.wager;
    if (!wager) return;
    event.preventDefault();
    // A long press is told twice by some browsers: once by the time, once as a menu.
    if (performance.now() - off > 700) chipOn(wager, true);
    off = performance.now();
  };
  document.addEventListener("contextmenu", takeOff);
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") pressing = setTimeout(() => takeOff(event), LONG);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(end, () => clearTimeout(pressing));
  document.addEventListener("click", (event) => {
    if (performance.now() - off < 700 && event.target.closest("[data-wager]")) event.stopImmediatePropagation();
  }, true);
}

/** The page looks as it was set. */
function apply() {
  document.documentElement.classList.toggle("two-colours", !settings.four);
  document.documentElement.classList.toggle("still", !settings.motion);
  for (const input of $("settings").querySelectorAll("input")) input.checked = settings[input.name];
}

/** From now on hands are heard. */
export function listen() {
  apply();
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
    if (Math.hypot(x - pointer.x, y - pointer.y) > 4) pointer = { x, y, moved: performance.now() };
  });
  listenForTakingOff();
  document.addEventListener("input", ({ target }) => {
    if (target.id === "amount") {
      now.slid = Number(target.value);
      draw();
    } else if (target.name in settings) {
      settings[target.name] = target.checked;
      keep("settings", settings);
      apply();
      draw();
    }
  });
  $("leave").addEventListener("click", leave);
  $("sure").addEventListener("close", () => $("sure").returnValue === "yes" && leaveNow());
}

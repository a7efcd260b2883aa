// What the player does: chips are put together here, intents are said to the table.

import { money } from "../shared/chips.js";
import { $ } from "../shared/dom.js";
import { draw } from "./table_render.js";
import { lies } from "./felt.js";
import { ask, command, Refused } from "../shared/live.js";
import { speak } from "./panel.js";
import { betsOpen, box, keep, missing, now, others, own, picked, possible, purse, restage, root, staged, table } from "./table_state.js";

// Ms without a change.
const LAID_AFTER = 400;
// The timer of chips that are about to be laid down.
let laying;

/** One intent: all buttons go at once, and come back only where it was refused. */
async function intend(...bodies) {
  const { at } = now.scene;
  now.sent = at;
  now.strip = null;
  draw();
  try {
    for (const body of bodies) await command(table, { ...body, at });
    return true;
  } catch (error) {
    now.sent = null;
    refused(error);
    return false;
  }
}

/** A refusal stays until it is closed. What came too late for its question needs no word. */
function refused(error) {
  if (!(error instanceof Refused)) throw error;
  if (error.code !== "passed") {
    now.strip = { words: sentence(error.message), clause: error.clause, kind: "bad" };
    speak(now.strip.words, true);
  }
  draw();
}
const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;

/** The commands that bring the layout in line with what is staged, in dollars. */
function changes(seat) {
  const lying = seat.bets.filter((bet) => bet.open && bet.cents);
  const gone = lying.filter((bet) => !staged.of(bet.wager)).map((bet) => ({ do: "take-back-bet", seat: seat.seat, wager: bet.wager }));
  const same = lying.length === Object.keys(staged.amounts).length && lying.every((bet) => bet.cents === staged.of(bet.wager));
  const amounts = Object.fromEntries(Object.entries(staged.amounts).map(([wager, cents]) => [wager, cents / 100]));
  return same || !staged.total ? gone : [...gone, { do: "place-bets", seat: seat.seat, amounts }];
}

/** The chips in my box are laid down for all to see. */
async function layDown() {
  for (const body of changes(box())) await command(table, { ...body, at: now.scene.at }).catch(refused);
}

/** Chips that could stand are laid down by themselves: the table then waits for me to be ready. */
function lay() {
  clearTimeout(laying);
  laying = setTimeout(() => {
    if (betsOpen() && now.sent !== now.scene.at && !(staged.total && staged.missing(purse()))) layDown();
  }, LAID_AFTER);
}

async function place() {
  const seat = box();
  if (missing()) return;
  clearTimeout(laying);
  const word = $("word").value.trim();
  if (staged.total) keep(`bets ${table}`, (now.before = { ...staged.amounts }));
  const boxes = [...others().filter(lies), ...(staged.total ? [seat] : [])];
  await intend(...changes(seat), ...boxes.map((one) => ({ do: "ready", seat: one.seat, ...(word ? { word } : {}) })));
}

/** Another box of mine: what lies in the one before is laid down first. */
export async function betAt(seat) {
  clearTimeout(laying);
  if (staged.total && !staged.missing(purse())) await layDown();
  now.chosen = seat;
  restage();
  draw();
}

/** Sits down; who is nobody yet becomes a guest first. */
export async function sit(seat) {
  if (now.sitting) return;
  Object.assign(now, { sitting: true, strip: null });
  draw();
  try {
    if ((now.scene.balance ?? null) === null) {
      await ask("/api/guests", { name: root.dataset.guest });
      now.line?.again();
    }
    await command(table, { do: "sit", seat });
  } catch (error) {
    refused(error);
  }
  now.sitting = false;
  draw();
}

/** Leaves: at once, where no bets are given up by it. */
export function leave() {
  if (["bets", "waiting"].includes(now.scene.phase)) leaveNow(now.scene.at);
  else sure();
}

function sure() {
  // What was answered before is no answer.
  $("sure").returnValue = "";
  $("sure").showModal();
}

/** Leaves all boxes; where it is another moment than was looked at, it is asked first. */
export function leaveNow(at) {
  for (const { seat } of own()) command(table, { do: "leave", seat, at }).catch((error) => (error.code === "passed" ? sure() : refused(error)));
}

/** Play chips for whoever has too few left to bet. */
const moreChips = () => ask("/api/me/chips", {}).then(now.line.again, refused);

/** A button was pressed, or its key. */
export function act(id) {
  const { scene } = now;
  const all = possible();
  const one = id === "slide" && scene.slider && all.length ? { command: { ...scene.slider.command, amount: now.slid / 100 } } : all.find((each) => each.id === id);
  if (id === "close") now.strip = null;
  else if (id === "undo") staged.undo();
  else if (id === "clear") staged.clear();
  else if (!one || one.off || !now.online) return;
  else if (id === "repeat") staged.put(now.before);
  else if (id === "least") staged.put(staged.least());
  else if (id === "double") staged.put(staged.doubled(purse()));
  else if (id === "place") return place();
  else if (id === "sit") return sit(one.seat);
  else if (id === "chips") return moreChips();
  else {
    const body = { ...one.command };
    if (id === "draw") body.discard = [...picked].map((i) => box().cards[i].face);
    return intend(body).then((done) => done && now.coach?.judge());
  }
  now.answer = "";
  draw();
  lay();
}

/** A chip on an area, or the top one off. */
export function chipOn(wager, off = false) {
  if (!betsOpen() || now.sent === now.scene.at || !now.online) return;
  const changed = off ? staged.remove(wager) : staged.add(wager, now.chip * 100, purse());
  if (changed) speak(`${box().bets.find((bet) => bet.wager === wager)?.title} ${money(staged.of(wager))}`);
  now.answer = "";
  draw();
  lay();
}

/** A card to be discarded, or kept after all. */
export function pick(i) {
  if (!picked.delete(i) && picked.size < (now.scene.draw ?? 0)) picked.add(i);
  draw();
}

export function pickChip(value) {
  now.chip = value;
  keep("chip", value);
  draw();
}

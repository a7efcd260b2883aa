// The page is drawn: every region from what is so now, whenever the server or the player changes it.

import { button, chips, slider } from "./action_bar.js";
import { money } from "../shared/chips.js";
import { $, fill, h } from "../shared/dom.js";
import { board, lies, mine, seats } from "./felt.js";
import { moving } from "./motion.js";
import { light, netWords, paid } from "./panel.js";
import { betsOpen, box, felt, left, missing, now, others, own, picked, possible, purse, root, settings, staged } from "./table_state.js";

/** Which buttons are shown, and since when. */
export const shown = { what: "", since: 0 };

export function draw() {
  const { scene, online } = now;
  const [seat, acts] = [box(), possible()];
  moving(() => {
    root.className = root.className.replace(/ phase-\w+| lost/g, "") + ` phase-${scene.phase}${online ? "" : " lost"}`;
    fill($("say"), say(scene));
    $("board").className = `rows-${felt.board.length}`;
    fill($("board"), board(felt, scene));
    fill($("seats"), seats(scene, others().length ? seat.seat : null));
    $("mine").dataset.seat = seat?.seat ?? "";
    fill($("mine"), mine(felt, scene, seat, staged, picked));
    fill($("meters"), (scene.meters ?? []).map((one) => h("p.meter", {}, h("span", {}, one.title), h("b.money", {}, money(one.cents, true)))));
    fill($("paid"), paid(scene));
    fill($("strip"), strips(scene));
    drawActs(acts);
    fill($("chips"), betsOpen() && acts.length ? chips(now.chip, staged, settings.keys) : []);
    fill($("purse"), purses(seat));
    $("sealed").textContent = scene.commitment ? `${scene.commitment.slice(0, 16)}…` : "not yet";
  }, scene);
  light(scene);
  ring();
  $("leave").hidden = !own().length;
  document.title = (scene.phase === "mine" ? "Your turn · " : "") + `${root.dataset.name} · ${felt.game}`;
}

function say(scene) {
  return [
    h("p.headline#headline", {}, scene.stopped || scene.headline),
    h("p.under", {}, under(scene)),
    left() !== null && ["mine", "others", "bets", "waiting"].includes(scene.phase) && clockFace(),
  ];
}

/** The line under the headline: what was asked for, what is missing, how the last round went. */
function under(scene) {
  const open = betsOpen();
  if (now.answer) return now.answer;
  if (open && staged.total && missing()) return missing();
  if (others().length) return `These are the bets of seat ${box().seat}.`;
  if ((scene.net ?? null) !== null) return scene.phase === "settling" ? `${netWords(scene.net)}.` : `Last round: ${netWords(scene.net).replace("You", "you")}.`;
  return open && !staged.total ? missing() : "";
}

function clockFace() {
  const face = h("span.clock#clock", { "aria-hidden": "true" });
  face.innerHTML = '<svg viewBox="0 0 44 44"><circle cx="22" cy="22" r="19"/><circle class="left" cx="22" cy="22" r="19" pathLength="100" stroke-dasharray="100"/></svg><b></b>';
  return face;
}

/** The ring round the time that is left: state, so it is set and not animated. */
export function ring() {
  const face = $("clock");
  if (!face) return;
  const time = left();
  face.querySelector("b").textContent = now.online ? String(time) : "?";
  face.querySelector(".left").setAttribute("stroke-dashoffset", String(100 - (now.online ? (100 * time) / now.clock.whole : 0)));
  face.classList.toggle("soon", now.online && time <= 5);
}

function strips(scene) {
  if (!now.online) return [h("p.strip.warn#lost", {}, "The connection is lost. Your bets and cards are safe at the table; trying again.")];
  const { void: voided } = scene;
  const { strip } = now;
  return [
    voided && h("p.strip.warn#void", {}, h("span", {}, h("b", {}, `${voided.words}.`), ` ${(voided.back ?? []).join(", ")}`), h("span.clause", {}, voided.clause)),
    strip && h(`p.strip.${strip.kind}#note`, {}, strip.words, strip.clause && h("span.clause", {}, ` ${strip.clause}`), h("button.small", { type: "button", "data-do": "close" }, "Close")),
  ];
}

function drawActs(acts) {
  const { scene, online } = now;
  const what = acts.map((one) => one.id).join(" ") + scene.at;
  if (what !== shown.what) Object.assign(shown, { what, since: performance.now() });
  const all = acts.map((one) => button({ ...one, off: one.off || !online }, settings.keys));
  const range = acts.length && scene.phase === "mine" ? scene.slider : null;
  if (!range) now.slid = null;
  else now.slid ??= range.least;
  const held = $("actions").contains(document.activeElement);
  fill($("actions"), range ? [...all.slice(0, -1), slider(range, now.slid, !online), all.at(-1)] : all);
  // Whoever goes by the keyboard is where the answer will be heard, and not nowhere.
  if (held && !$("actions").contains(document.activeElement)) $("say").focus({ preventScroll: true });
}

function purses(seat) {
  if (!seat && (now.scene.balance ?? null) === null) return [];
  const open = betsOpen();
  const all = open ? [...others(), ...own().filter((one) => one.ready)] : own();
  const stake = (open ? staged.total : 0) + all.reduce((sum, one) => sum + lies(one), 0);
  const rest = open ? purse() - staged.total : now.scene.balance;
  return [
    h("p", {}, h("span", {}, "Stake"), h("b.money", {}, seat ? money(stake) : "-")),
    h("p", {}, h("span", {}, "Balance"), h("b.money#balance", {}, money(rest))),
  ];
}

// The page of a table: what the server says is heard and drawn, what hands do is heard from the start.

import { $ } from "../shared/dom.js";
import { draw, ring } from "./table_render.js";
import { listen } from "./table_input.js";
import { follow } from "../shared/live.js";
import { tick } from "./motion.js";
import { announce, netWords, rounds, speak } from "./panel.js";
import { betsOpen, box, first, left, now, picked, restage, settings, staged, table, waiting } from "./table_state.js";

/** A message of the table; `quietly` the one that came with the page. */
function hear(message, quietly = false) {
  const old = now.scene;
  const was = box()?.seat;
  const betting = waiting().map((seat) => seat.seat);
  const scene = (now.scene = message.scene);
  if (scene.phase !== old.phase || quietly) requestAnimationFrame(goToTheNextAct);
  setClock(message);
  if (scene.at !== old.at || quietly) {
    picked.clear();
    Object.assign(now, { answer: "", sent: null, slid: null, chosen: null });
    restage();
    if (now.strip?.kind === "good") now.strip = null;
  } else if (box()?.seat !== was) restage();
  else staged.take(box()?.bets ?? []);
  // A box of mine bets that did not before: a new one, or its bets came back.
  if (waiting().some((seat) => !betting.includes(seat.seat))) now.sent = null;
  if (message.you) known(message.you);
  announce(message.said, quietly);
  draw();
  now.coach?.see(scene);
  if (scene.phase === "mine" && (old.phase !== "mine" || old.at !== scene.at || quietly)) {
    speak(scene.headline, true);
    if (settings.sound) tick();
  }
  const [net, before] = [scene.net ?? null, old.net ?? null];
  if (scene.round !== old.round || quietly || net !== before) rounds(table);
  if (net !== null && before === null && !quietly) speak(`${netWords(net)}.`);
}

/** On a small screen the page goes to where the next act is. */
function goToTheNextAct() {
  if (!matchMedia("(max-width: 74.9375em)").matches) return;
  if (betsOpen()) document.querySelector(".box")?.scrollIntoView({ block: "end" });
  else scrollTo(0, 0);
  if (now.scene.phase === "mine") document.querySelector(".my-hand").scrollIntoView({ block: "nearest" });
}

function setClock({ deadline, now: theirs }) {
  const ahead = theirs - Date.now() / 1000;
  if (deadline === now.clock.deadline) now.clock.ahead = ahead;
  else now.clock = { deadline, ahead, whole: deadline === null ? 0 : Math.max(1, deadline - theirs), told: 0 };
}

/** The header names whoever was nobody when the page was made. */
function known({ name }) {
  $("visitor").textContent = name;
  document.querySelector(".top").classList.add("known");
}

/** A coach sits down beside the player. */
export function coachedBy(coachOf) {
  now.coach = coachOf(table);
  now.coach.see(now.scene);
}

function begin() {
  hear(first, true);
  now.line = follow(table, first.scene.version, hear, (state) => {
    now.online = state === "back";
    if (now.online) now.strip = { words: "Connected again, nothing lost.", kind: "good" };
    speak(now.online ? now.strip.words : "The connection is lost. Trying again.", true);
    draw();
  });
}

// Whoever is quick is heard at once. The cloth is painted first, then what lies on it. A page behind
// others is painted never.
listen();
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
setInterval(() => {
  const time = left();
  if (time === null) return;
  ring();
  if ([10, 5].includes(time) && now.clock.told !== time && (now.scene.phase === "mine" || betsOpen())) {
    now.clock.told = time;
    speak(`${time} seconds.`, true);
  }
}, 250);

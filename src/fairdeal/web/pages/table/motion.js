// Motion: cards that come from the shoe and turn, chips that go where they are pushed. The page is
// as it should be before anything moves; what moves is only how it got there.

const still = () => document.documentElement.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;
const EASE = "cubic-bezier(.2, .7, .3, 1)";
const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
/** Where the dealer's tray or shoe is; a small screen has neither, there the dealer is above. */
function dealers(id) {
  const box = document.getElementById(id).getBoundingClientRect();
  return box.width ? middle(box) : [innerWidth / 2, 0];
}

const cards = () => new Map([...document.querySelectorAll(".card[data-key]")].map((card) => [card.dataset.key, card.dataset.face]));
const stacks = () => new Map([...document.querySelectorAll(".area .stack, .mini .stack")].map((stack) => {
  const holder = stack.closest("[data-key], [data-wager]");
  return [`${holder.id || holder.dataset.key}${stack.closest(".pushed") ? "-pushed" : ""}`, { stack, box: stack.getBoundingClientRect() }];
}));

// The box whose chips are drawn large.
const whose = () => document.getElementById("mine").dataset.seat;

/** Draws by `change`, then shows how things came where they are now. */
export function moving(change, scene) {
  const before = cards();
  const lying = stacks();
  const box = whose();
  change();
  if (document.hidden) return;
  const quiet = still();
  const shoe = dealers("shoe");
  let dealt = 0;
  for (const card of document.querySelectorAll(".card[data-key]")) {
    const { key, face } = card.dataset;
    if (!before.has(key)) {
      const at = middle(card.getBoundingClientRect());
      const from = quiet ? "none" : `translate(${shoe[0] - at[0]}px, ${shoe[1] - at[1]}px) rotate(-20deg)`;
      card.animate([{ transform: from, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: quiet ? 120 : 220, delay: quiet ? 0 : 70 * dealt++, easing: EASE, fill: "backwards" });
    } else if (face && !before.get(key))
      card.animate(quiet ? [{ opacity: 0 }, { opacity: 1 }] : [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: quiet ? 120 : 180, easing: "ease-out" });
  }
  if (quiet) return;
  // Chips that are gone went to whoever has them now: the house, where they are lost, else the player.
  const lost = new Set(scene.seats.flatMap(({ seat, mine, bets = [] }) =>
    bets.filter((bet) => bet.state === "lost").map((bet) => (mine ? `bet-${bet.wager}` : `seat-${seat}-bet-${bet.wager}`))));
  const now = stacks();
  const tray = dealers("tray");
  const fly = (what, from, to) => what.animate([from, to], { duration: 260, easing: EASE });
  const at = (x, y, opacity) => ({ transform: `translate(${x}px, ${y}px)`, opacity });
  for (const [key, { stack, box: was }] of lying) {
    if (now.has(key) || (key.startsWith("bet-") && box !== whose())) continue;
    const ghost = stack.cloneNode(true);
    ghost.classList.add("ghost");
    for (const [name, value] of [["left", was.x], ["top", was.y], ["width", was.width]]) ghost.style.setProperty(name, `${value}px`);
    document.body.append(ghost);
    const [x, y] = middle(was);
    fly(ghost, at(0, 0, 1), lost.has(key) ? at(tray[0] - x, tray[1] - y, 0) : at(0, 60, 0)).finished.finally(() => ghost.remove());
  }
  // Chips that are new come from the house, where they were won, else from the hand above.
  for (const [key, { stack, box: is }] of now)
    if (!lying.has(key)) {
      const [x, y] = middle(is);
      fly(stack, key.endsWith("-pushed") ? at(tray[0] - x, tray[1] - y, 0) : at(0, -14, 0), at(0, 0, 1));
    }
}

let context;
/** A soft tick, where the browser lets it be heard. */
export function tick() {
  // A browser waits for a first touch of the page; until then there is no sound.
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const loud = context.createGain();
    tone.frequency.value = 880;
    loud.gain.setValueAtTime(0.05, context.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.12);
    tone.connect(loud).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.13);
  } catch {
    // No sound is no harm.
  }
}

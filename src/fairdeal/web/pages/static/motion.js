// Motion: cards that come from the shoe and turn, chips that go where they are pushed. The page is
// as it should be before anything moves; what moves is only how it got there.

const still = () => document.documentElement.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;
const EASE = "cubic-bezier(.2, .7, .3, 1)";
const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

const cards = () => new Map([...document.querySelectorAll(".card[data-key]")].map((card) => [card.dataset.key, card.dataset.face]));
const stacks = () => new Map([...document.querySelectorAll(".area .stack, .mini .stack")].map((stack) => {
  const holder = stack.closest("[data-key], [data-wager]");
  return [holder.id || holder.dataset.key, { stack, box: stack.getBoundingClientRect() }];
}));

/** Draws by `change`, then shows how things came where they are now. */
export function moving(change, scene) {
  const before = cards();
  const lying = stacks();
  change();
  if (document.hidden) return;
  const quiet = still();
  const shoe = middle(document.getElementById("shoe").getBoundingClientRect());
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
  // Chips that are gone fly to whoever has them now: the house's tray, or the player.
  const now = stacks();
  const tray = middle(document.getElementById("tray").getBoundingClientRect());
  for (const [key, { stack, box }] of lying) {
    if (now.has(key) || !["settling", "dealing", "mine", "others"].includes(scene.phase)) continue;
    const ghost = stack.cloneNode(true);
    ghost.classList.add("ghost");
    ghost.style.setProperty("left", `${box.x}px`);
    ghost.style.setProperty("top", `${box.y}px`);
    ghost.style.setProperty("width", `${box.width}px`);
    document.body.append(ghost);
    const at = middle(box);
    const won = document.getElementById(key)?.classList.contains("won") || document.getElementById(key)?.classList.contains("back");
    const to = won ? [0, 120] : [tray[0] - at[0], tray[1] - at[1]];
    ghost.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${to[0]}px, ${to[1]}px)`, opacity: 0 }], { duration: 260, easing: EASE }).finished.finally(() => ghost.remove());
  }
  for (const [key, { stack }] of now)
    if (!lying.has(key)) stack.animate([{ transform: "translateY(-14px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 180, easing: EASE });
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

// Motion: cards that come from the shoe and turn, and chips that go where they are pushed. The page
// is in its final state before anything moves.

/** @import { Scene } from "../types.js" */
/** @import { Snapshot } from "./motion_plan.js" */

import { byId } from "../shared/dom.js";
import { planMotion } from "./motion_plan.js";

const EASING = "cubic-bezier(.2, .7, .3, 1)";

const prefersNoMotion = () =>
  document.documentElement.classList.contains("still") ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {DOMRect} box
 * @returns {[number, number]}
 */
const centre = (box) => [box.x + box.width / 2, box.y + box.height / 2];

/**
 * Returns where the dealer's tray or shoe is. A small screen has neither, and there the dealer is
 * above.
 *
 * @param {string} id
 * @returns {[number, number]}
 */
function dealerPosition(id) {
  const box = document.getElementById(id)?.getBoundingClientRect();
  return box?.width ? centre(box) : [innerWidth / 2, 0];
}

/** Returns the cards by their keys. */
function findCards() {
  /** @type {NodeListOf<SVGElement>} */
  const found = document.querySelectorAll(".card[data-key]");
  return new Map([...found].map((card) => [card.dataset.key ?? "", card]));
}

/** Returns the stacks of chips by their keys, with their places on the screen. */
function findStacks() {
  /** @type {NodeListOf<SVGElement>} */
  const found = document.querySelectorAll(".area .stack, .mini .stack");
  /** @type {Map<string, { stack: SVGElement, box: DOMRect }>} */
  const stacks = new Map();
  for (const stack of found) {
    const holder = stack.closest("[data-key], [data-wager]");
    const name = holder?.id || holder?.getAttribute("data-key") || "";
    const key = `${name}${stack.closest(".pushed") ? "-pushed" : ""}`;
    stacks.set(key, { stack, box: stack.getBoundingClientRect() });
  }
  return stacks;
}

/**
 * @param {Map<string, SVGElement>} cards
 * @param {Map<string, unknown>} stacks
 * @returns {Snapshot}
 */
const snapshot = (cards, stacks) => ({
  cards: new Map([...cards].map(([key, card]) => [key, card.dataset.face ?? ""])),
  stacks: new Set(stacks.keys()),
  seat: byId("mine").dataset.seat,
});

/**
 * @param {number} x
 * @param {number} y
 * @param {number} opacity
 */
const offset = (x, y, opacity) => ({ transform: `translate(${x}px, ${y}px)`, opacity });

/**
 * Draws by calling `change`, then shows how cards and chips came where they are now. Returns what
 * moves. Nothing does in a page that is hidden.
 *
 * @param {() => void} change
 * @param {Scene} scene
 */
export function animateChange(change, scene) {
  const stacksBefore = findStacks();
  const before = snapshot(findCards(), stacksBefore);
  change();
  if (document.hidden) return null;
  const cards = findCards();
  const stacks = findStacks();
  const plan = planMotion(before, snapshot(cards, stacks), scene);
  const still = prefersNoMotion();
  moveCards(plan, cards, still);
  if (!still) moveStacks(plan, stacksBefore, stacks);
  return plan;
}

/** Draws a golden line round the player's hand for a moment. */
export function flourish() {
  const line = (/** @type {string} */ colour) => ({ boxShadow: `inset 0 0 0 1px ${colour}` });
  const frames = [line("transparent"), line("#e8c874"), line("transparent")];
  document.querySelector(".my-hand")?.animate(frames, prefersNoMotion() ? 120 : 300);
}

/**
 * @param {ReturnType<typeof planMotion>} plan
 * @param {Map<string, SVGElement>} cards
 * @param {boolean} still
 */
function moveCards({ dealt, turned }, cards, still) {
  const shoe = dealerPosition("shoe");
  dealt.forEach((key, i) => {
    const card = cards.get(key);
    if (!card) return;
    const [x, y] = centre(card.getBoundingClientRect());
    const from = still ? "none" : `translate(${shoe[0] - x}px, ${shoe[1] - y}px) rotate(-20deg)`;
    card.animate(
      [
        { transform: from, opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: still ? 120 : 220,
        delay: still ? 0 : 70 * i,
        easing: EASING,
        fill: "backwards",
      },
    );
  });
  const fade = [{ opacity: 0 }, { opacity: 1 }];
  const turn = [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }];
  const timing = { duration: still ? 120 : 180, easing: "ease-out" };
  for (const key of turned) cards.get(key)?.animate(still ? fade : turn, timing);
}

/**
 * @param {ReturnType<typeof planMotion>} plan
 * @param {ReturnType<typeof findStacks>} stacksBefore
 * @param {ReturnType<typeof findStacks>} stacks
 */
function moveStacks({ leaving, arriving }, stacksBefore, stacks) {
  const tray = dealerPosition("tray");
  const timing = { duration: 260, easing: EASING };
  for (const { key, to } of leaving) {
    const gone = stacksBefore.get(key);
    if (!gone) continue;
    const ghost = /** @type {SVGElement} */ (gone.stack.cloneNode(true));
    ghost.classList.add("ghost");
    ghost.style.left = `${gone.box.x}px`;
    ghost.style.top = `${gone.box.y}px`;
    ghost.style.width = `${gone.box.width}px`;
    document.body.append(ghost);
    const [x, y] = centre(gone.box);
    const end = to === "house" ? offset(tray[0] - x, tray[1] - y, 0) : offset(0, 60, 0);
    ghost.animate([offset(0, 0, 1), end], timing).finished.finally(() => ghost.remove());
  }
  for (const { key, from } of arriving) {
    const come = stacks.get(key);
    if (!come) continue;
    const [x, y] = centre(come.box);
    const start = from === "house" ? offset(tray[0] - x, tray[1] - y, 0) : offset(0, -14, 0);
    come.stack.animate([start, offset(0, 0, 1)], timing);
  }
}

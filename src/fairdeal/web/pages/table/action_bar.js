// What may be done now, as buttons: the bets' own while bets are open, else what the scene says.

import { total } from "./bets.js";
import { CHIPS, chipElement, money } from "../shared/chips.js";
import { h } from "../shared/dom.js";

/** A button of the bar: words, amount and key, the same everywhere. */
export function button({ id, words, amount, key, kind = "plain", off, wide }, keys) {
  const label = [h("span", {}, words), amount ? h("b.money", {}, amount) : null, key && keys ? h("kbd", {}, key) : null];
  return h(`button#do-${id}`, { type: "button", class: `${kind} ${wide ?? ""}`, "data-do": id, disabled: off, "aria-keyshortcuts": keys ? key : null }, label);
}

/** The buttons of the bets: what has an amount says it. */
export function betting(staged, before, purse, more, missing, elsewhere = 0) {
  const least = staged.least();
  const found = [];
  if (before && total(before) && !staged.total) found.push({ id: "repeat", words: "Repeat bets", amount: money(total(before)), key: "E", kind: "next", off: total(before) > purse });
  const doubled = staged.doubled(purse);
  if (staged.total) found.push({ id: "double", words: "Double bets", amount: doubled ? money(total(doubled)) : "", key: "X", off: !doubled });
  else if (more && staged.poor(purse)) found.push({ id: "chips", words: "More play chips", key: "G", kind: "main" });
  else found.push({ id: "least", words: "Bet the minimum", amount: money(total(least)), key: "M", kind: found.length ? "plain" : "next", off: !total(least) || staged.poor(purse) });
  found.push({ id: "place", words: "Place bets", amount: staged.total + elsewhere ? money(staged.total + elsewhere) : "", key: "P", kind: "main", off: Boolean(missing) });
  return found;
}

/** The chips to pick from, with undo and clear beside them. */
export function chips(picked, staged, keys) {
  const all = CHIPS.map((value, i) =>
    h(`button.pick-chip#chip-${value}`, { type: "button", "data-chip": value, "aria-pressed": String(picked === value), "aria-label": `${money(value * 100)} chip`, "aria-keyshortcuts": keys ? String(i + 1) : null }, chipElement(value)));
  return [
    h("div.chip-row", {}, all),
    h("div.tools", {}, button({ id: "undo", words: "Undo", key: "U", kind: "small", off: !staged.undoable }, keys), button({ id: "clear", words: "Clear", key: "C", kind: "small", off: !staged.total }, keys)),
  ];
}

/** A bet between two bounds. */
export function slider({ least, most, step }, value, off) {
  return h("div.slider", {},
    h("input#amount", { type: "range", min: least, max: most, step, value, "aria-label": "Bet", "aria-valuetext": money(value) }),
    button({ id: "slide", words: "Bet", amount: money(value), wide: "steady", off }, false));
}

/** The scene's buttons, with the number of cards that were tapped on the draw. */
export function deciding(scene, picked) {
  const all = (scene.buttons ?? []).filter((one) => one.command.do !== "ready");
  // Folding stands apart, at the end.
  all.sort((one, other) => (one.kind === "fold") - (other.kind === "fold"));
  return all.map((one) => {
    if (one.id !== "draw") return one.id === "keep" ? { ...one, off: picked.size > 0 } : one;
    return { ...one, words: picked.size ? `Draw ${picked.size}` : "Draw", off: !picked.size || picked.size > scene.draw };
  });
}

// Locks the pages of those who work at the floor after five idle minutes. The session ends on the
// server, and the password begins another one. All pages of the browser are idle, locked and opened
// together, since they share the session.

import { lastActivity, noteActivity } from "./activity.js";
import { byId, fill, h } from "./dom.js";
import { watchIdle } from "./idle.js";
import { Refusal, requestJson } from "./requests.js";

const IDLE_MS = 5 * 60 * 1000;
/** What the pages of a browser tell each other. */
const [LOCKED, UNLOCKED] = ["locked", "unlocked"];

/**
 * Asks for the password in a dialog that nothing else closes.
 *
 * @param {string} name
 * @param {() => void} onUnlocked
 */
function showLock(name, onUnlocked) {
  const dialog = h("dialog#lock", { "aria-labelledby": "lock-title" });
  const password = {
    type: "password",
    autocomplete: "current-password",
    required: true,
    "aria-describedby": "lock-wrong",
  };
  fill(dialog, [
    h(
      "form.sheet",
      {},
      h("h2#lock-title", {}, "Locked"),
      h("p", {}, `Nobody has used this screen for five minutes. ${name} opens it again.`),
      h(
        "p.field",
        {},
        h("label", { for: "lock-password" }, `Password of ${name}`),
        h("input#lock-password", password),
      ),
      h("p#lock-wrong", { role: "alert" }),
      h(
        "p.buttons",
        {},
        h("button.main", {}, "Unlock"),
        h("a", { href: "/sign-in" }, "Somebody else"),
      ),
    ),
  ]);
  document.body.append(dialog);
  document.body.classList.add("locked");
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = byId("lock-password", HTMLInputElement);
    try {
      await requestJson("/api/sign-in", { name, password: input.value });
      onUnlocked();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      byId("lock-wrong").textContent = error.sentence;
      input.select();
    }
  });
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

/**
 * Locks the page when nobody has touched any page of the browser for five minutes.
 *
 * @param {string} name the name of the person who is signed in
 */
export function lockWhenIdle(name) {
  if (!name) return;
  const others = new BroadcastChannel("fairdeal lock");
  let locked = false;
  function lock() {
    if (locked) return;
    locked = true;
    showLock(name, () => {
      others.postMessage(UNLOCKED);
      location.reload();
    });
  }
  others.onmessage = ({ data }) => {
    if (data === LOCKED) lock();
    else if (data === UNLOCKED && locked) location.reload();
  };
  noteActivity();
  watchIdle(IDLE_MS, lastActivity, () => {
    if (locked) return;
    lock();
    others.postMessage(LOCKED);
    // Without an answer the page is locked all the same; the session ends by itself later.
    requestJson("/api/sign-out", {}).catch(() => null);
  });
}

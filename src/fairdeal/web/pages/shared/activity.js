// Notes when a person has last touched a page, for all pages of the browser: they share the session,
// so that a page that nobody looks at does not lock the one in use.

const KEY = "fairdeal active";
const NOTED_EVERY_MS = 1000;
const SIGNS_OF_A_PERSON = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"];

let noted = 0;

/** Notes that a person is here. */
export function noteActivity() {
  const now = Date.now();
  if (Math.abs(now - noted) < NOTED_EVERY_MS) return;
  noted = now;
  localStorage.setItem(KEY, String(now));
}

/** Returns when a person has last touched any page, in milliseconds. */
export const lastActivity = () => Number(localStorage.getItem(KEY) ?? 0);

for (const sign of SIGNS_OF_A_PERSON)
  globalThis.addEventListener?.(sign, noteActivity, { passive: true });

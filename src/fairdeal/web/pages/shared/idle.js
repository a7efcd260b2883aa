// Waits until nobody has done anything for a while.

/**
 * Calls a function once nobody has been active for so many milliseconds.
 *
 * @param {number} limit
 * @param {() => number} lastActivity when somebody was active last, in milliseconds
 * @param {() => void} onIdle
 */
export function watchIdle(limit, lastActivity, onIdle) {
  function check() {
    // A clock that was set back counts from now.
    const left = limit - Math.max(0, Date.now() - lastActivity());
    if (left <= 0) onIdle();
    else setTimeout(check, left);
  }
  check();
}

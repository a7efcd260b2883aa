// Plays a replay by itself: each step after a pause as at the table, but cut short.

/** A pause is never shorter or longer than this, in milliseconds. */
const SHORTEST_MS = 700;
const LONGEST_MS = 2500;

/**
 * Returns how long a step is shown, from the moments of it and of the next step.
 *
 * @param {string} moment
 * @param {string} next
 */
export function pauseMs(moment, next) {
  const real = Date.parse(next) - Date.parse(moment);
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, real || 0));
}

/** Goes from step to step until the end, or until it is stopped. */
export class Player {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => number | null} step goes one step on and returns the pause after it, null at the end
   * @param {(playing: boolean) => void} told is called when the playing begins and ends
   */
  constructor(step, told) {
    this.step = step;
    this.told = told;
  }

  /** @param {number} pause before the next step */
  play(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#go(), pause);
    this.told(true);
  }

  #go() {
    const pause = this.step();
    if (pause === null) this.stop();
    else this.#timer = setTimeout(() => this.#go(), pause);
  }

  stop() {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.told(false);
  }

  get playing() {
    return this.#timer !== undefined;
  }
}

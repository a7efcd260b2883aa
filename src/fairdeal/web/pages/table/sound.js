// The sounds of a table, made by the browser: cards, chips, a win, and the player's turn. They are
// off until the player wants them, and a loss has none.

/** @import { Plan } from "./motion_plan.js" */
/** @typedef {"card" | "chip" | "win" | "turn"} Sound */
/** @typedef {{ sound: Sound, after: number }} Cue A sound, and after how many seconds it comes. */
/** @typedef {{ turn?: boolean, won?: boolean }} News Whether the player's turn came, or a round was won. */

/** As cards come one after another, so do their sounds. More of them would only be noise. */
const CARD_SECONDS = 0.07;
const MOST_CARDS = 8;
const CHIP_SECONDS = 0.2;
/** @type {Plan} */
const NOTHING = { dealt: [], turned: [], leaving: [], arriving: [] };

/**
 * Returns the sounds of a change of the table. Chips that go to the house make none, and a round has
 * the sound of a win only if the player has more than before.
 *
 * @param {Plan | null} plan what moves
 * @param {News} news
 * @returns {Cue[]}
 */
export function planSounds(plan, { turn, won }) {
  const { dealt, turned, leaving, arriving } = plan ?? NOTHING;
  const cards = Math.min(dealt.length + turned.length, MOST_CARDS);
  /** @type {Cue[]} */
  const cues = Array.from({ length: cards }, (_, i) => ({
    sound: "card",
    after: i * CARD_SECONDS,
  }));
  const end = cards * CARD_SECONDS;
  const chips = arriving.length > 0 || leaving.some(({ to }) => to === "player");
  if (chips) cues.push({ sound: "chip", after: end });
  if (won) cues.push({ sound: "win", after: end + (chips ? CHIP_SECONDS : 0) });
  if (turn) cues.push({ sound: "turn", after: end });
  return cues;
}

/** The tones of each sound: frequency, begin, length, loudness. @type {Record<Sound, number[][]>} */
const TONES = {
  card: [],
  chip: [
    [3200, 0, 0.05, 0.08],
    [4300, 0.045, 0.05, 0.06],
  ],
  win: [
    [523.25, 0, 0.25, 0.12],
    [659.25, 0.12, 0.25, 0.12],
    [783.99, 0.24, 0.45, 0.12],
  ],
  turn: [[880, 0, 0.12, 0.1]],
};
/** The noise of each sound: frequency, length, loudness. @type {Partial<Record<Sound, number[]>>} */
const NOISES = { card: [2600, 0.06, 0.25], chip: [5200, 0.02, 0.1] };

/**
 * Makes a volume that falls to nothing.
 *
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} seconds
 * @param {number} loudness
 */
function fading(context, at, seconds, loudness) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(context.destination);
  return gain;
}

/**
 * Schedules sounds.
 *
 * @param {AudioContext} context
 * @param {Cue[]} cues
 * @param {number} volume from 0 to 100
 */
export function schedule(context, cues, volume) {
  // The ear hears the square of the slider as even steps.
  const loudness = (volume / 100) ** 2;
  if (!loudness) return;
  for (const { sound, after } of cues) {
    const start = context.currentTime + after;
    for (const [frequency, begin, seconds, share] of TONES[sound]) {
      const tone = context.createOscillator();
      tone.frequency.value = frequency;
      tone.connect(fading(context, start + begin, seconds, share * loudness));
      tone.start(start + begin);
      tone.stop(start + begin + seconds);
    }
    const noise = NOISES[sound];
    if (noise) makeNoise(context, start, noise, loudness);
  }
}

/**
 * @param {AudioContext} context
 * @param {number} at
 * @param {number[]} noise
 * @param {number} loudness
 */
function makeNoise(context, at, [frequency, seconds, share], loudness) {
  const length = Math.ceil(seconds * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = 2 * Math.random() - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  source.connect(filter).connect(fading(context, at, seconds, share * loudness));
  source.start(at);
}

/** @type {AudioContext | undefined} */
let context;

/**
 * Plays the sounds of a change. A browser allows that only after the person has touched the page.
 *
 * @param {Plan | null} plan
 * @param {News} news
 * @param {number} volume from 0 to 100
 */
export function playChange(plan, news, volume) {
  const cues = planSounds(plan, news);
  if (!cues.length || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    schedule(context, cues, volume);
  } catch {
    // A table without sound is still a table.
  }
}

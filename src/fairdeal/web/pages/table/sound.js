// The sound that says that it is the player's turn.

/** @type {AudioContext | undefined} */
let context;

/** Plays a soft tick. A browser allows sound only after the person has touched the page. */
export function playTick() {
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.05, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.12);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.13);
  } catch {
    // A table without sound is still a table.
  }
}

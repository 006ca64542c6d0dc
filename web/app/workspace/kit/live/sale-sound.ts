/** Two notes, a fourth apart: frequency in hertz and start in seconds. */
const NOTES = [
  [784, 0],
  [1047, 0.09],
] as const;
const NOTE_SECONDS = 0.5;
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

/**
 * Plays the sound of a sale. It is made by the browser, so that there is no file. Does nothing while the browser forbids
 * sounds, which it does until somebody presses something on the page.
 */
export async function playSale(): Promise<void> {
  try {
    context ??= new AudioContext();
    await context.resume();
    const now = context.currentTime;
    for (const [frequency, at] of NOTES) {
      const note = context.createOscillator();
      const volume = context.createGain();
      note.frequency.value = frequency;
      volume.gain.setValueAtTime(LOUDNESS, now + at);
      volume.gain.exponentialRampToValueAtTime(0.001, now + at + NOTE_SECONDS);
      note.connect(volume).connect(context.destination);
      note.start(now + at);
      note.stop(now + at + NOTE_SECONDS);
    }
  } catch {
    // A browser without sound.
  }
}

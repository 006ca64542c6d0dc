import type { Verdict } from '@entrada/contract/door/check-in';
import { type Tone, toneOf } from './tone.ts';

type Feedback = {
  /** Browsers allow sound only after a touch or a key. Call this from such an event. */
  unlock: () => void;
  play: (verdict: Verdict) => void;
};

type Note = { frequency: number; at: number; length: number; wave: OscillatorType; volume: number };

/** The tones differ in rhythm and direction as well as in pitch: rising, twice the same, falling and rough. */
const tunes: Record<Tone, Note[]> = {
  ok: [
    { frequency: 784, at: 0, length: 0.09, wave: 'sine', volume: 0.5 },
    { frequency: 1175, at: 0.1, length: 0.16, wave: 'sine', volume: 0.5 },
  ],
  attn: [
    { frequency: 523, at: 0, length: 0.12, wave: 'triangle', volume: 0.6 },
    { frequency: 523, at: 0.2, length: 0.12, wave: 'triangle', volume: 0.6 },
  ],
  bad: [
    { frequency: 233, at: 0, length: 0.18, wave: 'square', volume: 0.25 },
    { frequency: 156, at: 0.2, length: 0.4, wave: 'square', volume: 0.25 },
  ],
};

/**
 * What follows the tune, one sign for each reason: `h` a high and `l` a low note. Who hears only the tune knows enough to
 * act; who works a whole evening learns the signs.
 */
const SIGNS: Record<Verdict, string> = {
  admitted: '',
  checked_out: 'l',
  already_in: '',
  just_scanned: 'h',
  not_inside: 'l',
  no_check_out: 'hhl',
  unreadable: 'hh',
  number: 'll',
  unknown: '',
  cancelled: 'l',
  unpaid: 'h',
  revoked: 'hl',
  wrong_event: 'lh',
  wrong_ticket: 'hh',
  wrong_day: 'll',
  called_off: 'lll',
  not_active: 'hhh',
  expired: 'llh',
};

const vibrations: Record<Tone, number[]> = { ok: [80], attn: [90, 70, 90], bad: [320, 90, 320] };

const SIGN_HZ = { h: 988, l: 392 } as const;
const SIGN_STEP = 0.13;

/** The notes of an answer. */
export function tuneOf(verdict: Verdict): Note[] {
  const tune = tunes[toneOf(verdict)];
  const end = Math.max(...tune.map(({ at, length }) => at + length)) + 0.08;
  const signs = [...SIGNS[verdict]].map(
    (sign, index): Note => ({
      frequency: sign === 'h' ? SIGN_HZ.h : SIGN_HZ.l,
      at: end + index * SIGN_STEP,
      length: 0.08,
      wave: 'sine',
      volume: 0.45,
    }),
  );
  return [...tune, ...signs];
}

/** The vibration of an answer, in milliseconds: on, off, on. */
export function vibrationOf(verdict: Verdict): number[] {
  const signs = [...SIGNS[verdict]].flatMap((sign) => [110, sign === 'h' ? 40 : 140]);
  return [...vibrations[toneOf(verdict)], ...signs];
}

/** Sound and vibration for each answer, if the device supports them. */
export function createFeedback(): Feedback {
  let audio: AudioContext | undefined;
  const unlock = () => {
    try {
      audio ??= new AudioContext();
      if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
    } catch {
      // This device has no sound. Colour, icon and word still show the answer.
    }
  };
  return {
    unlock,
    play(verdict) {
      // Before the first touch a browser would only log a warning.
      if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive !== false)
        navigator.vibrate(vibrationOf(verdict));
      if (audio?.state !== 'running') return;
      for (const note of tuneOf(verdict)) sound(audio, note);
    },
  };
}

function sound(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + note.at;
  const end = start + note.length;
  const oscillator = new OscillatorNode(audio, { type: note.wave, frequency: note.frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(note.volume, start + 0.01);
  gain.gain.setValueAtTime(note.volume, end - 0.03);
  gain.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(end);
}

import { VERDICTS } from '@entrada/contract/door/check-in';
import { expect, test } from 'vitest';
import { tuneOf, vibrationOf } from './feedback.ts';

const SHOWN = [...VERDICTS, 'number'] as const;

test('each answer of the door sounds and vibrates in its own way', () => {
  const tunes = SHOWN.map((verdict) => JSON.stringify(tuneOf(verdict)));
  expect(new Set(tunes).size).toBe(SHOWN.length);
  const vibrations = SHOWN.map((verdict) => vibrationOf(verdict).join(' '));
  expect(new Set(vibrations).size).toBe(SHOWN.length);
});

test('the notes of an answer follow one another', () => {
  for (const verdict of SHOWN) {
    const notes = tuneOf(verdict);
    for (const [index, note] of notes.slice(1).entries())
      expect(note.at).toBeGreaterThan((notes[index]?.at ?? 0) + (notes[index]?.length ?? 0));
  }
});

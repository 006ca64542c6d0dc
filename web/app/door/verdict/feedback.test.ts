import { VERDICTS } from '@entrada/contract/door/check-in';
import { expect, test } from 'vitest';
import { tuneOf, vibrationOf } from './feedback.ts';

test('each answer of the door sounds and vibrates in its own way', () => {
  const tunes = VERDICTS.map((verdict) => JSON.stringify(tuneOf(verdict)));
  expect(new Set(tunes).size).toBe(VERDICTS.length);
  const vibrations = VERDICTS.map((verdict) => vibrationOf(verdict).join(' '));
  expect(new Set(vibrations).size).toBe(VERDICTS.length);
});

test('the notes of an answer follow one another', () => {
  for (const verdict of VERDICTS) {
    const notes = tuneOf(verdict);
    for (const [index, note] of notes.slice(1).entries())
      expect(note.at).toBeGreaterThan((notes[index]?.at ?? 0) + (notes[index]?.length ?? 0));
  }
});

import { isPartOfCode } from '@entrada/contract/door/ticket-code';

type KeyStep =
  | { kind: 'typing'; length: number }
  | { kind: 'code'; code: string }
  /** An Enter without a code, such as a press on the focused button. */
  | { kind: 'enter' }
  | { kind: 'ignored' };

/** `slowMs`: the longest pause within what begins like a ticket’s code. A slow scanner, or a busy page, makes such pauses. */
export type Pace = { gapMs: number; slowMs: number; shortest: number };

/**
 * Where nobody types: longer than the pause between two characters of any hardware scanner, and shorter than that of
 * most people.
 */
export const ANYWHERE: Pace = { gapMs: 120, slowMs: 2_000, shortest: 6 };
/** In a field people type as well, so a code is longer and comes faster than anybody types. */
export const IN_A_FIELD: Pace = { gapMs: 60, slowMs: 60, shortest: 10 };

/** Tells a hardware scanner from a person who types: a quick burst of characters that ends in Enter is a code. */
export function createKeyBurst({
  gapMs,
  slowMs,
  shortest,
}: Pace = ANYWHERE): (key: string, now: number) => KeyStep {
  let text = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  return (key, now) => {
    if (now - lastAt > (isPartOfCode(text) ? slowMs : gapMs)) text = '';
    if (key === 'Enter') {
      const code = text;
      text = '';
      return code.length >= shortest ? { kind: 'code', code } : { kind: 'enter' };
    }
    // Shift and similar keys arrive between the characters of a code.
    if (key.length !== 1) return { kind: 'ignored' };
    text += key;
    lastAt = now;
    return { kind: 'typing', length: text.length };
  };
}

type KeyStep =
  | { kind: 'typing'; length: number }
  | { kind: 'code'; code: string }
  /** An Enter without a code, such as a press on the focused button. */
  | { kind: 'enter' }
  | { kind: 'ignored' };

/**
 * Longer than the pause between two characters of any hardware scanner, and shorter than that of most people who
 * type.
 */
const gapMs = 120;
const shortestCode = 6;

/** Tells a hardware scanner from a person who types: a quick burst of characters that ends in Enter is a code. */
export function createKeyBurst(): (key: string, now: number) => KeyStep {
  let text = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  return (key, now) => {
    if (now - lastAt > gapMs) text = '';
    if (key === 'Enter') {
      const code = text;
      text = '';
      return code.length >= shortestCode ? { kind: 'code', code } : { kind: 'enter' };
    }
    // Shift and similar keys arrive between the characters of a code.
    if (key.length !== 1) return { kind: 'ignored' };
    text += key;
    lastAt = now;
    return { kind: 'typing', length: text.length };
  };
}

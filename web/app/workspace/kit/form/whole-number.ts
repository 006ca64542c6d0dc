export type WholeError =
  | { code: 'required' | 'not_whole' }
  | { code: 'too_small'; min: number }
  | { code: 'too_big'; max: number };

/** A whole number as people type it, with or without groups of three; undefined for anything else, "1.5" too. */
export function readWhole(text: string): number | undefined {
  const typed = text.trim();
  const isWhole = /^\d{1,12}$/.test(typed) || /^\d{1,3}(?:[\s.,’']\d{3}){1,3}$/.test(typed);
  return isWhole ? Number(typed.replace(/\D/g, '')) : undefined;
}

/** A whole number within limits, or which one it breaks: "1.5" is none, and "-1" is too small. */
export function readWholeWithin(text: string, min: number, max: number): number | WholeError {
  const typed = text.trim();
  if (typed === '') return { code: 'required' };
  const value = readWhole(typed) ?? (/^[-−]?\d+$/.test(typed) ? Number(typed.replace('−', '-')) : undefined);
  if (value === undefined) return { code: 'not_whole' };
  if (value < min) return { code: 'too_small', min };
  return value > max ? { code: 'too_big', max } : value;
}

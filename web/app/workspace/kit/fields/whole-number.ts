/**
 * Reads a typed whole number, with or without separators between thousands. Undefined for anything else, such as "1.5".
 */
export function readWhole(text: string): number | undefined {
  const typed = text.trim();
  const isWhole = /^\d{1,12}$/.test(typed) || /^\d{1,3}(?:[\s.,’']\d{3}){1,3}$/.test(typed);
  return isWhole ? Number(typed.replace(/\D/g, '')) : undefined;
}

/**
 * Reads numbers like `readWhole`, but also negative numbers and numbers of any length. The schema refuses them by its
 * limits.
 */
export function readAnyWhole(text: string): number | undefined {
  const typed = text.trim();
  if (!/^[-−]?\d+$/.test(typed)) return readWhole(typed);
  const most = Number.MAX_SAFE_INTEGER;
  return Math.min(most, Math.max(-most, Number(typed.replace('−', '-'))));
}

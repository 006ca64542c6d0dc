/** A whole number as people type it, with or without groups of three; undefined for anything else, "1.5" too. */
export function readWhole(text: string): number | undefined {
  const typed = text.trim();
  const isWhole = /^\d{1,12}$/.test(typed) || /^\d{1,3}(?:[\s.,’']\d{3}){1,3}$/.test(typed);
  return isWhole ? Number(typed.replace(/\D/g, '')) : undefined;
}

/** As `readWhole`, and also numbers below zero and of any length: a schema refuses those by its limits. */
export function readAnyWhole(text: string): number | undefined {
  const typed = text.trim();
  if (!/^[-−]?\d+$/.test(typed)) return readWhole(typed);
  const most = Number.MAX_SAFE_INTEGER;
  return Math.min(most, Math.max(-most, Number(typed.replace('−', '-'))));
}

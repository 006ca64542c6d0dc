/** A whole number as people type it, with or without groups of three; undefined for anything else, "1.5" too. */
export function readWhole(text: string): number | undefined {
  const typed = text.trim();
  const isWhole = /^\d{1,12}$/.test(typed) || /^\d{1,3}(?:[\s.,’']\d{3}){1,3}$/.test(typed);
  return isWhole ? Number(typed.replace(/\D/g, '')) : undefined;
}

/** A text without accents and case, as the search compares it: "Márquez" becomes "marquez". */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * What may not be broken at its hyphens: codes of orders, tickets and invoices ("MAR-7K2Q9-1"), and words whose first
 * part is one letter ("E-Mail"). Addresses do not count: they must be broken somewhere.
 */
const UNBROKEN =
  /(?<![\p{L}\p{N}/@._-])(?:\p{Lu}[\p{Lu}\p{N}]*(?:-[\p{Lu}\p{N}]*\p{N}[\p{Lu}\p{N}]*)+|\p{L}-\p{L}+)(?![/@])/gu;

export type Piece = { text: string; isUnbroken: boolean };

/** Splits a text into what may be broken and what may not. Joined together, the pieces are the text. */
export function withUnbroken(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(UNBROKEN)) {
    if (index > from) pieces.push({ text: text.slice(from, index), isUnbroken: false });
    pieces.push({ text: found, isUnbroken: true });
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isUnbroken: false });
  return pieces;
}

/** The length of the longest word, in characters. */
export const longestWord = (text: string): number =>
  Math.max(0, ...text.split(/[\s\u00ad-]+/).map((word) => [...word].length));

/**
 * The address if a browser can open it. Organizers type map links, and a `javascript:` address must not become one.
 */
export function webAddress(url: string | null | undefined): string | null {
  return url && /^https?:\/\/[^\s]+$/i.test(url) ? url : null;
}

type TextPiece = { text: string; url: string | null };

/** Splits plain text at its addresses. A full stop or bracket after an address is not part of it. */
export function withLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let last = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/gi)) {
    const url = match[0].replace(/[.,;:!?)\]]+$/, '');
    if (match.index > last) pieces.push({ text: text.slice(last, match.index), url: null });
    pieces.push({ text: url, url });
    last = match.index + url.length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last), url: null });
  return pieces;
}

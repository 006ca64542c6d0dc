import { isPlaceholder, type Placeholder, piecesOf } from '@entrada/contract/outreach/placeholders';
import type { Link } from '../letter.ts';

/** What stands for each placeholder: words, or a link. Empty words stand for nothing that is known. */
export type Values = Record<Placeholder, string | Link | null>;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

/** A text with what stands for its placeholders. A link is its address. Names that are no placeholders stay as written. Pure. */
export function filledText(text: string, values: Values): string {
  return piecesOf(text)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if (!isPlaceholder(piece.name)) return piece.written;
      const value = values[piece.name];
      return (typeof value === 'string' ? value : value?.url) || piece.fallback;
    })
    .join('');
}

/** One stretch of words of sanitized HTML. A fallback was written in it, so its signs are escaped already. */
function filledWords(html: string, values: Values): string {
  return piecesOf(html)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if (!isPlaceholder(piece.name)) return piece.written;
      const value = values[piece.name];
      if (!value) return piece.fallback;
      if (typeof value === 'string') return escaped(value);
      return `<a href="${escaped(value.url)}" rel="noopener">${escaped(value.label)}</a>`;
    })
    .join('');
}

/** Sanitized HTML with what stands for its placeholders. Nothing within a tag is replaced. Pure. */
export const filledHtml = (html: string, values: Values): string =>
  html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : filledWords(part, values)))
    .join('');

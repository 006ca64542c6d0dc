import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { failFields } from './errors.ts';

const require = createRequire(import.meta.url);

/** Loaded with the first text that is saved. It takes 21 MB, and most processes never save one. */
let loaded: typeof sanitizeHtml | undefined;
const load = (): typeof sanitizeHtml => {
  loaded ??= require('sanitize-html') as typeof sanitizeHtml;
  return loaded;
};

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 20,
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    div: 'p',
    a: (tagName, { href }) => ({
      tagName,
      // A link without a scheme would lead to a page of this site.
      attribs: {
        ...(href && /^(https?:\/\/|mailto:)/i.test(href.trim()) && { href: href.trim() }),
        rel: 'noopener',
      },
    }),
  },
};

/** Takes linear time for any input, because a tag ends before the next one begins. */
const HAS_TAG = /<\/?[a-z!][^<>]*>/i;

const asText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Plain text as paragraphs. An empty line separates paragraphs, and a single line break stays a line break.
 */
function paragraphs(text: string): string {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${asText(paragraph).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

/**
 * Formatted text as it is stored: a small set of tags, links only to http, https and mailto, no other
 * attributes. Text without any tag becomes paragraphs. Text that shows nothing becomes empty. Sanitizing the
 * result again does not change it.
 */
export function sanitizeRichText(input: string): string {
  const html = load()(HAS_TAG.test(input) ? input : paragraphs(input), OPTIONS).trim();
  // Every other `<` and every `>` in a link is already escaped, so this finds the tags and nothing else.
  const shown = html.replace(/<[^>]*>/g, '');
  // The editor writes `<br>`, so the text does not grow.
  return shown.replace(/&nbsp;|\s/g, '') === '' ? '' : html.replaceAll('<br />', '<br>');
}

/** Sanitizes one field of a request. VALIDATION_FAILED at its path if the HTML is longer than `max`. */
export function readRichText(input: string, { path, max }: { path: string; max: number }): string {
  const html = sanitizeRichText(input);
  if (html.length > max) throw failFields([{ path, code: 'too_long', max }]);
  return html;
}

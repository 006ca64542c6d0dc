import sanitizeHtml from 'sanitize-html';
import { failFields } from './errors.ts';

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
      // Without a scheme it would lead into our own pages.
      attribs: {
        ...(href && /^(https?:\/\/|mailto:)/i.test(href.trim()) && { href: href.trim() }),
        rel: 'noopener',
      },
    }),
  },
};

/** Linear in whatever is written: a tag ends before the next one begins. */
const HAS_TAG = /<\/?[a-z!][^<>]*>/i;

const asText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Plain text as paragraphs: an empty line parts them, a single break stays one. */
function paragraphs(text: string): string {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${asText(paragraph).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

/**
 * What is stored of a text that people formatted: a small set of tags, links to http, https and mailto only, no
 * attributes besides. Text without any tag becomes paragraphs; one that shows nothing becomes empty. Clean again, it
 * stays as it is.
 */
export function sanitizeRichText(input: string): string {
  const html = sanitizeHtml(HAS_TAG.test(input) ? input : paragraphs(input), OPTIONS).trim();
  const shown = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  // Every other `<` is escaped by now. As the editor writes it, so that nothing grows on its way here.
  return shown.replace(/&nbsp;|\s/g, '') === '' ? '' : html.replaceAll('<br />', '<br>');
}

/** The same of one field of a request; VALIDATION_FAILED at its path when the HTML is longer than `max`. */
export function readRichText(input: string, { path, max }: { path: string; max: number }): string {
  const html = sanitizeRichText(input);
  if (html.length > max) throw failFields([{ path, code: 'too_long', max }]);
  return html;
}

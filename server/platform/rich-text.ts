import sanitizeHtml from 'sanitize-html';

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

const HAS_TAG = /<\/?[a-z!][^>]*>/i;

const asText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Plain text as paragraphs: an empty line parts them, a single break stays one. */
function paragraphs(text: string): string {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${asText(paragraph).replace(/\r?\n/g, '<br />')}</p>`)
    .join('');
}

/**
 * What is stored of a text that people formatted: a small set of tags, links to http, https and mailto only, no attributes besides.
 * Text without any tag becomes paragraphs; one that shows nothing becomes empty.
 */
export function sanitizeRichText(input: string): string {
  const html = sanitizeHtml(HAS_TAG.test(input) ? input : paragraphs(input), OPTIONS).trim();
  const shown = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return shown.replace(/&nbsp;|\s/g, '') === '' ? '' : html;
}

/** Word marks a list item by a style of its paragraph, and writes the bullet as text. */
const WORD_ITEM = /<p\b[^>]*\bmso-list:(?!\s*none)[^>]*>([\s\S]*?)<\/p>/gi;
/** The bullet in Word's own marks. If another program cleaned the clipboard, these marks are missing. */
const WORD_BULLET = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/gi;
const BARE_BULLET =
  /^((?:\s|&nbsp;|<[^>]*>)*)((?:[·•▪§o–-]|(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]))(?:\s|&nbsp;|\u00a0|<[^>]*>(?=\s|&nbsp;|\u00a0))+/i;
const NUMBER = /^\s*(\d{1,3}|[a-z]|[ivx]{1,5})[.)]/i;

const textOf = (html: string) => html.replace(/<[^>]*>/g, '').replace(/&nbsp;/gi, ' ');

function wordLists(html: string): string {
  return html
    .replace(WORD_ITEM, (_, inner: string) => {
      let bullet = '';
      let body = inner.replace(WORD_BULLET, (__, drawn: string) => {
        bullet ||= textOf(drawn);
        return '';
      });
      if (!bullet) {
        body = body.replace(BARE_BULLET, (__, before: string, drawn: string) => {
          bullet = drawn;
          return before;
        });
      }
      const tag = NUMBER.test(bullet) ? 'ol' : 'ul';
      return `<${tag}><li><p>${body.trim()}</p></li></${tag}>`;
    })
    .replace(/<\/(ul|ol)>\s*<\1>/gi, '');
}

const ROW = /<tr\b[^>]*>([\s\S]*?)<\/tr\s*>/gi;
const CELL = /<t[dh]\b[^>]*>([\s\S]*?)<\/t[dh]\s*>/gi;
const ONE_PARAGRAPH = /^<p\b[^>]*>([\s\S]*)<\/p>$/i;
const BLOCK = /<(?:p|div|ul|ol|blockquote|table|h\d)\b/i;

/**
 * The editor has no tables. A row becomes one line of text, or if its cells hold blocks, these blocks below each other.
 */
function tableLines(html: string): string {
  return html.replace(ROW, (_, row: string) => {
    const cells = [...row.matchAll(CELL)].map(([, cell = '']) => {
      const inner = cell.trim();
      const words = inner.replace(ONE_PARAGRAPH, '$1');
      return BLOCK.test(words) ? inner : words;
    });
    const full = cells.filter((cell) => cell !== '');
    return full.some((cell) => BLOCK.test(cell)) ? full.join('') : `<p>${full.join(' ')}</p>`;
  });
}

/**
 * Cleans pasted HTML for the editor. Lists from Word become lists, and table rows become lines. Headings get a level
 * that the editor has. Code that only other programs understand is dropped. The editor's own schema drops all other
 * styles.
 */
export function cleanPasted(html: string): string {
  const clean = wordLists(html)
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<!\[(if[^\]]*|endif)\]>/gi, '')
    .replace(/<(style|script|xml|title|svg|math)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<\/?[ovw]:[^>]*>/gi, '')
    .replace(/<(\/?)h1\b/gi, '<$1h2')
    .replace(/<(\/?)h[4-6]\b/gi, '<$1h3');
  return tableLines(clean);
}

import { FALLBACK_LENGTH, piecesOf } from '@entrada/contract/outreach/placeholders';

/** What a text may hold in place of words that differ from person to person. */
export type Placeholder = {
  /** As the server knows it: `first_name`. */
  name: string;
  /** What the reader of the form sees. */
  label: string;
};

/** The signs that a word for who has none can't hold, because they write the placeholder itself. */
const OWN_SIGNS = /[{}|\n]/g;

/** A word for who has none as it is stored: without signs of the placeholder itself, and without spaces around it. */
export const cleanFallback = (typed: string): string =>
  typed.replace(OWN_SIGNS, '').slice(0, FALLBACK_LENGTH).trim();

/** A placeholder as the server stores it in a text: `{{first_name}}`, or `{{first_name|guest}}` with a word for who has none. */
export function writePlaceholder(name: string, fallback: string): string {
  const word = cleanFallback(fallback);
  return word === '' ? `{{${name}}}` : `{{${name}|${word}}}`;
}

/** Words as the server writes them in HTML. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** The words of a piece of HTML without tags. What is written as `&amp;lt;` is read as `&lt;`, so `&` comes last. */
const unescaped = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');

/** The same in HTML, where the signs of the word are escaped. */
function writeInHtml(name: string, fallback: string): string {
  const word = cleanFallback(fallback);
  return word === '' ? `{{${name}}}` : `{{${name}|${escaped(word)}}}`;
}

const TAG = /(<[^>]*>)/;
/** A chip. The value of an attribute may hold a `>`. */
const CHIP = /<span\b((?:"[^"]*"|[^">])*)>[^<]*<\/span>/g;
const NAME = /data-placeholder="([a-z_]+)"/;
const FALLBACK = /data-fallback="([^"]*)"/;

/** Changes the text between the tags of HTML. */
const betweenTags = (html: string, change: (text: string) => string): string =>
  html
    .split(TAG)
    // The pattern has one group, so every second part is a tag.
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');

const isKnown = (known: readonly Placeholder[], name: string) => known.some((one) => one.name === name);

/** HTML as the server stores it, with a chip in place of each known placeholder. Attributes stay as they are. */
export const withChips = (html: string, known: readonly Placeholder[]): string =>
  betweenTags(html, (text) =>
    piecesOf(text)
      .map((piece) => {
        if ('text' in piece) return piece.text;
        if (!isKnown(known, piece.name)) return piece.written;
        const fallback = escaped(unescaped(piece.fallback)).replaceAll('"', '&quot;');
        return `<span data-placeholder="${piece.name}" data-fallback="${fallback}"></span>`;
      })
      .join(''),
  );

/** The same HTML as the server stores it. */
export const withoutChips = (html: string): string =>
  html.replace(CHIP, (span: string, attributes: string) => {
    const name = NAME.exec(attributes)?.[1];
    return name ? writeInHtml(name, unescaped(FALLBACK.exec(attributes)?.[1] ?? '')) : span;
  });

/** The known placeholders of a text, each once, with the word for who has none. */
export function placeholdersIn(text: string, known: readonly Placeholder[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const piece of piecesOf(text))
    if ('name' in piece && isKnown(known, piece.name)) found.set(piece.name, piece.fallback);
  return found;
}

/** The known placeholders of HTML, each once. The word for who has none is plain text. */
export function placeholdersInHtml(html: string, known: readonly Placeholder[]): Map<string, string> {
  const found = new Map<string, string>();
  betweenTags(html, (part) => {
    for (const [name, fallback] of placeholdersIn(part, known)) found.set(name, unescaped(fallback));
    return part;
  });
  return found;
}

type Write = typeof writePlaceholder;

const rewritten = (text: string, name: string, fallback: string, write: Write) =>
  piecesOf(text)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      return piece.name === name ? write(name, fallback) : piece.written;
    })
    .join('');

/** A text in which a placeholder has another word for who has none. */
export const withFallback = (text: string, name: string, fallback: string): string =>
  rewritten(text, name, fallback, writePlaceholder);

/** The same for HTML. The word is plain text. */
export const withFallbackInHtml = (html: string, name: string, fallback: string): string =>
  betweenTags(html, (part) => rewritten(part, name, fallback, writeInHtml));

/** A text with the names of its placeholders in square brackets, for reading only. */
export const readable = (text: string, known: readonly Placeholder[]): string =>
  piecesOf(text)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      const label = known.find(({ name }) => name === piece.name)?.label;
      return label ? `[${label}]` : piece.written;
    })
    .join('');

/** The same for HTML. */
export const readableHtml = (html: string, known: readonly Placeholder[]): string =>
  betweenTags(html, (part) => readable(part, known));

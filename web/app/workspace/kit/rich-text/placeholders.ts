import { FALLBACK_LENGTH, piecesOf } from '@entrada/contract/outreach/placeholders';

/** What a text may hold in place of words that differ from person to person. */
export type Placeholder = {
  /** As the server knows it: `first_name`. */
  name: string;
  /** What the reader of the form sees. */
  label: string;
};

/** A placeholder as the server stores it: `{{first_name}}`, or `{{first_name|guest}}` with a word for who has none. */
export function writePlaceholder(name: string, fallback: string): string {
  const word = fallback
    .replace(/[{}|\n]/g, '')
    .slice(0, FALLBACK_LENGTH)
    .trim();
  return word === '' ? `{{${name}}}` : `{{${name}|${word}}}`;
}

const TAG = /(<[^>]*>)/;
const CHIP = /<span\b[^>]*data-placeholder="([a-z_]+)"[^>]*>[^<]*<\/span>/g;
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
        const fallback = piece.fallback.replaceAll('"', '&quot;');
        return `<span data-placeholder="${piece.name}" data-fallback="${fallback}"></span>`;
      })
      .join(''),
  );

/** The same HTML as the server stores it. */
export const withoutChips = (html: string): string =>
  html.replace(CHIP, (chip, name: string) =>
    writePlaceholder(name, (FALLBACK.exec(chip)?.[1] ?? '').replaceAll('&quot;', '"')),
  );

/** The known placeholders of a text or of HTML, each once, with the word for who has none. */
export function placeholdersIn(text: string, known: readonly Placeholder[]): Map<string, string> {
  const found = new Map<string, string>();
  betweenTags(text, (part) => {
    for (const piece of piecesOf(part))
      if ('name' in piece && isKnown(known, piece.name)) found.set(piece.name, piece.fallback);
    return part;
  });
  return found;
}

/** A text or HTML in which a placeholder has another word for who has none. */
export const withFallback = (text: string, name: string, fallback: string): string =>
  betweenTags(text, (part) =>
    piecesOf(part)
      .map((piece) => {
        if ('text' in piece) return piece.text;
        return piece.name === name ? writePlaceholder(name, fallback) : piece.written;
      })
      .join(''),
  );

/** A text or HTML with the names of its placeholders in square brackets, for reading only. */
export const readable = (text: string, known: readonly Placeholder[]): string =>
  betweenTags(text, (part) =>
    piecesOf(part)
      .map((piece) => {
        if ('text' in piece) return piece.text;
        const label = known.find(({ name }) => name === piece.name)?.label;
        return label ? `[${label}]` : piece.written;
      })
      .join(''),
  );

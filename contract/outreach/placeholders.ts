/**
 * What a message can name of its recipient and event. There are no others, and nothing is evaluated. `ticket`,
 * `ticket_number` and `ticket_link` are of an attendee, and empty for a buyer. `order_link` is empty for an attendee who is not
 * the buyer, because the page of an order is the buyer's alone.
 */
export const PLACEHOLDERS = [
  'first_name',
  'last_name',
  'event',
  'event_date',
  'ticket',
  'ticket_number',
  'order_number',
  'ticket_link',
  'order_link',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A word to stand for an empty placeholder is no longer than this. */
export const FALLBACK_LENGTH = 60;

export const isPlaceholder = (name: string): name is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(name);

/** A piece of a text: words, or a placeholder such as `{{first_name}}` or `{{first_name|dear guest}}`. */
export type Piece = { text: string } | { name: string; fallback: string; written: string };

/**
 * Short, so that it takes linear time for any text. In HTML each sign of a fallback may be written as an entity of up to six
 * characters.
 */
const WRITTEN = /\{\{([^{}|\n]{1,60})(?:\|([^{}\n]{0,400}))?\}\}/g;

/** Divides a text at its placeholders. A name that does not exist is a piece as well. Pure. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let last = 0;
  for (const found of text.matchAll(WRITTEN)) {
    if (found.index > last) pieces.push({ text: text.slice(last, found.index) });
    const [written, name = '', fallback = ''] = found;
    pieces.push({ name: name.trim(), fallback: fallback.trim(), written });
    last = found.index + written.length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last) });
  return pieces;
}

/** The names in a text that are no placeholders, each once, in their order. Pure. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set(
    piecesOf(text).flatMap((piece) => ('name' in piece && !isPlaceholder(piece.name) ? piece.name : [])),
  ),
];

import { type Face, fontOf } from './fonts.ts';

export type PdfDocument = PDFKit.PDFDocument;

export const INK = '#1C1815';
export const SECONDARY = '#4A433D';
export const HAIRLINE = '#D8D0C6';

/** In points: A5 upright. */
export const PAGE = { width: 419.53, height: 595.28, margin: 33, cut: 326 } as const;

/** The bytes of a document when it ends. */
export function collect(doc: PdfDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
}

function covers(doc: PdfDocument, face: Face, text: string): boolean {
  // For a missing glyph pdfkit draws an empty box without an error.
  const font = fontOf(doc.font(face));
  return [...text].every((char) => font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));
}

/** Removes pictographs and joiners and replaces unusual spaces, so that "Party 🎉" can be printed. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(
      /(?![©®™])\p{Extended_Pictographic}|\p{Cf}|\ufe0e|\ufe0f|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]/gu,
      '',
    )
    .replace(/\s+/gu, ' ')
    .trim();
}

export type Printable = { text: string; face: Face };

/** The text with the first font that has all its glyphs, the Chinese one last; null if none has. */
export function printable(doc: PdfDocument, text: string | null, faces: Face[]): Printable | null {
  const clean = plain(text ?? '');
  if (clean === '') return null;
  const face = [...faces, 'han' as const].find((candidate) => covers(doc, candidate, clean));
  return face ? { text: clean, face } : null;
}

type Box = { x: number; y: number; width: number };

type Setting = { size: number; leading: number; color?: string; lines?: number };

/** Draws text in a box and cuts it with an ellipsis after `lines`. Returns the y below it. */
export function setText(doc: PdfDocument, what: Printable, box: Box, setting: Setting): number {
  const { size, leading, lines = 1, color = INK } = setting;
  doc.font(what.face).fontSize(size).fillColor(color);
  const natural = doc.currentLineHeight(true);
  const options = {
    width: box.width,
    lineGap: leading - natural,
    characterSpacing: what.face === 'display' ? -0.02 * size : 0,
  };
  const height = Math.min(doc.heightOfString(what.text, options), lines * leading);
  // pdfkit checks the space for two further lines with the natural line height, not with the leading.
  const room = lines * leading + 2 * Math.max(0, natural - leading) + 0.5;
  // The Chinese face has a higher ascent, so its first line would stand lower than that of the others.
  const rise = what.face === 'han' ? 0.2 * size : 0;
  doc.text(what.text, box.x, box.y - rise, { ...options, height: room, ellipsis: '…' });
  return box.y + height;
}

/** Like `setText`, in the largest size between `largest` and `smallest` that fits the height. */
export function setHeading(
  doc: PdfDocument,
  what: Printable,
  box: Box & { height: number },
  sizes: { largest: number; smallest: number },
): number {
  const spread = what.face === 'han' ? 1.14 : 0.98;
  // A line may end at a space or beside a Chinese character.
  const longest = what.text
    .split(/ |(?<=\p{Script=Han})|(?=\p{Script=Han})/u)
    .reduce((a, b) => (b.length > a.length ? b : a), '');
  let size = sizes.largest;
  for (; size > sizes.smallest; size -= 1) {
    doc.font(what.face).fontSize(size);
    const leading = size * spread;
    const options = {
      width: box.width,
      lineGap: leading - doc.currentLineHeight(true),
      characterSpacing: what.face === 'display' ? -0.02 * size : 0,
    };
    const fits = doc.heightOfString(what.text, options) <= box.height + 0.5;
    if (fits && doc.widthOfString(longest, options) <= box.width) break;
  }
  const leading = size * spread;
  return setText(doc, what, box, {
    size,
    leading,
    lines: Math.max(1, Math.floor((box.height + 0.5) / leading)),
  });
}

/** Draws a small label above a value. Returns the y below them. */
export function setFact(
  doc: PdfDocument,
  label: string,
  values: Printable[],
  box: Box,
  lines: number,
): number {
  const name = printable(doc, label, ['regular']);
  let y = name ? setText(doc, name, box, { size: 9, leading: 13, color: SECONDARY }) : box.y;
  for (const value of values) y = setText(doc, value, { ...box, y }, { size: 11, leading: 15, lines });
  return y;
}

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

export type Face = 'display' | 'regular' | 'semibold' | 'han';

const FILES: Record<Face, string> = {
  display: 'bricolage-grotesque-condensed-bold.ttf',
  regular: 'geist-regular.ttf',
  semibold: 'geist-semibold.ttf',
  han: 'noto-sans-sc-medium.ttf',
};
const FACES = Object.keys(FILES) as Face[];

// Sources and build are both one folder below the package.
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'fonts');

/** A font as pdfkit opened it. It reads its tables when they are needed, and keeps them. */
export type OpenFont = { hasGlyphForCodePoint: (codePoint: number) => boolean };

/** The font that a document draws with now. The types of pdfkit do not contain it. */
export const fontOf = (doc: PDFKit.PDFDocument): OpenFont =>
  (doc as unknown as { _font: { font: OpenFont } })._font.font;

export type Fonts = Record<Face, OpenFont>;

let opening: Promise<Fonts> | null = null;

/**
 * The package's own fonts: Latin, Vietnamese and (in the text faces) Cyrillic. `han` has simplified Chinese, and Latin for
 * texts of both scripts. Each is opened once for all documents, since decoding its tables took half of the time of a ticket.
 */
export function loadFonts(): Promise<Fonts> {
  opening ??= Promise.all(
    FACES.map(async (face) => {
      const file = await readFile(join(folder, FILES[face]));
      const doc = new PDFDocument({ autoFirstPage: false, font: '' });
      return [face, fontOf(doc.font(file))] as const;
    }),
  ).then((entries) => Object.fromEntries(entries) as Fonts);
  return opening;
}

/**
 * Gives the fonts to a document. Its glyphs are its own: a glyph keeps the character that it was first asked for, and a
 * file must not depend on those that were drawn before it.
 */
export function registerFonts(doc: PDFKit.PDFDocument, fonts: Fonts): void {
  for (const face of FACES) {
    const font: unknown = Object.create(fonts[face], { _glyphs: { value: {} } });
    // pdfkit takes an open font. Its types do not say so.
    doc.registerFont(face, font as PDFKit.Mixins.PDFFontSource);
  }
}

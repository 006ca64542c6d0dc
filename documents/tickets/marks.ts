import { create } from 'qrcode';
import { HAIRLINE, INK, PAGE, type PdfDocument } from './page.ts';

/** A QR code as filled squares, so that it is sharp at every printer resolution. */
export function drawCode(doc: PdfDocument, code: string, at: { x: number; y: number; size: number }): void {
  const { modules } = create(code, { errorCorrectionLevel: 'M' });
  const step = at.size / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      // A run of squares is one rectangle. Separate neighbours would show thin gaps between them.
      let end = column + 1;
      while (end < modules.size && modules.get(row, end)) end += 1;
      doc.rect(at.x + column * step, at.y + row * step, (end - column) * step, step + 0.05);
      column = end;
    }
  }
  doc.fill(INK);
}

const SCISSORS =
  'M3 7a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M3 17a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M8.6 8.6l10.4 10.4M8.6 15.4l10.4 -10.4';

export function drawCutLine(doc: PdfDocument): void {
  doc.save().lineWidth(0.6).dash(2.6, { space: 1.8 }).strokeColor('#8C8278');
  doc.moveTo(0, PAGE.cut).lineTo(13, PAGE.cut).stroke();
  doc.moveTo(30, PAGE.cut).lineTo(PAGE.width, PAGE.cut).stroke();
  doc
    .undash()
    .translate(15, PAGE.cut - 6)
    .scale(0.5)
    .lineWidth(2)
    .lineCap('round')
    .strokeColor(INK);
  doc.path(SCISSORS).stroke();
  doc.restore();
}

export function drawHairline(doc: PdfDocument, y: number): void {
  doc
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.width - PAGE.margin, y)
    .lineWidth(0.6)
    .strokeColor(HAIRLINE)
    .stroke();
}

/** The orange door and the name, with their right edge at the margin. */
export function drawBrand(doc: PdfDocument, y: number): void {
  const name = 'Entrada';
  doc.font('display').fontSize(11);
  const x = PAGE.width - PAGE.margin - doc.widthOfString(name);
  const door = x - 20;
  doc.roundedRect(door, y, 14, 14, 3.2).fill('#FF4301');
  doc.path(`M${door + 4.2} ${y + 14}v-6.6a2.8 2.8 0 0 1 5.6 0v6.6z`).fill(INK);
  doc.fillColor(INK).text(name, x, y + 0.6, { lineBreak: false });
}

function isRaster(image: Uint8Array): boolean {
  const [a, b, c] = image;
  return (a === 0xff && b === 0xd8) || (a === 0x89 && b === 0x50 && c === 0x4e);
}

/** Opens a cover for all pages. Null if pdfkit cannot draw it, because a ticket must always print. */
export function openCover(doc: PdfDocument, cover: Uint8Array | null): PDFKit.Mixins.ImageSrc | null {
  if (!cover || !isRaster(cover)) return null;
  try {
    // An opened image is embedded once for all pages that show it. The types do not contain the method.
    const { openImage } = doc as unknown as { openImage: (image: Buffer) => PDFKit.Mixins.ImageSrc };
    return openImage.call(doc, Buffer.from(cover));
  } catch {
    return null;
  }
}

const COVER = { y: 30, height: 99 } as const;

export function drawCover(doc: PdfDocument, image: PDFKit.Mixins.ImageSrc): void {
  const width = PAGE.width - 2 * PAGE.margin;
  doc.save().roundedRect(PAGE.margin, COVER.y, width, COVER.height, 6).clip();
  doc.image(image, PAGE.margin, COVER.y, { cover: [width, COVER.height], align: 'center', valign: 'center' });
  doc.restore();
}

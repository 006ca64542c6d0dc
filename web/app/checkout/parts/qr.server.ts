import { setImmediate as turn } from 'node:timers/promises';
import QRCode from 'qrcode';

/** A QR code as one SVG path on a square of `size` modules, without its quiet zone. */
export type QrDrawing = { size: number; path: string };

/** Draws the signed text of a ticket. It runs on the server, so that visitors load no QR library. */
export function drawQr(text: string): QrDrawing {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!modules.get(row, column)) continue;
      const start = column;
      while (column + 1 < size && modules.get(row, column + 1)) column += 1;
      path += `M${start} ${row}h${column - start + 1}v1H${start}z`;
    }
  }
  return { size, path };
}

/** A code takes half a millisecond. After this many the server answers others first. */
const AT_ONCE = 8;

/** Draws many codes in turn with the other work of the server. */
export async function drawQrs(texts: readonly string[]): Promise<QrDrawing[]> {
  const drawings: QrDrawing[] = [];
  for (const text of texts) {
    if (drawings.length > 0 && drawings.length % AT_ONCE === 0) await turn();
    drawings.push(drawQr(text));
  }
  return drawings;
}

import QRCode from 'qrcode';

/** A QR code as one SVG path on a square of `size` modules, without its quiet zone. */
export type QrDrawing = { size: number; path: string };

/** Draws a text as a QR code. Buyers' pages call it on the server, so that they load no QR library. */
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

import { setImmediate as turn } from 'node:timers/promises';
import { drawQr, type QrDrawing } from '../../platform/qr.ts';

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

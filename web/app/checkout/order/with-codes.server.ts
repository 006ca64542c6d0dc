import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { drawQr, type QrDrawing } from '../parts/qr.server.ts';

/** Draws the codes of the tickets that are valid for entry, by the short ids of the tickets. */
export function codesOf({ tickets }: Pick<BuyerOrder, 'tickets'>): Record<string, QrDrawing> {
  const open = tickets.filter(({ status }) => status === 'active');
  return Object.fromEntries(open.map(({ shortId, code }) => [shortId, drawQr(code)]));
}

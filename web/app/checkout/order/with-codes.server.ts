import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { drawQr, type QrDrawing } from '../parts/qr.server.ts';

/** Drawn codes of the tickets that open a door, by the tickets' short ids. */
export function codesOf({ tickets }: Pick<BuyerOrder, 'tickets'>): Record<string, QrDrawing> {
  const open = tickets.filter(({ status }) => status === 'active');
  return Object.fromEntries(open.map(({ shortId, code }) => [shortId, drawQr(code)]));
}

import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { QrDrawing } from '../../platform/qr.ts';
import { drawQrs } from '../parts/qr.server.ts';

/** Draws the codes of the tickets that are valid for entry, by the short ids of the tickets. */
export async function codesOf({ tickets }: Pick<BuyerOrder, 'tickets'>): Promise<Record<string, QrDrawing>> {
  const open = tickets.filter(({ status }) => status === 'active');
  const drawings = await drawQrs(open.map(({ code }) => code));
  return Object.fromEntries(drawings.map((drawing, at) => [open[at]?.shortId, drawing]));
}

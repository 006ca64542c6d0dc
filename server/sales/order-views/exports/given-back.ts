import type { BilledLine } from '../../invoices/core/credit.ts';
import { type Given, refundParts } from '../core/refund-parts.ts';
import type { findExportedRefunds, findLines } from './queries.ts';

export type FoundRefund = Awaited<ReturnType<typeof findExportedRefunds>>[number];
export type Line = Awaited<ReturnType<typeof findLines>>[number];

/** What decides about the parts of a refund. A lost dispute names no ticket and no line. */
type Returned = Pick<FoundRefund, 'amount' | 'itemIds' | 'lineIds' | 'credited'>;

/** Whether a refund gives back a part of a sale. Money that came too late or twice was none. */
export const isOfSale = ({ status, reason }: Pick<FoundRefund, 'status' | 'reason'>): boolean =>
  status === 'succeeded' && reason !== 'late_payment' && reason !== 'duplicate';

/** Whether a line was sold in its order. Differences of moves that were paid by hand are no part of what a refund gives back. */
export const isSoldLine = ({ settlement }: Pick<Line, 'settlement'>): boolean => settlement === null;

/** How many units of each line a refund is for, if it names tickets or lines. */
function unitsOf(refund: Returned, lines: readonly Line[]): Map<number, number> {
  const of = ({ id, quantity }: Line) =>
    refund.itemIds.filter((one) => one === id).length + (refund.lineIds.includes(id) ? quantity : 0);
  return new Map(lines.flatMap((line) => (of(line) > 0 ? [[line.id, of(line)] as const] : [])));
}

/** The lines of a sale as an invoice would bill them. */
const billed = (lines: readonly Line[]): BilledLine[] =>
  lines.map(({ id, ticketName, quantity, list, discount, charges }) => ({
    itemId: id,
    title: ticketName,
    quantity,
    unitPrice: list - discount,
    charges,
  }));

/**
 * What each of several returns of one order gives back of its lines, in the order in which they went through: for an invoiced
 * order what their credit notes say, for any other what they would say. Minor units.
 */
export function givenBy(returns: readonly Returned[], sold: readonly Line[]): (readonly Given[])[] {
  const lines = billed(sold);
  const parts = refundParts(
    lines,
    returns.map((one) => ({ amount: one.amount, units: unitsOf(one, sold) })),
  );
  return returns.map(({ credited }, at) =>
    credited.length > 0 ? credited : [{ lines, parts: parts[at] ?? [] }],
  );
}

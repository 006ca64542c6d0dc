import type { Tx } from '../../db/client.ts';
import type { Witness } from '../../platform/audit.ts';
import { scopeOfRow } from '../../platform/context.ts';
import type { Order } from '../orders/core/types.ts';
import { type Issuer, invoiceContent } from './core/content.ts';
import { billedLines, creditDue } from './core/credit.ts';
import { findClaim, findGoneMoney } from './credit-queries.ts';
import { credit, leftTotal, type OpenInvoice, openInvoices } from './open.ts';
import { insertInvoices } from './queries.ts';

const SYSTEM: Witness = { actor: { kind: 'system' }, requestId: null };

/**
 * Issues the invoices of completed orders, each over its whole order, in the caller's transaction. The rows of the orders
 * must be locked; locks the series of the numbers. Call it before you lock counters.
 */
export async function issueInvoices(
  tx: Tx,
  invoiced: readonly { order: Order; issuer: Issuer }[],
): Promise<void> {
  await insertInvoices(
    tx,
    invoiced.map(({ order, issuer }) => ({
      order,
      prefix: issuer.prefix,
      content: invoiceContent(order, issuer),
      lines: billedLines(order, order.items),
    })),
  );
}

/**
 * Issues the credit notes that are due for money of an order that went back: one for each refund that succeeded and each
 * dispute that was lost, if the order has an invoice that still bills it. What a move gives back was credited by the move.
 * Whoever records that money is gone calls it in that transaction, after refund, dispute and the order's totals are
 * written. A repetition issues nothing. Orders without an invoice get none. The order's row must be locked; locks the
 * series of the numbers, so call it before you lock counters. Minor units.
 */
export async function creditGoneMoney(tx: Tx, order: Order): Promise<void> {
  const scope = scopeOfRow(order);
  const invoices = await openInvoices(tx, scope, order);
  if (invoices.length === 0) return;
  const billed = invoices.reduce((sum, invoice) => sum + leftTotal(invoice), 0);
  let due = creditDue({ billed, claim: await findClaim(tx, scope, order.id) });
  if (due === 0) return;
  for (const money of await findGoneMoney(tx, scope, order.id)) {
    const { refundId, disputeId, units } = money;
    const reason = refundId === null ? 'dispute' : 'refund';
    let left = Math.min(money.amount, due);
    due -= left;
    const bills = ({ lines }: OpenInvoice) => lines.some(({ itemId }) => units.has(itemId));
    // What names tickets is first taken from the invoice that bills them.
    for (const invoice of invoices.toSorted((a, b) => Number(bills(b)) - Number(bills(a)))) {
      const amount = Math.min(left, leftTotal(invoice));
      if (amount === 0) continue;
      await credit(tx, SYSTEM, order, invoice, { amount, units, reason, refundId, disputeId });
      left -= amount;
    }
  }
}

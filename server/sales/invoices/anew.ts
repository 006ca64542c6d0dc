import type { Db, Tx } from '../../db/client.ts';
import { audit, type Witness } from '../../platform/audit.ts';
import { scopeOfRow } from '../../platform/context.ts';
import type { Order, OrderItem } from '../orders/core/types.ts';
import { type Issuer, invoiceContent } from './core/content.ts';
import { billedLines, leftOfItem } from './core/credit.ts';
import { findCreditPrefix } from './credit-queries.ts';
import { credit, leftTotal, type OpenInvoice, openInvoices } from './open.ts';
import { insertInvoices, listInvoices, lockSeries } from './queries.ts';

const NO_MONEY = { refundId: null, disputeId: null } as const;
/** What a credit note is for, where the order changed. */
export const CHANGE = { ...NO_MONEY, reason: 'change' } as const;

/** One unit of an order that becomes another one. Minor units. */
type Change = {
  /** The item that bills it until now, and what it has come to. */
  was: { itemId: number; total: number };
  /** The item that it becomes, with what that costs. */
  becomes: OrderItem;
  /** How much of that the buyer has not paid yet. */
  open: number;
};

/** The ids of the documents of a change; null where there was nothing to say. */
export type ChangeDocuments = { creditNoteId: number | null; invoiceId: number | null };

/**
 * Whether a change of an order is said by documents: it has an invoice, or it was free, so that nothing of it is invoiced
 * yet, and its event issues invoices.
 */
export const hasDocuments = async (
  tx: Tx | Db,
  order: Order,
  issuer: Pick<Issuer, 'invoicing'>,
): Promise<boolean> =>
  (order.total === 0 && issuer.invoicing) || (await listInvoices(tx, scopeOfRow(order), order.id)).length > 0;

/**
 * Bills one unit of an order anew: a credit note gives back what it was billed as, and an invoice bills what it is now.
 * What of it went back before is credited on the new invoice, so that the invoices less all credit notes grow by exactly
 * the difference. Writes both into the order's history. Call it only if `hasDocuments`. The order's row must be locked;
 * locks the series of both numbers, so call it before you lock counters. `issuer`: from `findNotices`.
 */
export async function billAnew(
  tx: Tx,
  witness: Witness,
  order: Order,
  issuer: Issuer,
  { was, becomes, open }: Change,
): Promise<ChangeDocuments> {
  const scope = scopeOfRow(order);
  const creditPrefix = await findCreditPrefix(tx, scope, order.eventId);
  await lockSeries(tx, order.accountId, [creditPrefix, issuer.prefix]);
  const units = new Map([[was.itemId, 1]]);
  const billing = (await openInvoices(tx, scope, order)).find((one) => leftOfItem(one, was.itemId) > 0);
  const amount = billing ? Math.min(was.total, leftOfItem(billing, was.itemId)) : 0;
  const note =
    billing && amount > 0 ? await credit(tx, witness, order, billing, { amount, units, ...CHANGE }) : null;
  const invoice = await invoiceItems(tx, witness, order, issuer, { items: [becomes], open });
  if (invoice) {
    const gone = Math.min(was.total - amount, leftTotal(invoice));
    if (gone > 0) await credit(tx, witness, order, invoice, { amount: gone, ...CHANGE });
  }
  return { creditNoteId: note?.id ?? null, invoiceId: invoice?.id ?? null };
}

/**
 * Issues one more invoice of an order, over some units of its items, and writes it into the order's history. `open`: what
 * of it is still to be paid. Null if it comes to zero. The order's row must be locked; locks the series of the number.
 * Minor units.
 */
export async function invoiceItems(
  tx: Tx,
  witness: Witness,
  order: Order,
  issuer: Issuer,
  { items, open }: { items: readonly OrderItem[]; open: number },
): Promise<OpenInvoice | null> {
  const content = invoiceContent(order, issuer, { items, open });
  if (content.totalMinor === 0) return null;
  const lines = billedLines(order, items);
  const [issued] = await insertInvoices(tx, [{ order, prefix: issuer.prefix, content, lines }]);
  if (!issued) throw new Error(`Order ${order.id} could not be invoiced anew`);
  await audit(tx, witness, scopeOfRow(order), {
    action: 'invoice.issued',
    target: { type: 'order', id: order.id },
    after: { invoiceId: issued.id, number: issued.number, amount: content.totalMinor },
  });
  return { ...issued, locale: order.locale, issuedAt: issued.issuedAt, content, lines, notes: [] };
}

/**
 * Issues a credit note over what a buyer owed for an item and need not pay after all, as far as it is still billed. The
 * order's row must be locked; locks the series of the number. Minor units.
 */
export async function creditWaived(
  tx: Tx,
  witness: Witness,
  order: Order,
  { itemId, amount }: { itemId: number; amount: number },
): Promise<void> {
  const open = await openInvoices(tx, scopeOfRow(order), order);
  const billing = open.find((one) => leftOfItem(one, itemId) > 0);
  if (!billing) return;
  const units = new Map([[itemId, 1]]);
  const waived = Math.min(amount, leftOfItem(billing, itemId));
  await credit(tx, witness, order, billing, { amount: waived, units, ...NO_MONEY, reason: 'waived' });
}

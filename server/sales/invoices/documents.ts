import type { OrderDocument } from '@entrada/contract/sales/invoices/documents';
import type { InvoiceDetails } from '@entrada/contract/sales/invoices/who';
import type { Db, Tx } from '../../db/client.ts';
import { type AccountScope, scopeOfRow } from '../../platform/context.ts';
import type { Order } from '../orders/core/types.ts';
import { invoicedTo } from './core/content.ts';
import { listCreditNotes } from './credit-queries.ts';
import { listInvoices } from './queries.ts';

/** What credit notes took back of an invoice, in minor units. */
const creditedOf = (notes: readonly { invoiceId: number; total: number }[], invoiceId: number): number =>
  notes.reduce((sum, note) => sum + (note.invoiceId === invoiceId ? note.total : 0), 0);

/**
 * The invoices and credit notes of an order as they were issued, as its buyer and its organizer list them. A change issues
 * a credit note and then the new invoice at the same moment.
 */
export async function listDocuments(
  db: Db | Tx,
  scope: AccountScope,
  orderId: number,
): Promise<OrderDocument[]> {
  const invoices = await listInvoices(db, scope, orderId);
  if (invoices.length === 0) return [];
  const notes = await listCreditNotes(db, scope, orderId);
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
  const documents: OrderDocument[] = [
    ...notes.map(({ id, number, total, issuedAt, invoiceId }) => ({
      kind: 'credit_note' as const,
      id,
      number,
      total,
      invoiceNumber: numbers.get(invoiceId) ?? null,
      issuedAt: issuedAt.toISOString(),
      counts: false,
    })),
    ...invoices.map(({ id, number, total, issuedAt }) => ({
      kind: 'invoice' as const,
      id,
      number,
      total,
      invoiceNumber: null,
      issuedAt: issuedAt.toISOString(),
      counts: total > creditedOf(notes, id),
    })),
  ];
  return documents.sort((one, other) => Date.parse(one.issuedAt) - Date.parse(other.issuedAt));
}

/** The documents of an order as its replies carry them: all of them, and the number of its first invoice. */
export const describeDocuments = (documents: OrderDocument[]) => {
  const first = documents.find(({ kind }) => kind === 'invoice');
  return { invoice: first ? { number: first.number } : null, documents };
};

/** To whom an order is invoiced: as its newest invoice says that still bills anything, or as the next one will say. */
export type Billing = { current: InvoiceDetails; isIssued: boolean };

/** Reads to whom an order is invoiced. Lock the order's row before a change. */
export async function findBilling(db: Db | Tx, order: Order): Promise<Billing> {
  const scope = scopeOfRow(order);
  const invoices = await listInvoices(db, scope, order.id);
  const notes = invoices.length === 0 ? [] : await listCreditNotes(db, scope, order.id);
  const newest = invoices.findLast(({ id, total }) => total > creditedOf(notes, id));
  if (!newest) return { current: invoicedTo(order), isIssued: false };
  const { name, address = [], taxId = '' } = newest.content.buyer;
  return { current: { name, address: address.join('\n'), taxId }, isIssued: true };
}

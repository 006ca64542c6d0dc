import type { CreditNoteContent } from '@entrada/documents/types';
import type { Tx } from '../../db/client.ts';
import { audit, type Witness } from '../../platform/audit.ts';
import { type AccountScope, scopeOfRow } from '../../platform/context.ts';
import type { Order } from '../orders/core/types.ts';
import {
  type BilledLine,
  billedLines,
  type CreditedLine,
  type CreditWish,
  creditOf,
  creditTotal,
  leftOf,
} from './core/credit.ts';
import { creditNoteContent } from './core/credit-note.ts';
import { type Cause, insertCreditNote, listCreditNotes } from './credit-queries.ts';
import { type Invoice, type Issued, listInvoices, noteBilledLines } from './queries.ts';

/** An invoice with the lines that it bills, and what each credit note gives back of them. */
export type OpenInvoice = Pick<Invoice, 'id' | 'number' | 'locale' | 'issuedAt' | 'content'> & {
  lines: BilledLine[];
  notes: CreditedLine[][];
};

/** The invoices of an order with what their notes give back of them, newest first. The order's row must be locked. */
export async function openInvoices(tx: Tx, scope: AccountScope, order: Order): Promise<OpenInvoice[]> {
  const invoices = await listInvoices(tx, scope, order.id);
  if (invoices.length === 0) return [];
  const notes = Map.groupBy(await listCreditNotes(tx, scope, order.id), ({ invoiceId }) => invoiceId);
  const open: OpenInvoice[] = [];
  for (const invoice of invoices.toReversed()) {
    const lines = invoice.lines ?? billedLines(order, order.items);
    // From now on the order may change without its invoice.
    if (invoice.lines === null) await noteBilledLines(tx, scope, invoice.id, lines);
    open.push({ ...invoice, lines, notes: (notes.get(invoice.id) ?? []).map(({ parts }) => parts) });
  }
  return open;
}

/** What an invoice still bills. Minor units. */
export const leftTotal = ({ lines, notes }: OpenInvoice): number => creditTotal(lines, leftOf(lines, notes));

/**
 * Writes one credit note of an invoice, and a line about it in the order's history. It is over an
 * amount, or over given parts of the lines, and must not be more than the invoice still bills. Locks the series of the number. Minor units.
 */
export async function credit(
  tx: Tx,
  witness: Witness,
  order: Order,
  invoice: OpenInvoice,
  note: (CreditWish | { parts: CreditedLine[] }) & Cause & { reason: CreditNoteContent['reason'] },
): Promise<Omit<Issued, 'issuedAt'>> {
  const scope = scopeOfRow(order);
  const parts = 'parts' in note ? note.parts : creditOf(invoice.lines, invoice.notes, note);
  const { refundId, disputeId } = note;
  const issued = await insertCreditNote(tx, scope, {
    orderId: order.id,
    eventId: order.eventId,
    invoiceId: invoice.id,
    locale: invoice.locale,
    content: creditNoteContent(invoice, invoice.lines, parts, note.reason),
    parts,
    refundId,
    disputeId,
  });
  invoice.notes.push(parts);
  await audit(tx, witness, scope, {
    action: 'credit_note.issued',
    target: { type: 'order', id: order.id },
    after: { creditNoteId: issued.id, number: issued.number, amount: creditTotal(invoice.lines, parts) },
  });
  return issued;
}

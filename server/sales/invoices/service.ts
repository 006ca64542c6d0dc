import type { CreditNoteContent } from '@entrada/documents/types';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOfRow } from '../../platform/context.ts';
import type { Order, OrderItem } from '../orders/core/types.ts';
import { type Issuer, invoiceContent } from './core/content.ts';
import {
  type BilledLine,
  billedLines,
  type CreditedLine,
  type CreditWish,
  creditDue,
  creditOf,
  creditTotal,
  leftOf,
  unitsTotal,
} from './core/credit.ts';
import { creditNoteContent } from './core/credit-note.ts';
import {
  type Cause,
  findGoneMoney,
  findGoneTotal,
  insertCreditNote,
  listCreditNotes,
} from './credit-queries.ts';
import { type Invoice, insertInvoices, listInvoices, noteBilledLines } from './queries.ts';

type Witness = Pick<Ctx, 'actor' | 'requestId'>;
const SYSTEM: Witness = { actor: { kind: 'system' }, requestId: null };

type Issued = { id: number; number: string };

/**
 * Issues the invoices of completed orders, each over its whole order, in the caller's transaction. The rows of the orders
 * must be locked; locks the series of the numbers. Call it before you lock counters.
 */
export const issueInvoices = (tx: Tx, invoiced: readonly { order: Order; issuer: Issuer }[]): Promise<void> =>
  insertInvoices(
    tx,
    invoiced.map(({ order, issuer }) => ({
      order,
      prefix: issuer.prefix,
      content: invoiceContent(order, issuer),
      lines: billedLines(order, order.items),
    })),
  );

/**
 * Issues one more invoice of an order, over `items` alone: for example over what a moved ticket costs now. The items carry
 * the quantity that is billed, which may be less than the order's, and their ids, by which later refunds find the invoice.
 * Issues nothing if they come to zero or if the event issues no invoices now. Issue the credit notes of the same
 * transaction first, with `creditUnits`. The order's row must be locked; locks the series of the number, so call it before
 * you lock counters. `issuer`: from `findNotices`.
 */
export async function issueFurtherInvoice(
  tx: Tx,
  order: Order,
  issuer: Issuer,
  items: readonly OrderItem[],
): Promise<void> {
  const content = invoiceContent(order, issuer, items);
  if (!issuer.invoicing || content.totalMinor === 0) return;
  await insertInvoices(tx, [{ order, prefix: issuer.prefix, content, lines: billedLines(order, items) }]);
}

type OpenInvoice = Invoice & { lines: BilledLine[]; notes: CreditedLine[][] };

/** The invoices of an order with what their notes give back of them, newest first. */
async function openInvoices(tx: Tx, scope: AccountScope, order: Order): Promise<OpenInvoice[]> {
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

const leftTotal = ({ lines, notes }: OpenInvoice) => creditTotal(lines, leftOf(lines, notes));

/** Writes one note of an invoice, and a line about it in the order's history. */
async function credit(
  tx: Tx,
  witness: Witness,
  order: Order,
  invoice: OpenInvoice,
  note: CreditWish & Cause & { reason: CreditNoteContent['reason'] },
): Promise<Issued> {
  const scope = scopeOfRow(order);
  const parts = creditOf(invoice.lines, invoice.notes, note);
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
    after: { creditNoteId: issued.id, number: issued.number, amount: note.amount },
  });
  return issued;
}

/**
 * Issues the credit notes that are due for money of an order that went back: one for each refund that succeeded and each
 * dispute that was lost, if the order has an invoice that still bills it. Whoever records that money is gone calls it in
 * that transaction, after refund, dispute and the order's totals are written. A repetition issues nothing. Orders without
 * an invoice get none. The order's row must be locked; locks the series of the numbers, so call it before you lock
 * counters. Minor units.
 */
export async function creditGoneMoney(tx: Tx, order: Order): Promise<void> {
  const scope = scopeOfRow(order);
  const invoices = await openInvoices(tx, scope, order);
  if (invoices.length === 0) return;
  const billed = invoices.reduce((sum, invoice) => sum + leftTotal(invoice), 0);
  const gone = await findGoneTotal(tx, scope, order.id);
  let due = creditDue({ billed, total: order.total, gone });
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

/**
 * Issues a credit note over whole units of order items because the order changes, for example before a ticket is moved to
 * another price. Exactly what the invoice bills for the units is given back, or what earlier notes have left of that.
 * `units`: how many of each order item, all of one invoice. Call it before the items change, and issue what they cost
 * afterwards with `issueFurtherInvoice`. Answers null if no invoice bills the units or nothing of them is left. The
 * order's row must be locked; locks the series of the number, so call it before you lock counters.
 */
export async function creditUnits(
  tx: Tx,
  witness: Witness,
  order: Order,
  units: ReadonlyMap<number, number>,
): Promise<(Issued & { total: number }) | null> {
  const invoices = await openInvoices(tx, scopeOfRow(order), order);
  const invoice = invoices.find(
    (one) => leftTotal(one) > 0 && one.lines.some(({ itemId }) => units.has(itemId)),
  );
  if (!invoice) return null;
  const amount = unitsTotal(invoice.lines, invoice.notes, units);
  if (amount === 0) return null;
  const cause = { refundId: null, disputeId: null, reason: 'change' } as const;
  return {
    ...(await credit(tx, witness, order, invoice, { amount, units, ...cause })),
    total: amount,
  };
}

import { buildTaxOrFee, buildTicket } from '../../catalog/tickets/factory.ts';
import type { Db } from '../../db/client.ts';

type Plain = { accountId: number; eventId: number };

/** The event of a shop issues invoices from now on. */
export async function issueInvoicesOf(db: Db, { eventId }: Plain): Promise<void> {
  await db
    .updateTable('event_settings')
    .set({ invoicing: true, invoice_prefix: 'M-', invoice_issuer: 'Marea S.L.', invoice_tax_id: 'B1' })
    .where('event_id', '=', eventId)
    .execute();
}

/** A shop that issues invoices. Its ticket of 33.33 bears a fee, an included tax and an added one. */
export async function taxedShop<T extends Plain>(db: Db, plain: T) {
  const { accountId, eventId } = plain;
  const vat = { accountId, type: 'tax', name: 'VAT', rate: '21.0000', included: true } as const;
  const charges = [
    await buildTaxOrFee(db, vat),
    await buildTaxOrFee(db, { accountId, type: 'tax', name: 'City tax', rate: '3.3333' }),
    await buildTaxOrFee(db, { accountId, type: 'fee', name: 'Booking', rate: '6.0000' }),
  ];
  const taxesAndFees = charges.map(({ id }) => id);
  const taxed = await buildTicket(db, {
    accountId,
    eventId,
    name: 'Pass',
    type: 'paid',
    amount: 3333,
    taxesAndFees,
  });
  await issueInvoicesOf(db, plain);
  return { ...plain, priceId: taxed.priceId, taxesAndFees };
}

import { personName } from '@entrada/contract/accounts/person-name';
import type { InvoiceContent } from '@entrada/documents/types';
import type { Order } from '../../orders/core/types.ts';
import { ticketTitle } from './document-facts.ts';
import { sumTaxesAndFees } from './taxes-and-fees.ts';

/** The issuer of the invoices, and the event that they are for. */
export type Issuer = {
  invoicing: boolean;
  prefix: string;
  /** Name and address in lines. If empty, the organizer's name is used. */
  issuer: string;
  taxId: string;
  organizerName: string;
  event: { title: string; startsAt: Date; endsAt: Date | null; timeZone: string };
};

/** The number as people read it: the prefix, then at least five digits. */
export const invoiceNumber = (prefix: string, number: number): string =>
  `${prefix}${String(number).padStart(5, '0')}`;

/** Whether a completed order gets an invoice: its total is not zero and the event issues invoices. */
export const isInvoiced = (order: Pick<Order, 'total'>, issuer: { invoicing: boolean }): boolean =>
  issuer.invoicing && order.total > 0;

const paymentOf = ({ paidByHand, offlineDueAt }: Order): InvoiceContent['payment'] => {
  if (paidByHand) return paidByHand === 'cash' ? 'cash' : 'terminal';
  return offlineDueAt === null ? 'card' : 'offline';
};

/** The content of an invoice, from the order's fixed amounts and its issuer's present details. Minor units. */
export function invoiceContent(
  order: Order,
  { issuer, taxId, organizerName, event }: Issuer,
): InvoiceContent {
  const lines = issuer
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const taxesAndFees = sumTaxesAndFees(order.items);
  const taxTotal = order.taxAddedTotal + order.taxIncludedTotal;
  const { buyer } = order;
  return {
    issuer: { lines: lines.length > 0 ? lines : [organizerName], taxId },
    buyer: { name: personName(buyer ?? {}), email: buyer?.email ?? '' },
    orderReference: order.reference,
    event: {
      title: event.title,
      startsAt: event.startsAt.toISOString(),
      endsAt: event.endsAt?.toISOString() ?? null,
      timeZone: event.timeZone,
    },
    currency: order.currency,
    lines: order.items.map((item) => ({
      quantity: item.quantity,
      title: ticketTitle(item, order.locale),
      unitMinor: item.unitList,
      minor: item.unitList * item.quantity,
    })),
    discount: order.discountTotal > 0 ? { code: order.promoCode, minor: order.discountTotal } : null,
    fees: taxesAndFees
      .filter(({ type }) => type === 'fee')
      .map(({ name, rate, value }) => ({ label: name, rate, minor: value })),
    taxes: taxesAndFees
      .filter(({ type }) => type === 'tax')
      .map(({ name, rate, included, value }) => ({ label: name, rate, isIncluded: included, minor: value })),
    netMinor: order.total - taxTotal,
    totalMinor: order.total,
    payment: paymentOf(order),
  };
}

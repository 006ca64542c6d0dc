import { personName } from '@entrada/contract/accounts/person-name';
import type { InvoiceDetails } from '@entrada/contract/sales/invoices/who';
import type { InvoiceContent } from '@entrada/documents/types';
import { ticketTitle } from '../../orders/core/lines.ts';
import type { Order, OrderItem } from '../../orders/core/types.ts';
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

/** The number of an invoice or a credit note as people read it: the prefix, then at least five digits. */
export const documentNumber = (prefix: string, number: number): string =>
  `${prefix}${String(number).padStart(5, '0')}`;

/** Whether a completed order gets an invoice: its total is not zero and the event issues invoices. */
export const isInvoiced = (order: Pick<Order, 'total'>, issuer: { invoicing: boolean }): boolean =>
  issuer.invoicing && order.total > 0;

const paymentOf = ({ paidByHand, offlineDueAt }: Order): InvoiceContent['payment'] => {
  if (paidByHand) return paidByHand === 'cash' ? 'cash' : 'terminal';
  return offlineDueAt === null ? 'card' : 'offline';
};

/** To whom an order is or will be invoiced: what somebody said, or its buyer. Pure. */
export const invoicedTo = ({ invoiceTo, buyer }: Pick<Order, 'invoiceTo' | 'buyer'>): InvoiceDetails =>
  invoiceTo ?? { name: personName(buyer ?? {}), address: '', taxId: '' };

function invoicedParty(order: Order): InvoiceContent['buyer'] {
  const { name, address, taxId } = invoicedTo(order);
  const lines = linesOf(address);
  return {
    name,
    email: order.buyer?.email ?? '',
    ...(lines.length > 0 && { address: lines }),
    ...(taxId !== '' && { taxId }),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * The content of an invoice of an order, or of some of its items, from their fixed amounts and the issuer's present
 * details. `open`: what of it is still to be paid. Minor units.
 */
export function invoiceContent(
  order: Order,
  { issuer, taxId, organizerName, event }: Issuer,
  { items, open }: { items: readonly OrderItem[]; open: number } = { items: order.items, open: 0 },
): InvoiceContent {
  const lines = linesOf(issuer);
  const taxesAndFees = sumTaxesAndFees(items);
  const sum = (unit: (item: OrderItem) => number) =>
    items.reduce((all, item) => all + unit(item) * item.quantity, 0);
  const totalMinor = sum((item) => item.unitTotal);
  const discount = sum((item) => item.unitDiscount);
  return {
    issuer: { lines: lines.length > 0 ? lines : [organizerName], taxId },
    buyer: invoicedParty(order),
    orderReference: order.reference,
    event: {
      title: event.title,
      startsAt: event.startsAt.toISOString(),
      endsAt: event.endsAt?.toISOString() ?? null,
      timeZone: event.timeZone,
    },
    currency: order.currency,
    lines: items.map((item) => ({
      quantity: item.quantity,
      title: ticketTitle(item, order.locale),
      unitMinor: item.unitList,
      minor: item.unitList * item.quantity,
    })),
    discount: discount > 0 ? { code: order.promoCode, minor: discount } : null,
    fees: taxesAndFees
      .filter(({ type }) => type === 'fee')
      .map(({ name, rate, value }) => ({ label: name, rate, minor: value })),
    taxes: taxesAndFees
      .filter(({ type }) => type === 'tax')
      .map(({ name, rate, included, value }) => ({ label: name, rate, isIncluded: included, minor: value })),
    netMinor: totalMinor - sum((item) => item.unitTaxAdded + item.unitTaxIncluded),
    totalMinor,
    payment: paymentOf(order),
    ...(open > 0 && { openMinor: open }),
  };
}

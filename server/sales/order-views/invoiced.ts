import type { OrderDetail } from '@entrada/contract/sales/orders';
import type { Db, Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import type { Issuer } from '../invoices/core/content.ts';
import type { InvoiceFacts } from '../invoices/core/details.ts';
import { invoiceObstacle } from '../invoices/core/details.ts';
import { type Billing, findBilling } from '../invoices/documents.ts';
import type { Order } from '../orders/core/types.ts';
import { listDisputes } from '../refunds/dispute-queries.ts';
import { listRefunds } from '../refunds/queries.ts';
import { findNotices } from './notice-queries.ts';

/** To whom an order is invoiced, who issues that, and what decides about a change of it. */
export type Invoiced = Billing & { facts: InvoiceFacts; issuer: Issuer };

/** Reads all about the invoice of an order. Lock the order's row before a change. */
export async function readInvoiced(db: Db | Tx, order: Order): Promise<Invoiced> {
  const scope = scopeOfRow(order);
  const issuer = (await findNotices(db, [order.eventId])).get(order.eventId)?.issuer;
  if (!issuer) throw new Error(`Event ${order.eventId} of an order is missing`);
  const billing = await findBilling(db, order);
  const [refunds, disputes] =
    order.total === 0
      ? [[], []]
      : [await listRefunds(db, scope, order.id), await listDisputes(db, scope, order.id)];
  const { invoicing } = issuer;
  return { ...billing, issuer, facts: { order, invoicing, isIssued: billing.isIssued, refunds, disputes } };
}

/** To whom an order is invoiced, as its organizer sees it; null if nothing of it is invoiced. */
export async function showInvoiced(db: Db | Tx, order: Order): Promise<OrderDetail['invoicedTo']> {
  const { current, isIssued, facts } = await readInvoiced(db, order);
  const obstacle = invoiceObstacle(facts);
  return isIssued || obstacle === null ? { ...current, obstacle } : null;
}

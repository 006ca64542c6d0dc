import { LIMITS } from '@entrada/contract/constants';
import type {
  changeInvoiceDetails as changeEndpoint,
  OwnInvoice,
} from '@entrada/contract/sales/invoices/details';
import type { InvoiceDetails } from '@entrada/contract/sales/invoices/who';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import { audit, changes } from '../../platform/audit.ts';
import { readNow } from '../../platform/clock.ts';
import { type Ctx, scopeOf, scopeOfRow } from '../../platform/context.ts';
import { expectVersion, fail } from '../../platform/errors.ts';
import { claimKey, type NotedKey } from '../../platform/http/idempotency.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { invoiceObstacle, ownInvoiceObstacle } from '../invoices/core/details.ts';
import { readdress } from '../invoices/readdress.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { showOrderDetail } from '../order-views/detail.ts';
import { type Invoiced, readInvoiced } from '../order-views/invoiced.ts';
import type { Order } from '../orders/core/types.ts';
import { findByShortId, findOrderOfEvent, lockById, lockByShortId } from '../orders/queries.ts';
import { writeDetails } from './queries.ts';

type Wish = z.output<(typeof changeEndpoint)['body']>;

/** Counts the mail with the new documents to an address. Throws RATE_LIMITED if there are too many. */
type MayMail = (email: string) => void;

/** All about the invoice of an order, and why its buyer cannot change it now. */
async function readOwn(db: Db | Tx, order: Order) {
  const invoiced = await readInvoiced(db, order);
  const event = await eventOf(db, order);
  const obstacle = ownInvoiceObstacle({ ...invoiced.facts, order, event, now: await readNow(db) });
  return { invoiced, obstacle };
}

/** To whom an order is invoiced, for whoever holds its link. Throws ORDER_NOT_FOUND. */
export async function showOwnInvoice(ctx: Ctx, shortId: string): Promise<OwnInvoice> {
  const order = await findByShortId(ctx.db, shortId);
  if (!order?.buyer) throw fail('ORDER_NOT_FOUND');
  const { invoiced, obstacle } = await readOwn(ctx.db, order);
  return {
    ...invoiced.current,
    version: order.buyerVersion,
    isIssued: invoiced.isIssued,
    obstacle,
    left: Math.max(0, LIMITS.invoiceChanges - order.invoiceChanges),
  };
}

/**
 * Changes to whom an order is invoiced, for whoever holds its link. A repeated `key` and the present values change
 * nothing. Locks as `address`. Throws ORDER_NOT_FOUND, `ownInvoiceObstacle`, STALE_VERSION, RATE_LIMITED.
 */
export async function changeOwnInvoice(
  ctx: Ctx,
  shortId: string,
  { version, ...wanted }: Wish,
  { mayMail, key }: { mayMail: MayMail; key: NotedKey | null },
): Promise<OwnInvoice> {
  await inTurn(ctx.db, [`order ${shortId}`], async (tx) => {
    const order = await lockByShortId(tx, shortId);
    if (!order?.buyer) throw fail('ORDER_NOT_FOUND');
    if (!(await claimKey(tx, key))) return;
    const { invoiced, obstacle } = await readOwn(tx, order);
    if (obstacle) throw fail(obstacle);
    expectVersion(version, order.buyerVersion);
    await address(tx, ctx, order, { invoiced, wanted, isOwn: true, mayMail });
  });
  return showOwnInvoice(ctx, shortId);
}

/**
 * Changes to whom an order of the account is invoiced, whatever its policy says to its buyer. The present values change
 * nothing. Locks as `address`. Throws NOT_FOUND, `invoiceObstacle`, STALE_VERSION, RATE_LIMITED.
 */
export async function changeInvoiceDetails(
  ctx: Ctx,
  at: { eventId: number; orderId: number },
  { version, ...wanted }: Wish,
  mayMail: MayMail,
): Promise<OrderDetail> {
  const scope = scopeOf(ctx.actor);
  await inTurn(ctx.db, [`order ${at.orderId}`], async (tx) => {
    const found = await findOrderOfEvent(tx, scope, at.eventId, at.orderId);
    const order = found && (await lockById(tx, found.id));
    if (!order?.buyer) throw fail('NOT_FOUND');
    const invoiced = await readInvoiced(tx, order);
    const obstacle = invoiceObstacle(invoiced.facts);
    if (obstacle) throw fail(obstacle);
    expectVersion(version, order.buyerVersion);
    await address(tx, ctx, order, { invoiced, wanted, isOwn: false, mayMail });
  });
  return showOrderDetail(ctx, at);
}

type Change = { invoiced: Invoiced; wanted: InvoiceDetails; isOwn: boolean; mayMail: MayMail };

/** In the history, where an order has other names too. */
const told = ({ name, address, taxId }: InvoiceDetails) => ({
  invoiceName: name,
  invoiceAddress: address,
  invoiceTaxId: taxId,
});

/**
 * Writes to whom an order is invoiced. If an invoice was issued, it is credited and issued anew, and the buyer is mailed
 * both. The order's row must be locked; locks the series of the numbers.
 */
async function address(tx: Tx, ctx: Ctx, order: Order, change: Change): Promise<void> {
  const { invoiced, isOwn, mayMail } = change;
  const scope = scopeOfRow(order);
  // Forms send the ends of lines in their own way.
  const wanted = { ...change.wanted, address: change.wanted.address.replace(/\r\n?/g, '\n') };
  const changed = changes(told(invoiced.current), told(wanted));
  if (!changed) return;
  await writeDetails(tx, scope, { orderId: order.id, details: wanted, isOwn });
  await audit(tx, ctx, scope, {
    action: 'order.invoice_details_changed',
    target: { type: 'order', id: order.id },
    ...changed,
  });
  if (!invoiced.isIssued) return;
  const documents = await readdress(tx, ctx, { ...order, invoiceTo: wanted }, invoiced.issuer);
  const to = order.buyer?.email ?? '';
  if (to === '') return;
  mayMail(to.toLowerCase());
  await queueMail(tx, {
    kind: 'order_invoiced_anew',
    dedupeKey: `invoiced-anew:${documents.creditNoteIds.join('-')}:${documents.invoiceIds.join('-')}`,
    accountId: order.accountId,
    orderId: order.id,
    to,
    locale: order.locale,
    data: { ...documents, because: 'details' },
  });
}

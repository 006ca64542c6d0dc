import { inTransaction, type Tx } from '../../db/client.ts';
import { readNow } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { toOrganizer } from '../order-views/core/letters.ts';
import { findNotices } from '../order-views/notice-queries.ts';
import { endOneByOne } from '../orders/one-by-one.ts';
import { lockById } from '../orders/queries.ts';
import { SYSTEM } from '../refunds/record.ts';
import { endUnpaid } from './cancel.ts';
import { findUnpaid } from './queries.ts';

/**
 * Cancels the orders whose offline payment did not arrive in time, one by one. The lock decides if somebody marks an
 * order as paid at the same moment: only one of the two happens. The places are on sale again; buyer and organizer get
 * a mail. An order that cannot be cancelled now is left for the next sweep and does not block the others.
 */
export async function sweepUnpaid(ctx: Pick<Ctx, 'db' | 'log'>): Promise<void> {
  const left: number[] = [];
  for (let ids = await findUnpaid(ctx.db, left); ids.length > 0; ids = await findUnpaid(ctx.db, left)) {
    const end = (orderId: number) => inTransaction(ctx.db, (tx) => endIfUnpaid(tx, orderId));
    left.push(
      ...(await endOneByOne(ctx, ids, end, 'an order that was not paid in time could not be cancelled')),
    );
  }
}

async function endIfUnpaid(tx: Tx, orderId: number): Promise<void> {
  const order = await lockById(tx, orderId);
  if (order?.status !== 'awaiting_offline_payment' || !order.offlineDueAt) return;
  if (order.offlineDueAt > (await readNow(tx))) return;
  const notice = (await findNotices(tx, [order.eventId])).get(order.eventId);
  await queueMails(tx, toOrganizer(order, 'order_unpaid', notice));
  await endUnpaid(tx, SYSTEM, order, { event: 'offline_unpaid', notify: true });
}

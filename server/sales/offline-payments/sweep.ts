import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import type { Ctx } from '../../platform/context.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import type { Order } from '../orders/core/types.ts';
import { findNotices } from '../orders/event-queries.ts';
import { lockById, readNow } from '../orders/queries.ts';
import { SYSTEM } from '../refunds/record.ts';
import { endUnpaid } from './cancel.ts';

const CHUNK = 200;

/** Orders whose payment without a card was due and has not come, but for those that are left for the next time. */
async function findUnpaid(db: Db, left: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'awaiting_offline_payment')
    .where('offline_due_at', '<=', sql<Date>`app.now()`)
    .where(sql<boolean>`id <> all(${[...left]}::bigint[])`)
    .orderBy('offline_due_at')
    .limit(CHUNK)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Cancels the orders whose payment without a card did not come in time, one by one: whoever marks one as paid at the same
 * moment is before or after, never both. Their places are on sale again; buyer and organizer are told. One that cannot be
 * ended now keeps nobody else's places: it is left for the next time.
 */
export async function sweepUnpaid(ctx: Pick<Ctx, 'db' | 'log'>): Promise<void> {
  const left: number[] = [];
  for (let ids = await findUnpaid(ctx.db, left); ids.length > 0; ids = await findUnpaid(ctx.db, left)) {
    for (const orderId of ids) {
      try {
        await inTransaction(ctx.db, (tx) => endIfUnpaid(tx, orderId));
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        ctx.log.error({ err: error, orderId }, 'an order that was not paid in time could not be cancelled');
        left.push(orderId);
      }
    }
  }
}

async function endIfUnpaid(tx: Tx, orderId: number): Promise<void> {
  const order = await lockById(tx, orderId);
  if (order?.status !== 'awaiting_offline_payment' || !order.offlineDueAt) return;
  if (order.offlineDueAt > (await readNow(tx))) return;
  await tellOrganizer(tx, order);
  await endUnpaid(tx, SYSTEM, order, { event: 'offline_unpaid', notify: true });
}

async function tellOrganizer(tx: Tx, order: Order): Promise<void> {
  const notice = (await findNotices(tx, [order.eventId])).get(order.eventId);
  if (!notice?.notifyOrganizer) return;
  await queueMail(tx, {
    kind: 'order_unpaid',
    dedupeKey: `order_unpaid:${order.id}`,
    accountId: order.accountId,
    orderId: order.id,
    to: notice.organizerEmail,
    locale: notice.ownerLocale ?? order.locale,
  });
}

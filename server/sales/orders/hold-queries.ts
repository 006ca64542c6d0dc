import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { Order } from './core/types.ts';
import { selectOne } from './queries.ts';

/** The open hold of a browser for an event. Overdue holds are included until the sweep ends them. */
export const findOpenHold = (tx: Tx | Db, eventId: number, cartHash: string) =>
  selectOne(tx, (query) =>
    query
      .where('event_id', '=', eventId)
      .where('cart_hash', '=', Buffer.from(cartHash, 'hex'))
      .where('status', '=', 'reserved'),
  );

/** Counts the live holds of a browser for other events. */
export async function countOtherHolds(tx: Tx | Db, eventId: number, cartHash: string): Promise<number> {
  const row = await tx
    .selectFrom('orders')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('status', '=', 'reserved')
    .where('cart_hash', '=', Buffer.from(cartHash, 'hex'))
    .where('event_id', '<>', eventId)
    .where('expires_at', '>', sql<Date>`app.now()`)
    .executeTakeFirstOrThrow();
  return row.n;
}

/**
 * Sets the affiliate of an open hold to the one whose link was opened last. Does nothing if that affiliate is deleted
 * at this moment.
 */
export async function attributeHold(
  tx: Tx | Db,
  { id, accountId }: Pick<Order, 'id' | 'accountId'>,
  affiliateId: number,
): Promise<void> {
  await sql`
    update app.orders o set affiliate_id = f.id
    from (select id, event_id from app.affiliates where id = ${affiliateId} and account_id = ${accountId} for key share) f
    where f.event_id = o.event_id and o.id = ${id}
      and o.account_id = ${accountId} and o.status = 'reserved' and o.affiliate_id is distinct from f.id`.execute(
    tx,
  );
}

/** Keeps the deadline of a live hold that its browser gives up. */
export async function noteLeftHold(tx: Tx, orderId: number): Promise<void> {
  await sql`
    insert into app.left_holds (cart_hash, event_id, deadline, is_extended)
    select cart_hash, event_id, expires_at, extended_at is not null from app.orders
    where id = ${orderId} and cart_hash is not null and expires_at > app.now()
    on conflict (cart_hash, event_id) do update set deadline = excluded.deadline, is_extended = excluded.is_extended`.execute(
    tx,
  );
}

/** Moves the deadline of a hold by an SQL expression over the order's row. */
export async function setDeadline(
  tx: Tx,
  scope: AccountScope,
  orderId: number,
  deadline: { kind: 'extend' | 'wait' | 'resume'; seconds: number },
): Promise<Date | null> {
  const { kind, seconds } = deadline;
  const span = sql`make_interval(secs => ${seconds})`;
  const expression = {
    extend: sql<Date>`expires_at + ${span}`,
    wait: sql<Date>`greatest(expires_at, app.now() + ${span})`,
    resume: sql<Date>`least(expires_at, app.now() + ${span})`,
  }[kind];
  const row = await tx
    .updateTable('orders')
    .set({ expires_at: expression, ...(kind === 'extend' && { extended_at: sql<Date>`app.now()` }) })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', orderId)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { arrayText } from '../../db/array-text.ts';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import { together } from '../../db/pipeline.ts';
import type { DB, OrderItems } from '../../db/types.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { AttendeeDetail, DraftAnswer, Order, OrderItem, UnitMoney } from './core/types.ts';

type Found = Omit<Order, 'items' | 'moved'> & {
  idempotencyKey: string | null;
  requestHash: Buffer | null;
  cartHash: Buffer | null;
  /** Of the network address, while the order is held. */
  addressHash: Buffer | null;
};

const select = (tx: Tx | Db) =>
  tx
    .selectFrom('orders')
    .selectAll('orders')
    .select(sql<number | null>`floor(extract(epoch from expires_at - app.now()))::int`.as('seconds_left'));

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function toOrder(row: Row): Found {
  return {
    id: row.id,
    accountId: row.account_id,
    eventId: row.event_id,
    shortId: row.short_id,
    reference: row.reference,
    status: row.status as Order['status'],
    paymentStatus: row.payment_status as Order['paymentStatus'],
    refundStatus: row.refund_status as Order['refundStatus'],
    endedReason: row.ended_reason,
    currency: row.currency,
    locale: row.locale,
    buyer:
      row.email === null
        ? null
        : { firstName: row.first_name ?? '', lastName: row.last_name ?? '', email: row.email },
    sendAllToBuyer: row.send_all_to_buyer,
    attendeeDetails: row.attendee_details as AttendeeDetail[],
    answers: row.answers as DraftAnswer[],
    promoCode: row.promo_code,
    promoCounterId: row.promo_counter_id,
    listTotal: row.list_total,
    discountTotal: row.discount_total,
    feeTotal: row.fee_total,
    taxAddedTotal: row.tax_added_total,
    taxIncludedTotal: row.tax_included_total,
    total: row.total,
    refundedTotal: row.refunded_total,
    expiresAt: row.expires_at,
    offlineDueAt: row.offline_due_at,
    isManual: row.is_manual,
    paidByHand: row.paid_by_hand as Order['paidByHand'],
    exceedsCapacity: row.exceeds_capacity,
    isExtended: row.extended_at !== null,
    secondsLeft: row.seconds_left,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    buyerVersion: row.buyer_version,
    emailCorrections: row.email_corrections,
    policy: row.policy as Order['policy'],
    idempotencyKey: row.idempotency_key,
    requestHash: row.request_hash,
    cartHash: row.cart_hash,
    addressHash: row.address_hash,
  };
}

async function withItems(tx: Tx | Db, row: Row | undefined): Promise<(Found & Order) | null> {
  if (!row) return null;
  const order = toOrder(row);
  return { ...order, ...(await findItems(tx, order.id)) };
}

async function findItems(tx: Tx | Db, orderId: number): Promise<Pick<Order, 'items' | 'moved'>> {
  const rows = await tx
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const moved = rows.filter((row) => !isSold(row));
  const prices = moved.length > 0 ? await findPrices(tx, [orderId]) : new Map<number | null, UnitMoney>();
  return {
    items: rows.filter(isSold).map(toItem),
    moved: moved.map((row) => ({ ...toItem(row), ...prices.get(row.id) })),
  };
}

/** Whether a line was sold, and is not a place that an attendee was moved to. */
const isSold = (row: Pick<Selectable<OrderItems>, 'moved_from_id'>) => row.moved_from_id === null;

/** The money of the places that attendees of some orders were moved to, which stands with the moves, by line. */
async function findPrices(tx: Tx | Db, orderIds: readonly number[]): Promise<Map<number | null, UnitMoney>> {
  const moves = await tx
    .selectFrom('ticket_moves')
    .select(['to_item_id', 'place'])
    .where(isAmong('order_id', orderIds))
    .execute();
  return new Map(moves.map((row) => [row.to_item_id, row.place as UnitMoney]));
}

function toItem(row: Selectable<OrderItems>): OrderItem {
  return {
    id: row.id,
    ticketId: row.ticket_id,
    priceId: row.price_id,
    ticketName: row.ticket_name,
    priceLabel: row.price_label,
    quantity: row.quantity,
    admits: row.admits,
    isCancelled: row.cancelled_at !== null,
    unitList: row.unit_list,
    unitDiscount: row.unit_discount,
    unitFees: row.unit_fees,
    unitTaxAdded: row.unit_tax_added,
    unitTaxIncluded: row.unit_tax_included,
    unitTotal: row.unit_total,
    charges: row.charges as PricedTaxOrFee[],
    counterIds: row.counter_ids,
  };
}

type Builder = SelectQueryBuilder<DB, 'orders', Row>;
const one = async (tx: Tx | Db, narrow: (query: Builder) => Builder) =>
  withItems(tx, await narrow(select(tx) as unknown as Builder).executeTakeFirst());

/** The order behind a link. */
export const findByShortId = (tx: Tx | Db, shortId: string) =>
  one(tx, (query) => query.where('short_id', '=', shortId));

/** An order by its id, for jobs and mails. */
export const findById = (tx: Tx | Db, id: number) => one(tx, (query) => query.where('orders.id', '=', id));

/** Like the finders above, with the order's row locked until the transaction ends. Lock it before any counter. */
export const lockByShortId = (tx: Tx, shortId: string) =>
  one(tx, (query) => query.where('short_id', '=', shortId).forNoKeyUpdate());
export const lockById = (tx: Tx, id: number) =>
  one(tx, (query) => query.where('orders.id', '=', id).forNoKeyUpdate());

/** Several orders by their ids. Locks their rows in the order of the ids. */
export async function lockByIds(tx: Tx, ids: readonly number[]): Promise<Map<number, Order>> {
  const rows = await select(tx)
    .where(isAmong('orders.id', ids))
    .orderBy('orders.id')
    .forNoKeyUpdate()
    .execute();
  const items = await tx
    .selectFrom('order_items')
    .selectAll()
    .where(isAmong('order_id', ids))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const sold = Map.groupBy(items.filter(isSold), (item) => item.order_id);
  const moved = items.filter((item) => !isSold(item));
  const prices = moved.length > 0 ? await findPrices(tx, ids) : new Map<number | null, UnitMoney>();
  const movedOf = Map.groupBy(moved, (item) => item.order_id);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...toOrder(row),
        items: (sold.get(row.id) ?? []).map(toItem),
        moved: (movedOf.get(row.id) ?? []).map((item) => ({ ...toItem(item), ...prices.get(item.id) })),
      },
    ]),
  );
}

/**
 * Several orders by their links. Locks their rows in the order of their ids. Does not wait for rows that others have
 * locked: `locked` names them.
 */
export async function lockByShortIds(
  tx: Tx,
  shortIds: readonly string[],
): Promise<{ orders: Map<string, Order>; locked: ReadonlySet<string> }> {
  const found = await selectMany(tx, isLinked(shortIds), (query) => query.skipLocked());
  const orders = new Map(found.map((order) => [order.shortId, order]));
  const left = shortIds.filter((shortId) => !orders.has(shortId));
  return { orders, locked: left.length === 0 ? new Set() : await findShortIds(tx, left) };
}

/** Orders of a condition with their items, in the order of their ids. Locks their rows in that order. */
async function selectMany(
  tx: Tx,
  condition: RawBuilder<boolean>,
  more: (query: Builder) => Builder = (query) => query,
): Promise<Order[]> {
  const [rows, items] = await together(
    tx,
    () =>
      more(select(tx).where(condition).orderBy('orders.id').forNoKeyUpdate() as unknown as Builder).execute(),
    () =>
      tx
        .selectFrom('order_items as i')
        .innerJoin('orders', 'orders.id', 'i.order_id')
        .selectAll('i')
        .where(condition)
        .orderBy('i.position')
        .orderBy('i.id')
        .execute(),
  );
  // Tickets of a held order are not issued yet, so nobody was moved.
  const byOrder = Map.groupBy(items, (item) => item.order_id);
  return rows.map((row) => ({
    ...toOrder(row),
    items: (byOrder.get(row.id) ?? []).map(toItem),
    moved: [],
  }));
}

/** Any number of links is one parameter, so that a statement keeps its plan. */
const isLinked = (shortIds: readonly string[]) =>
  sql<boolean>`orders.short_id = any(${arrayText(shortIds)}::text[])`;

async function findShortIds(tx: Tx, shortIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('orders').select('short_id').where(isLinked(shortIds)).execute();
  return new Set(rows.map((row) => row.short_id));
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

/**
 * Cancels lines that admit nobody: all of some orders, and those with `ids`. Answers those that were not cancelled
 * before. The rows of their orders must be locked.
 */
export async function cancelLines(
  tx: Tx,
  scope: AccountScope,
  { orderIds, ids }: { orderIds: readonly number[]; ids: readonly number[] },
): Promise<{ id: number; orderId: number }[]> {
  const rows = await tx
    .updateTable('order_items')
    .set({ cancelled_at: sql<Date>`app.now()` })
    .where('account_id', '=', scope.accountId)
    .where((eb) => eb.or([isAmong('order_id', orderIds), isAmong('id', ids)]))
    .where('admits', '=', false)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'order_id'])
    .execute();
  return rows.map((row) => ({ id: row.id, orderId: row.order_id })).sort((a, b) => a.id - b.id);
}

/** Makes cancelled lines that admit nobody valid again. The rows of their orders must be locked, and their places be taken. */
export async function reactivateLines(tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('order_items')
    .set({ cancelled_at: null })
    .where('account_id', '=', scope.accountId)
    .where('admits', '=', false)
    .where(isAmong('id', ids))
    .execute();
}

/** The time by the database's clock. */
export async function readNow(tx: Tx | Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app.now() as now`.execute(tx);
  if (!rows[0]) throw new Error('The database does not tell the time');
  return rows[0].now;
}

/** The order that was made with this idempotency key. */
export const findByKey = (tx: Tx | Db, key: string) =>
  one(tx, (query) => query.where('idempotency_key', '=', key));

/** The open hold of a browser for an event. Overdue holds are included until the sweep ends them. */
export const findOpenHold = (tx: Tx | Db, eventId: number, cartHash: string) =>
  one(tx, (query) =>
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

/** The start of the SQL insert that writes lines of order history. The statement adds the rows. */
export const insertHistory = sql`insert into app.order_transitions
  (account_id, order_id, from_status, to_status, from_payment, to_payment, reason)`;

/** The other fields of an order that a state change may write. */
export type Change = {
  endedReason?: string;
  /**
   * The due date of the offline payment. The drafts of the answers are cleared, because the issued tickets have them
   * now.
   */
  offlineDueAt?: Date;
};

type Move = Change & { status: Order['status']; paymentStatus: Order['paymentStatus']; reason: string };

/** Writes the state after an event and a line of history. The row must be locked. */
export async function changeState(tx: Tx, scope: AccountScope, order: Order, change: Move): Promise<void> {
  const isHeld = change.status === 'reserved' || change.status === 'cancelling';
  await tx
    .updateTable('orders')
    .set({
      status: change.status,
      payment_status: change.paymentStatus,
      ...(!isHeld && { expires_at: null, address_hash: null }),
      ...(change.status === 'completed' && {
        completed_at: sql<Date>`coalesce(completed_at, app.now())`,
        ended_reason: null,
      }),
      ...(change.endedReason !== undefined && { ended_reason: change.endedReason }),
      ...(change.offlineDueAt !== undefined && { offline_due_at: change.offlineDueAt, answers: '[]' }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', order.id)
    .execute();
  if (change.status === order.status && change.paymentStatus === order.paymentStatus) return;
  await sql`
    ${insertHistory} values (${scope.accountId}, ${order.id}, ${order.status}, ${change.status}, ${order.paymentStatus},
      ${change.paymentStatus}, ${change.reason})`.execute(tx);
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

/** Every state change of an order, oldest first. */
export function findHistory(tx: Tx | Db, scope: AccountScope, orderId: number) {
  return tx
    .selectFrom('order_transitions')
    .select(['from_status', 'to_status', 'from_payment', 'to_payment', 'reason', 'at'])
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

/** An order of an event if the account owns it; null otherwise. */
export const findOrderOfEvent = (tx: Tx | Db, scope: AccountScope, eventId: number, orderId: number) =>
  tx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', orderId)
    .executeTakeFirst();

/** Gives an order another link, and keeps the old one as one that is no longer valid. The order's row must be locked. */
export async function replaceLink(
  tx: Tx,
  scope: AccountScope,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> {
  await tx
    .insertInto('replaced_order_links')
    .values({ short_id: from, account_id: scope.accountId, order_id: id })
    .execute();
  await tx
    .updateTable('orders')
    .set({ short_id: to })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** The address of the buyer of an order that had this link before it got another one; undefined if none had it. */
export const findReplacedLink = (tx: Tx | Db, shortId: string) =>
  tx
    .selectFrom('replaced_order_links as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select('o.email')
    .where('r.short_id', '=', shortId)
    .executeTakeFirst();

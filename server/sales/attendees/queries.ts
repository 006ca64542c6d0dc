import type { ListQuery, ListRules } from '@entrada/contract/list';
import { type RawBuilder, sql } from 'kysely';
import { arrayText } from '../../db/array-text.ts';
import { type Db, runByName, type Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, findPage, inOrderOf, type ListSource } from '../../platform/lists/page.ts';
import { newShortId } from '../../platform/secrets.ts';
import type { NewAttendee } from './core/types.ts';

/** The orders for which tickets are issued, each with its account. Their rows must be locked. */
type IssuingOrder = {
  id: number;
  accountId: number;
  eventId: number;
  locale: string;
  /** The tickets are issued before the order is paid: they are not valid for entry yet. */
  isUnpaid?: boolean;
  /** A person added the order. Its tickets say so too, so that a scan need not look at it. */
  isManual: boolean;
  attendees: readonly NewAttendee[];
};

const statusOf = ({ order }: { order: IssuingOrder }) => (order.isUnpaid ? 'awaiting_payment' : 'active');

/**
 * Takes ids for so many new tickets. Who has them before the tickets are written can write everything about them at
 * once. Ids that are not used stay unused.
 */
export const takenIds = (count: RawBuilder<number>) =>
  sql<number[]>`array(select nextval('app.attendees_id_seq') from generate_series(1, ${count}))`;

/** The same in a statement of its own. */
export async function takeIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ ids: number[] }>`select ${takenIds(sql`${count}::int`)} as ids`.execute(tx);
  return rows[0]?.ids ?? [];
}

type NewTicket = IssuedRow & { price_id: number; is_guest: boolean };

/** Writes new tickets in one statement, in the order given. The rows of their orders must be locked. */
export async function insertAttendees(tx: Tx, rows: readonly NewTicket[]): Promise<void> {
  if (rows.length === 0) return;
  const of = (pick: (one: NewTicket) => string | number | boolean) => arrayText(rows.map(pick));
  await sql`
    insert into app.attendees (id, account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference,
      first_name, last_name, email, locale, status, awaits_name, is_guest)
    overriding system value
    select id, account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference, first_name,
      last_name, email, locale, status, awaits_name, is_guest
    from unnest(${of((r) => r.id)}::bigint[], ${of((r) => r.account_id)}::bigint[], ${of((r) => r.event_id)}::bigint[],
      ${of((r) => r.order_id)}::bigint[], ${of((r) => r.order_item_id)}::bigint[], ${of((r) => r.ticket_id)}::bigint[],
      ${of((r) => r.price_id)}::bigint[], ${of((r) => r.short_id)}::text[], ${of((r) => r.reference)}::text[],
      ${of((r) => r.first_name)}::text[], ${of((r) => r.last_name)}::text[], ${of((r) => r.email)}::text[],
      ${of((r) => r.locale)}::text[], ${of((r) => r.status)}::text[], ${of((r) => r.awaits_name)}::boolean[],
      ${of((r) => r.is_guest)}::boolean[])
      with ordinality
      a(id, account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference, first_name,
        last_name, email, locale, status, awaits_name, is_guest, at)
    order by a.at`.execute(tx);
}

/**
 * Issues the tickets of some orders in one statement and answers them in the order given. The rows of the orders must
 * be locked.
 */
export async function issueAttendees(tx: Tx, orders: readonly IssuingOrder[]): Promise<IssuedRow[]> {
  const tickets = newTickets(orders, await takeIds(tx, admittedBy(orders)));
  await insertAttendees(tx, tickets);
  return tickets;
}

/** How many tickets some orders get. */
export const admittedBy = (orders: readonly IssuingOrder[]): number =>
  orders.reduce((sum, { attendees }) => sum + attendees.length, 0);

/** The tickets of some orders, to be written by `insertAttendees`, in the order given. Throws if there are too few ids. */
export function newTickets(orders: readonly IssuingOrder[], ids: readonly number[]): NewTicket[] {
  const rows = orders.flatMap((order) => order.attendees.map((attendee) => ({ order, attendee })));
  if (ids.length < rows.length) throw new Error(`${rows.length} tickets have only ${ids.length} ids`);
  return rows.map(({ order, attendee }, at) => ({
    id: ids[at] ?? 0,
    account_id: order.accountId,
    event_id: order.eventId,
    order_id: order.id,
    order_item_id: attendee.orderItemId,
    ticket_id: attendee.ticketId,
    price_id: attendee.priceId,
    short_id: newShortId('a'),
    reference: attendee.reference,
    first_name: attendee.firstName,
    last_name: attendee.lastName,
    email: attendee.email,
    locale: order.locale,
    status: statusOf({ order }),
    code_version: 1,
    passed_on_at: null,
    awaits_name: attendee.awaitsName ?? false,
    is_guest: order.isManual,
    unopened: false,
    ticket_name: attendee.ticketName,
    price_label: attendee.priceLabel,
  }));
}

/**
 * Cancels all tickets of some orders, and those with `ids`. Answers those that were not cancelled before. The rows of
 * their orders must be locked.
 */
export async function cancelAttendees(
  tx: Tx,
  scope: AccountScope,
  { orderIds, ids }: { orderIds: readonly number[]; ids: readonly number[] },
): Promise<{ id: number; orderId: number; orderItemId: number }[]> {
  const rows = await tx
    .updateTable('attendees')
    .set({ status: 'cancelled', cancelled_at: sql<Date>`app.now()` })
    .where('account_id', '=', scope.accountId)
    .where((eb) => eb.or([isAmong('order_id', orderIds), isAmong('id', ids)]))
    .where('status', '<>', 'cancelled')
    .returning(['id', 'order_id', 'order_item_id'])
    .execute();
  return rows.map((row) => ({ id: row.id, orderId: row.order_id, orderItemId: row.order_item_id }));
}

/** Makes cancelled tickets valid again. The rows of their orders must be locked, and their places be taken. */
export async function reactivateAttendees(
  tx: Tx,
  scope: AccountScope,
  ids: readonly number[],
): Promise<void> {
  await tx
    .updateTable('attendees')
    .set({ status: 'active', cancelled_at: null })
    .where('account_id', '=', scope.accountId)
    .where('status', '=', 'cancelled')
    .where(isAmong('id', ids))
    .execute();
}

/**
 * Makes the unpaid tickets of an order valid. Answers them in the order of their numbers. The order's row must be
 * locked.
 */
export async function activateAttendees(
  tx: Tx,
  scope: AccountScope,
  orderId: number,
): Promise<{ id: number; email: string }[]> {
  const rows = await tx
    .updateTable('attendees')
    .set({ status: 'active' })
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'awaiting_payment')
    .returning(['id', 'email'])
    .execute();
  return rows.sort((a, b) => a.id - b.id);
}

/** Over the attendee `a` and its place `i`: the price of the line that was sold, with these differences of its moves. */
const priceWith = (
  moves: RawBuilder<unknown>,
) => sql<number>`(case when i.moved_from_id is null then i.unit_total
  else (select s.unit_total from app.order_items s where s.id = i.moved_from_id)
    + coalesce((select sum(m.total) from app.ticket_moves m where m.attendee_id = a.id and ${moves}), 0) end)::bigint`;

/** What the place of an attendee has come to, over `a` and its place `i`. Minor units. */
export const valueOfPlace = priceWith(sql`m.settlement in ('owed', 'given_back') and m.waived_at is null`);

/** What a refund may give back for an attendee: not what was paid by hand after a move. Minor units. */
export const refundableOfPlace = sql<number>`greatest(0, ${priceWith(sql`m.refund_id is not null`)})`;

/**
 * The attendees of an order and what each ticket cost, in minor units, in the order of the tickets' numbers. Leaves out
 * the codes and what was paid by hand after a move.
 */
export const findAttendeesOfOrder = (tx: Tx | Db, scope: AccountScope, orderId: number) =>
  findAttendeesOfOrders(tx, scope, [orderId]);

/** The same of several orders. */
export const findAttendeesOfOrders = (tx: Tx | Db, scope: AccountScope, orderIds: readonly number[]) =>
  tx
    .selectFrom('attendees as a')
    .innerJoin('order_items as i', 'i.id', 'a.order_item_id')
    .select([
      'a.id',
      'a.reference',
      'a.first_name as firstName',
      'a.last_name as lastName',
      'a.email',
      'a.status',
      'a.order_id as orderId',
      'a.order_item_id as orderItemId',
      'i.ticket_name as ticketName',
      'i.price_label as priceLabel',
    ])
    .select(refundableOfPlace.as('unitTotal'))
    .where('a.account_id', '=', scope.accountId)
    .where(isAmong('a.order_id', orderIds))
    .orderBy('a.id')
    .execute();

/** Over the attendee `a`: whether anybody was ever let in with the ticket, also if that was undone. */
export const hasEverEntered = sql<boolean>`(exists (select from app.check_ins c where c.attendee_id = a.id)
  or exists (select from app.scans s where s.attendee_id = a.id and s.outcome = 'admitted'))`;

const issued = (tx: Tx | Db) =>
  tx
    .selectFrom('attendees as a')
    .innerJoin('order_items as i', 'i.id', 'a.order_item_id')
    .select([
      'a.id',
      'a.account_id',
      'a.event_id',
      'a.order_id',
      'a.order_item_id',
      'a.ticket_id',
      'a.short_id',
      'a.reference',
      'a.first_name',
      'a.last_name',
      'a.email',
      'a.locale',
      'a.status',
      'a.code_version',
      'a.passed_on_at',
      'a.awaits_name',
      sql<boolean>`(a.passed_from is not null and a.opened_at is null)`.as('unopened'),
      'i.ticket_name',
      'i.price_label',
    ]);

/** A ticket as documents and its holder need it, without its code. */
export type IssuedRow = Awaited<ReturnType<ReturnType<typeof issued>['executeTakeFirstOrThrow']>>;

/** The tickets of an order in the order of their numbers. */
export const findByOrder = (tx: Tx | Db, scope: AccountScope, orderId: number) =>
  issued(tx)
    .where('a.account_id', '=', scope.accountId)
    .where('a.order_id', '=', orderId)
    .orderBy('a.id')
    .execute();

/** The valid tickets of an order that go to the holder of one of them, by the email address. Those without a name wait for it. */
export const findByHolder = (
  tx: Tx | Db,
  scope: AccountScope,
  { orderId, email }: { orderId: number; email: string },
) =>
  issued(tx)
    .where('a.account_id', '=', scope.accountId)
    .where('a.order_id', '=', orderId)
    .where('a.status', '=', 'active')
    .where('a.awaits_name', '=', false)
    .where(sql<boolean>`lower(a.email) = lower(${email})`)
    .orderBy('a.id')
    .execute();

/** The ticket behind a link. */
export const findByShortId = (tx: Tx | Db, shortId: string) =>
  issued(tx).where('a.short_id', '=', shortId).executeTakeFirst();

/** Whether a ticket had this address before it got a new code. */
export async function wasTicketLink(tx: Tx | Db, shortId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('replaced_ticket_links')
    .select('attendee_id')
    .where('short_id', '=', shortId)
    .executeTakeFirst();
  return row !== undefined;
}

export const findById = (tx: Tx | Db, id: number) => issued(tx).where('a.id', '=', id).executeTakeFirst();

/** Tickets of an account by their ids, in no order. */
export const findByIds = (tx: Tx | Db, scope: AccountScope, ids: readonly number[]) =>
  issued(tx).where('a.account_id', '=', scope.accountId).where(isAmong('a.id', ids)).execute();

/** When the attendee `a` came in at the first door that counts it as inside. */
export const firstOpenEntry = sql<Date | null>`(select min(c.checked_in_at) from app.check_ins c
  where c.attendee_id = a.id and c.checked_out_at is null)`;

const openEntry = sql`select 1 from app.check_ins c where c.attendee_id = a.id and c.checked_out_at is null`;

/**
 * The questions that the attendee `a` or their order has to answer and has not. What only the team sees is not asked. A
 * question that became required later counts, so that people can be reminded of it.
 */
const openQuestion = sql`select from app.questions q
  where q.event_id = a.event_id and q.required and not q.hidden and not q.deleted
    and (q.applies_to_all or exists (
      select from app.question_tickets t where t.question_id = q.id and t.ticket_id = a.ticket_id))
    and not exists (
      select from app.answers w where w.order_id = a.order_id and w.question_id = q.id
        and w.attendee_id is not distinct from case q.scope when 'attendee' then a.id end)`;

/** How the list of an event's attendees becomes SQL. */
export const attendeeSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.attendees a`,
  // Takes the account from the event, so that the sort index alone can answer a page.
  where: [
    sql`a.event_id = ${eventId}`,
    sql`exists (select from app.events e where e.id = ${eventId} and e.account_id = ${scope.accountId})`,
  ],
  id: sql`a.id`,
  sorts: {
    created_at: sql`a.created_at`,
    last_name: sql`a.name_key`,
    first_name: sql`app.fold(a.first_name)`,
    reference: sql`a.reference`,
  },
  filters: {
    status: columnFilter(sql`a.status`, 'text'),
    ticket_id: columnFilter(sql`a.ticket_id`, 'number'),
    checked_in: columnFilter(sql`exists (${openEntry})`, 'boolean'),
    awaits_name: columnFilter(sql`a.awaits_name`, 'boolean'),
    answered: columnFilter(sql`not exists (${openQuestion})`, 'boolean'),
    created_at: columnFilter(sql`a.created_at`, 'instant'),
  },
  search: sql`a.search`,
});

/** One page of an event's attendees. Each row has its order and its first open entry at any door. */
export async function listByEvent(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  rules: ListRules,
  query: ListQuery,
) {
  const { ids, meta } = await findPage(tx, rules, attendeeSource(scope, eventId), query);
  return { rows: await findRows(tx, scope, ids), meta };
}

/** The attendees with these ids, in the order given. Each has its order and its first open entry at any door. */
export async function findRows(tx: Tx | Db, scope: AccountScope, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const query = tx
    .selectFrom('attendees as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoin('order_items as i', 'i.id', 'a.order_item_id')
    .select([
      'a.id',
      'a.version',
      'a.short_id',
      'a.reference',
      'a.first_name',
      'a.last_name',
      'a.email',
      'a.status',
      'a.awaits_name',
      'a.ticket_id',
      'a.created_at',
      'i.ticket_name',
      'i.price_label',
      'o.id as order_id',
      'o.short_id as order_short_id',
      'o.reference as order_reference',
      firstOpenEntry.as('checked_in_at'),
    ])
    .where('a.account_id', '=', scope.accountId)
    .where(sql<boolean>`a.id = any(${ids}::bigint[])`)
    .compile();
  return inOrderOf(ids, await runByName(tx, 'attendee_rows', query));
}

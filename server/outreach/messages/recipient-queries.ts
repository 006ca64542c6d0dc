import type { Locale } from '@entrada/contract/constants';
import type { MessageRecipient, RecipientState, SkipReason } from '@entrada/contract/outreach/messages';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';

export type WaitingRecipient = {
  id: number;
  orderId: number | null;
  attendeeId: number | null;
  address: string;
  locale: Locale;
};

/** The next recipients of a message that no mail was queued for, with their rows locked. */
export async function lockWaiting(
  tx: Tx,
  scope: AccountScope,
  messageId: number,
  most: number,
): Promise<WaitingRecipient[]> {
  const rows = await tx
    .selectFrom('message_recipients')
    .select(['id', 'order_id as orderId', 'attendee_id as attendeeId', 'address', 'locale'])
    .where('account_id', '=', scope.accountId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(most)
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => ({ ...row, locale: row.locale as Locale }));
}

/** Marks recipients as queued. Their rows must be locked. */
export async function markQueued(tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('message_recipients')
    .set({ state: 'queued', at: sql<Date>`app.now()` })
    .where('account_id', '=', scope.accountId)
    .where(isAmong('id', ids))
    .execute();
}

/** Leaves out everybody who still waits, for this reason. The row of the message must be locked. */
export async function skipWaiting(
  tx: Tx,
  scope: AccountScope,
  messageId: number,
  reason: SkipReason,
): Promise<void> {
  await tx
    .updateTable('message_recipients')
    .set({ state: 'skipped', reason, at: sql<Date>`app.now()` })
    .where('account_id', '=', scope.accountId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .execute();
}

/** How many mails of a message are queued or being sent, up to `most`. */
export async function countUnderWay(tx: Tx | Db, messageId: number, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (
    select from app.message_recipients where message_id = ${messageId} and state in ('queued', 'sending') limit ${most}) r`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Takes the mails of a message back that nobody has begun to send: their recipients wait again. Answers their number. The row
 * of the message must be locked. Locks mails before recipients, as everything does that touches both.
 */
export async function takeBackQueued(tx: Tx, messageId: number): Promise<number> {
  const { rows: mails } = await sql<{ id: number; recipientId: number }>`
    select m.id, r.id as "recipientId" from app.mails m join app.message_recipients r on r.id = m.message_recipient_id
    where r.message_id = ${messageId} and r.state = 'queued' and m.status = 'queued' order by m.id
    for no key update of m`.execute(tx);
  const { rows: back } = await sql<{ id: number }>`
    update app.message_recipients set state = 'waiting', at = app.now()
    where id = any(${mails.map(({ recipientId }) => recipientId)}::bigint[]) and state = 'queued' returning id`.execute(
    tx,
  );
  const gone = back.map(({ id }) => id);
  await sql`delete from app.mails where message_recipient_id = any(${gone}::bigint[])`.execute(tx);
  return gone.length;
}

/** A recipient whose mail is about to be sent, with the facts that it names. */
export type ClaimedRecipient = Awaited<ReturnType<typeof findFacts>>;

/**
 * Says that the mail of a recipient is being sent now, so that nobody takes it back. Undefined if it was taken back before.
 * Saying it again is allowed: a process may have died in between.
 */
export async function claimRecipient(db: Db, mailId: number): Promise<ClaimedRecipient> {
  const { rows } = await sql<{ id: number }>`
    with mail as (select message_recipient_id from app.mails where id = ${mailId} and status = 'queued' for no key update)
    update app.message_recipients r set state = 'sending', at = app.now() from mail
    where r.id = mail.message_recipient_id and r.state in ('queued', 'sending') returning r.id`.execute(db);
  return rows[0] && findFacts(db, rows[0].id);
}

const facts = (db: Tx | Db) =>
  db
    .selectFrom('orders as o')
    .select([
      'o.account_id as accountId',
      'o.event_id as eventId',
      'o.short_id as orderShortId',
      'o.reference as orderReference',
      'o.status as orderStatus',
      'o.email as buyerEmail',
      'o.first_name as buyerFirstName',
      'o.last_name as buyerLastName',
    ]);

const withAttendee = (db: Tx | Db, attendeeId: number | null) =>
  facts(db)
    .leftJoin('attendees as a', (join) => join.onRef('a.order_id', '=', 'o.id').on('a.id', '=', attendeeId))
    .leftJoin('order_items as i', 'i.id', 'a.order_item_id')
    .select([
      'a.id as attendeeId',
      'a.short_id as ticketShortId',
      'a.reference as ticketReference',
      'a.status as ticketStatus',
      'a.email as holderEmail',
      'a.first_name as firstName',
      'a.last_name as lastName',
      'a.awaits_name as awaitsName',
      'i.ticket_name as ticketName',
      'i.price_label as priceLabel',
    ]);
export type PersonFacts = Awaited<ReturnType<ReturnType<typeof withAttendee>['executeTakeFirstOrThrow']>>;

/** What is known of the buyer of an order, or of one of its attendees; undefined if the account owns none. */
export const findPerson = (
  tx: Tx | Db,
  scope: AccountScope,
  { orderId, attendeeId }: { orderId: number; attendeeId: number | null },
): Promise<PersonFacts | undefined> =>
  withAttendee(tx, attendeeId)
    .where('o.account_id', '=', scope.accountId)
    .where('o.id', '=', orderId)
    .executeTakeFirst();

async function findFacts(db: Db, recipientId: number) {
  const recipient = await db
    .selectFrom('message_recipients as r')
    .select(['r.id', 'r.message_id as messageId', 'r.address', 'r.order_id as orderId', 'r.attendee_id'])
    .select(
      sql<boolean>`exists (select from app.unsubscribed u where u.account_id = r.account_id
        and u.address = lower(r.address))`.as('isUnsubscribed'),
    )
    .where('r.id', '=', recipientId)
    .executeTakeFirst();
  if (!recipient || recipient.orderId === null) return undefined;
  const person = await withAttendee(db, recipient.attendee_id)
    .where('o.id', '=', recipient.orderId)
    .executeTakeFirst();
  return person && { ...recipient, person };
}

/** How the list of a message's recipients becomes SQL. */
export const recipientSource = (scope: AccountScope, messageId: number): ListSource => ({
  from: sql`app.message_recipients r left join app.orders o on o.id = r.order_id left join app.attendees a on a.id = r.attendee_id`,
  where: [sql`r.account_id = ${scope.accountId}`, sql`r.message_id = ${messageId}`],
  id: sql`r.id`,
  sorts: { id: sql`r.id` },
  filters: { state: columnFilter(sql`r.state`, 'text') },
  search: (holds) =>
    sql`(${holds(sql`app.fold(r.address)`)} or ${holds(sql`app.fold(coalesce(a.first_name || ' ' || a.last_name,
      o.first_name || ' ' || o.last_name, ''))`)})`,
});

type RecipientRow = Omit<MessageRecipient, 'name' | 'at'> & { firstName: string; lastName: string; at: Date };

/** Recipients by their ids with what became of their mails, in no order. */
export async function findRecipients(
  tx: Tx | Db,
  scope: AccountScope,
  ids: readonly number[],
): Promise<RecipientRow[]> {
  const rows = await tx
    .selectFrom('message_recipients as r')
    .leftJoin('orders as o', 'o.id', 'r.order_id')
    .leftJoin('attendees as a', 'a.id', 'r.attendee_id')
    .leftJoin('mails as m', 'm.message_recipient_id', 'r.id')
    .leftJoin('mail_bounces as b', 'b.mail_id', 'm.id')
    .select(['r.id', 'r.address', 'r.locale', 'r.order_id', 'r.attendee_id', 'r.state', 'r.reason', 'r.at'])
    .select(['m.attempts', 'm.last_error', 'm.status', 'b.words as bounced'])
    .select(sql<string>`coalesce(a.first_name, o.first_name, '')`.as('firstName'))
    .select(sql<string>`coalesce(a.last_name, o.last_name, '')`.as('lastName'))
    .where('r.account_id', '=', scope.accountId)
    .where(isAmong('r.id', ids))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.address,
    locale: row.locale as Locale,
    orderId: row.order_id,
    attendeeId: row.attendee_id,
    state: row.state as RecipientState,
    reason: row.reason as SkipReason | null,
    words: row.state === 'bounced' ? row.bounced : row.reason === null ? row.last_error : null,
    attempts: row.attempts ?? 0,
    at: row.at,
  }));
}

/** Somebody who gets a message, for the copy of its sender. */
export async function findFirst(db: Db, messageId: number) {
  const row = await db
    .selectFrom('message_recipients')
    .select(['order_id as orderId', 'attendee_id as attendeeId'])
    .where('message_id', '=', messageId)
    .where('order_id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.orderId ? { orderId: row.orderId, attendeeId: row.attendeeId } : null;
}

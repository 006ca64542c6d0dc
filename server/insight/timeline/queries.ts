import type { BuyerMailKind } from '@entrada/contract/insight/timeline';
import type { EmailKind } from '@entrada/documents/types';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** An order, or one attendee of it. */
export type About = { orderId: number; attendeeId: number | null; email: string };

/** A fact of any table. `data` is what its table knows of it; `core/tell.ts` reads it. */
export type Fact = {
  source: 'order' | 'transition' | 'audit' | 'mail' | 'scan';
  id: number;
  at: Date;
  /** Where it stands among the facts: its microsecond, its rank among those of the moment, and its id. */
  place: string;
  first_name: string | null;
  last_name: string | null;
  attendee_id: number | null;
  attendee_first_name: string | null;
  attendee_last_name: string | null;
  data: Record<string, unknown>;
};

/** An order of an event whose buyer is known; undefined if the account owns none. */
export async function findOrder(
  db: Db,
  scope: AccountScope,
  { eventId, orderId }: { eventId: number; orderId: number },
): Promise<About | undefined> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'email'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row && row.email !== null ? { orderId: row.id, attendeeId: null, email: row.email } : undefined;
}

/** An attendee of an event, likewise. */
export async function findAttendee(
  db: Db,
  scope: AccountScope,
  { eventId, attendeeId }: { eventId: number; attendeeId: number },
): Promise<About | undefined> {
  const row = await db
    .selectFrom('attendees')
    .select(['id', 'order_id', 'email'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', attendeeId)
    .executeTakeFirst();
  return row && { orderId: row.order_id, attendeeId: row.id, email: row.email };
}

/** The items of an order, to count the tickets that an entry was about. */
export const findItems = (db: Db, scope: AccountScope, orderId: number) =>
  db
    .selectFrom('order_items')
    .select(['id', 'quantity'])
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .execute();

type Wanted = {
  sources: readonly Fact['source'][];
  actions: readonly string[];
  limit: number;
  /** The place of a fact; only what comes after it. */
  before?: string | undefined;
};

const microsOf = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000000)::bigint`;

/** Whether a fact comes after the place. The order is from the newest to the oldest. */
function isBeyond(
  before: string | undefined,
  fact: { at: RawBuilder<unknown>; rank: number; id: RawBuilder<unknown> },
) {
  if (before === undefined) return sql`true`;
  const [micros = '', rank = '', id = ''] = before.split('-');
  return sql`(${microsOf(fact.at)}, ${fact.rank}::int, ${fact.id}) < (${micros}::bigint, ${rank}::int, ${id}::bigint)`;
}

type Source = (scope: AccountScope, about: About, wanted: Wanted) => RawBuilder<unknown>;

const started: Source = ({ accountId }, { orderId }, { before }) => sql`
  select 'order' as source, 0 as rank, o.id, o.created_at as at, null::bigint as user_id, null::bigint as attendee_id,
    '{}'::jsonb as data
  from app.orders o where o.account_id = ${accountId} and o.id = ${orderId}
    and ${isBeyond(before, { at: sql`o.created_at`, rank: 0, id: sql`o.id` })}`;

const transitions: Source = ({ accountId }, { orderId }, { limit, before }) => sql`
  (select 'transition', 1, t.id, t.at, null::bigint, null::bigint,
    jsonb_build_object('from', t.from_status, 'to', t.to_status, 'reason', t.reason)
  from app.order_transitions t where t.account_id = ${accountId} and t.order_id = ${orderId}
    and ${isBeyond(before, { at: sql`t.at`, rank: 1, id: sql`t.id` })}
  order by t.at desc, t.id desc limit ${limit})`;

// What an answer was before and after is in the answers themselves, and may be long.
const audited = (accountId: number, narrow: RawBuilder<unknown>, { actions, limit, before }: Wanted) => sql`
  (select 'audit', 2, e.id, e.at, e.user_id,
    case when e.target_type = 'attendee' then e.target_id else (e.after ->> 'attendeeId')::bigint end,
    jsonb_build_object('action', e.action, 'before', e.before - 'answers', 'after', e.after - 'answers')
  from app.audit_entries e
  where e.account_id = ${accountId} and e.action = any(${[...actions]}::text[]) and ${narrow}
    and ${isBeyond(before, { at: sql`e.at`, rank: 2, id: sql`e.id` })}
  order by e.at desc, e.id desc limit ${limit})`;

/** An attendee's own timeline has what was done to the whole order, and what names the attendee. */
const ofOrder: Source = ({ accountId }, { orderId, attendeeId }, wanted) => {
  const own = sql`e.target_type = 'order' and e.target_id = ${orderId}`;
  if (attendeeId === null) return audited(accountId, own, wanted);
  const among = (field: string) => sql`e.after -> ${sql.lit(field)} @> to_jsonb(${attendeeId}::bigint)`;
  return audited(
    accountId,
    sql`${own} and ((e.after ->> 'attendeeId')::bigint = ${attendeeId} or ${among('attendeeIds')} or ${among('attendees')}
      or e.action = 'order.marked_paid'
      or e.action = 'order.resent' and jsonb_typeof(e.after -> 'attendeeIds') = 'null')`,
    wanted,
  );
};

const ofAttendees: Source = ({ accountId }, { orderId, attendeeId }, wanted) =>
  audited(
    accountId,
    attendeeId === null
      ? sql`e.target_type = 'attendee' and e.target_id = any(array(
          select a.id from app.attendees a where a.account_id = ${accountId} and a.order_id = ${orderId}))`
      : sql`e.target_type = 'attendee' and e.target_id = ${attendeeId}`,
    wanted,
  );

/**
 * The kinds of mails that a buyer's history leaves out: about an order but to the team, or about no order. Every other
 * kind is in the contract, where the workspace must have a name for it. A new kind compiles only with one of the two.
 */
const LEFT_OUT: Readonly<Record<Exclude<EmailKind, BuyerMailKind>, 'to_team' | 'no_order'>> = {
  new_order: 'to_team',
  order_unpaid: 'to_team',
  refund_failed: 'to_team',
  dispute_opened: 'to_team',
  refund_requested: 'to_team',
  found_tickets: 'no_order',
  scheduled_export: 'no_order',
  digest: 'no_order',
  invitation: 'no_order',
  ownership_offered: 'no_order',
  confirm_email: 'no_order',
  reset_password: 'no_order',
  email_already_registered: 'no_order',
  security_notice: 'no_order',
  email_change_confirm: 'no_order',
  email_change_taken: 'no_order',
  email_change_notice: 'no_order',
};
const TO_TEAM = Object.entries(LEFT_OUT).flatMap(([kind, why]) => (why === 'to_team' ? [kind] : []));

/**
 * The mails of messages to the addresses of an order that name another order: somebody who has several gets a message once.
 */
const messagesTo = (orderId: number) => sql`
  select l.id from app.message_recipients r join app.mails l on l.message_recipient_id = r.id
  where r.event_id = (select o.event_id from app.orders o where o.id = ${orderId}) and r.order_id <> ${orderId}
    and lower(r.address) = any(array(
      select lower(a.email) from app.attendees a where a.order_id = ${orderId}
      union select lower(o.email) from app.orders o where o.id = ${orderId}))`;

const mails: Source = ({ accountId }, { orderId, attendeeId, email }, { limit, before }) => sql`
  (select 'mail', 3, m.id, m.created_at, null::bigint, m.attendee_id,
    jsonb_build_object('kind', m.kind, 'to', m.to_address, 'status', m.status, 'attempts', m.attempts,
      'words', case when b.id is null then m.last_error else b.words end, 'sentAt', m.sent_at, 'bounce', b.status,
      'subject', case when m.message_recipient_id is not null then coalesce(m.subject, (
        select s.subject from app.message_recipients r join app.messages s on s.id = r.message_id
        where r.id = m.message_recipient_id)) end)
  from app.mails m left join app.mail_bounces b on b.mail_id = m.id
  where m.account_id = ${accountId} and m.id in (
      select id from app.mails where order_id = ${orderId} union all ${messagesTo(orderId)})
    and m.kind <> all(${TO_TEAM}::text[]) and ${
      attendeeId === null
        ? sql`true`
        : sql`(m.attendee_id = ${attendeeId} or lower(m.to_address) = lower(${email})
            and (m.attendee_id is null or m.message_recipient_id is not null))`
    }
    and ${isBeyond(before, { at: sql`m.created_at`, rank: 3, id: sql`m.id` })}
  order by m.created_at desc, m.id desc limit ${limit})`;

const scans: Source = ({ accountId }, { orderId, attendeeId }, { limit, before }) => sql`
  (select 'scan', 4, s.id, coalesce(s.happened_at, s.received_at), s.user_id, s.attendee_id,
    jsonb_build_object('verdict', s.outcome, 'device', s.device, 'list', l.name)
  from app.scans s join app.check_in_lists l on l.id = s.check_in_list_id
  where s.account_id = ${accountId} and s.attendee_id ${
    attendeeId === null
      ? sql`= any(array(select a.id from app.attendees a where a.account_id = ${accountId} and a.order_id = ${orderId}))`
      : sql`= ${attendeeId}`
  }
    and ${isBeyond(before, { at: sql`coalesce(s.happened_at, s.received_at)`, rank: 4, id: sql`s.id` })}
  order by coalesce(s.happened_at, s.received_at) desc, s.id desc limit ${limit})`;

const SOURCES: Record<Fact['source'], readonly Source[]> = {
  order: [started],
  transition: [transitions],
  audit: [ofOrder, ofAttendees],
  mail: [mails],
  scan: [scans],
};

/**
 * The newest facts about an order or an attendee from these sources, or the newest of those after `before`, newest first, in
 * one statement. Each source is read by an index and gives no more than `limit` rows. Of the same moment, what came of
 * a change comes before the change.
 */
export async function findFacts(db: Db, scope: AccountScope, about: About, wanted: Wanted): Promise<Fact[]> {
  const parts = wanted.sources.flatMap((source) => SOURCES[source].map((of) => of(scope, about, wanted)));
  // The first part names the columns.
  const { rows } = await sql<Fact>`
    select f.source, f.id, f.at, ${microsOf(sql`f.at`)} || '-' || f.rank || '-' || f.id as place, u.first_name, u.last_name, f.attendee_id,
      a.first_name as attendee_first_name, a.last_name as attendee_last_name, f.data
    from (${sql.join(parts, sql` union all `)}) f (source, rank, id, at, user_id, attendee_id, data)
    left join app.users u on u.id = f.user_id
    left join app.attendees a on a.id = f.attendee_id and a.account_id = ${scope.accountId}
    order by f.at desc, f.rank desc, f.id desc
    limit ${wanted.limit}`.execute(db);
  return rows;
}

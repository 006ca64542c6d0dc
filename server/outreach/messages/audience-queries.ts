import type { Locale } from '@entrada/contract/constants';
import type { AudienceOf } from '@entrada/contract/outreach/audience';
import type { MessageEach, MessagePurpose } from '@entrada/contract/outreach/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { ListSource } from '../../platform/lists/page.ts';
import { isLeftAlone } from '../../platform/mail/left-alone.ts';
import { attendeeSource } from '../../sales/attendees/queries.ts';
import { orderSource } from '../../sales/orders/list-queries.ts';

/** The rows of a list that a message goes to, as SQL. */
export type FoundAudience = {
  to: AudienceOf;
  /** The end of a statement over `app.attendees a` or `app.orders o`: from and where. */
  rows: RawBuilder<unknown>;
};

/** What is worth a message, if a query says nothing of the status. */
const VALID = { attendees: sql`a.status = 'active'`, buyers: sql`o.status = 'completed'` };

/** The list that an audience is found in. `onlyValid`: valid tickets or complete orders only. */
export function audienceSource(
  scope: AccountScope,
  eventId: number,
  { to, onlyValid }: { to: AudienceOf; onlyValid: boolean },
): ListSource {
  const list = to === 'attendees' ? attendeeSource(scope, eventId) : orderSource(scope, eventId);
  return onlyValid ? { ...list, where: [...list.where, VALID[to]] } : list;
}

/** How a message treats those whom its audience finds. */
export type Wish = { found: FoundAudience; each: MessageEach; purpose: MessagePurpose };

/** The columns of everybody who is found, over the attendee `a` or the order `o`. */
const COLUMNS = {
  attendees: sql`a.id, a.order_id, a.id as attendee_id, a.email as address, a.locale, a.first_name, a.last_name, a.awaits_name`,
  buyers: sql`o.id, o.id as order_id, null::bigint as attendee_id, o.email as address, o.locale, o.first_name, o.last_name,
    false as awaits_name`,
};

/** Whom a mail reaches once. Somebody without an address is nobody else. */
const keyOf = ({ each, found }: Pick<Wish, 'each' | 'found'>) => {
  const own = sql`${found.to === 'attendees' ? 'a' : 'o'} || f.id`;
  return each === 'ticket' ? own : sql`case when f.address = '' then ${own} else lower(f.address) end`;
};

const isUnsubscribed = ({ accountId }: AccountScope) =>
  sql`exists (select from app.unsubscribed u where u.account_id = ${accountId} and u.address = lower(f.address))`;

/** Why somebody gets no mail; null if they do. */
const reasonOf = (
  scope: AccountScope,
  { purpose }: Pick<Wish, 'purpose'>,
) => sql`case when f.address = '' then 'NO_EMAIL'
  when ${purpose === 'news' ? isUnsubscribed(scope) : sql`false`} then 'UNSUBSCRIBED'
  when ${isLeftAlone(scope, sql`f.address`)} then 'BOUNCED' end`;

/** Everybody who is found, each with its key, its reason, and its place among those of the same key, lowest id first. */
const ranked = (scope: AccountScope, wish: Wish, narrow: RawBuilder<unknown> = sql``) => sql`
  found as (select ${COLUMNS[wish.found.to]} ${wish.found.rows} ${narrow}),
  keyed as (select f.*, ${keyOf(wish)} as key, ${reasonOf(scope, wish)} as reason from found f),
  ranked as (select k.*, row_number() over (partition by k.key order by k.id) as nth from keyed k)`;

export type CountedAudience = {
  found: number;
  mails: number;
  orders: number;
  sameAddress: number;
  noEmail: number;
  unsubscribed: number;
  bounced: number;
  noFirstName: number;
  noLastName: number;
  noOrderLink: number;
  unnamed: number;
};

/** How many an audience comes to, and what is unknown of some of its mails. */
export async function countFound(tx: Tx | Db, scope: AccountScope, wish: Wish): Promise<CountedAudience> {
  const mailed = sql`reason is null and nth = 1`;
  const { rows } = await sql<CountedAudience>`with ${ranked(scope, wish)}
    select count(*) as found, count(*) filter (where ${mailed}) as mails,
      count(distinct order_id) filter (where ${mailed}) as orders,
      count(*) filter (where reason is null and nth > 1) as "sameAddress",
      count(*) filter (where reason = 'NO_EMAIL') as "noEmail",
      count(*) filter (where reason = 'UNSUBSCRIBED') as unsubscribed,
      count(*) filter (where reason = 'BOUNCED') as bounced,
      count(*) filter (where ${mailed} and coalesce(first_name, '') = '') as "noFirstName",
      count(*) filter (where ${mailed} and coalesce(last_name, '') = '') as "noLastName",
      count(*) filter (where ${mailed} and attendee_id is not null and not exists (
        select from app.orders b where b.id = r.order_id and lower(b.email) = lower(r.address))) as "noOrderLink",
      count(*) filter (where ${mailed} and awaits_name) as unnamed
    from ranked r`.execute(tx);
  if (!rows[0]) throw new Error('A count has no row');
  return rows[0];
}

/** The languages of the mails, the most frequent first. */
export async function countLocales(
  tx: Tx | Db,
  scope: AccountScope,
  wish: Wish,
): Promise<{ locale: Locale; count: number }[]> {
  const { rows } = await sql<{ locale: Locale; count: number }>`with ${ranked(scope, wish)}
    select locale, count(*) as count from ranked where reason is null and nth = 1
    group by locale order by count(*) desc, locale`.execute(tx);
  return rows;
}

export type SampledPerson = {
  orderId: number;
  attendeeId: number | null;
  address: string;
  locale: Locale;
  firstName: string;
  lastName: string;
};

/** Some of those who get a mail, in the order of their tickets or orders, after `skip` of them. */
export async function samplePeople(
  tx: Tx | Db,
  scope: AccountScope,
  wish: Wish,
  { most, skip = 0 }: { most: number; skip?: number },
): Promise<SampledPerson[]> {
  const { rows } = await sql<SampledPerson>`with ${ranked(scope, wish)}
    select order_id as "orderId", attendee_id as "attendeeId", address, locale, coalesce(first_name, '') as "firstName",
      coalesce(last_name, '') as "lastName"
    from ranked where reason is null and nth = 1 order by id limit ${most} offset ${skip}`.execute(tx);
  return rows;
}

/** The highest id that an audience finds now; 0 if it finds nobody. */
export async function findLast(tx: Tx | Db, { to, rows: found }: FoundAudience): Promise<number> {
  const id = to === 'attendees' ? sql`a.id` : sql`o.id`;
  const { rows } = await sql<{ last: number }>`select coalesce(max(${id}), 0) as last ${found}`.execute(tx);
  return rows[0]?.last ?? 0;
}

/** The next ids that an audience finds, above `after` and up to `until`, lowest first. */
export async function findNextIds(
  tx: Tx | Db,
  { to, rows: found }: FoundAudience,
  { after, until, most }: { after: number; until: number; most: number },
): Promise<number[]> {
  const id = to === 'attendees' ? sql`a.id` : sql`o.id`;
  const { rows } = await sql<{
    id: number;
  }>`select ${id} as id ${found} and ${id} > ${after} and ${id} <= ${until}
    order by ${id} limit ${most}`.execute(tx);
  return rows.map((row) => row.id);
}

type Fixing = { id: number; eventId: number; reminder: string | null };

/**
 * Writes those of `ids` whom the audience still finds as recipients of a message, each key once. Whoever gets no mail is
 * written with the reason. Who is a recipient already stays as they are. The row of the message must be locked.
 */
export async function insertRecipients(
  tx: Tx,
  scope: AccountScope,
  message: Fixing,
  wish: Wish,
  ids: readonly number[],
): Promise<void> {
  const id = wish.found.to === 'attendees' ? sql`a.id` : sql`o.id`;
  const reminded = sql`exists (select from app.message_recipients p where p.event_id = ${message.eventId}
    and p.reminder = ${message.reminder}::text and p.recipient_key = r.key and p.state <> 'skipped')`;
  await sql`with ${ranked(scope, wish, sql`and ${id} = any(${[...ids]}::bigint[])`)},
    told as (select r.*, coalesce(r.reason, case when ${message.reminder === null ? sql`false` : reminded}
      then 'ALREADY_REMINDED' end) as why from ranked r where r.nth = 1)
    insert into app.message_recipients (account_id, event_id, message_id, recipient_key, order_id, attendee_id, address, locale,
      state, reason, reminder)
    select ${scope.accountId}::bigint, ${message.eventId}::bigint, ${message.id}::bigint, key, order_id, attendee_id, address,
      locale, case when why is null then 'waiting' else 'skipped' end, why, ${message.reminder}::text
    from told order by id on conflict do nothing`.execute(tx);
}

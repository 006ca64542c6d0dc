import { personName } from '@entrada/contract/accounts/person-name';
import {
  COMPANIONS_NAMED,
  GUEST_STATES,
  type GuestCounts,
  type GuestRow,
  type GuestState,
} from '@entrada/contract/sales/guests/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { failFields } from '../../platform/errors.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';

/**
 * The guest of the order `o`: its first ticket, of the valid ones if there are any. `cancelled` is the last of the statuses in
 * their order as texts, so the index `attendees_lead` finds it.
 */
const lead = (column: string) => sql`(select l.${sql.ref(column)} from app.attendees l where l.order_id = o.id
  order by l.status, l.id limit 1)`;

const isInside = sql`exists (select from app.check_ins c where c.attendee_id = a.id and c.checked_out_at is null)`;

const hasValid = sql`exists (select from app.attendees a where a.order_id = o.id and a.status <> 'cancelled')`;
const hasArrived = sql`exists (select from app.attendees a join app.check_ins c
  on c.attendee_id = a.id and c.checked_out_at is null where a.order_id = o.id and a.status <> 'cancelled')`;

/** What the latest mail with the ticket says of who has not arrived. It counts if it went to the guest's address. */
const MAIL_STATE = sql<GuestState>`coalesce((
  select case m.status when 'sent' then 'sent' when 'queued' then 'sending' else 'email_failed' end
  from app.mails m where m.order_id = o.id and m.kind in ('order_confirmation', 'attendee_ticket')
    and lower(m.to_address) = lower(${lead('email')})
  order by m.id desc limit 1), 'listed')`;

/** How the guest of the order `o` stands. */
const STATE = sql<GuestState>`case when not ${hasValid} then 'cancelled' when ${hasArrived} then 'arrived'
  else ${MAIL_STATE} end`;

/** The states of who is valid and has not arrived. */
const BY_MAIL: readonly GuestState[] = ['listed', 'sending', 'sent', 'email_failed'];

/** Whether the guest of the order `o` is in one of these states, as `STATE` has them. It reads what they need, and no more. */
function isOneOf(states: readonly GuestState[]): RawBuilder<unknown> {
  const has = (state: GuestState) => states.includes(state);
  const byMail = BY_MAIL.filter(has);
  const found: RawBuilder<unknown>[] = [];
  if (has('cancelled')) found.push(sql`not ${hasValid}`);
  if (has('arrived') && byMail.length === BY_MAIL.length) found.push(hasValid);
  else {
    if (has('arrived')) found.push(hasArrived);
    if (byMail.length > 0)
      found.push(sql.join([hasValid, sql`not ${hasArrived}`, ...mailIs(byMail)], sql` and `));
  }
  return found.length === 0 ? sql`false` : sql`(${sql.join(found, sql` or `)})`;
}

function mailIs(states: readonly GuestState[]): RawBuilder<unknown>[] {
  if (states.length === BY_MAIL.length) return [];
  const found = sql`${MAIL_STATE} = any(${states}::text[])`;
  // Few mails fail, and an index knows them.
  const failed = sql`o.id in (select f.order_id from app.mails f where f.status = 'failed')`;
  return states.every((state) => state === 'email_failed') ? [failed, found] : [found];
}

/** How the list of an event's guests becomes SQL. Its rows are orders. */
export const guestSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.orders o`,
  where: [
    sql`o.account_id = ${scope.accountId}`,
    sql`o.event_id = ${eventId}`,
    sql`o.is_manual`,
    sql`o.email is not null`,
  ],
  id: sql`o.id`,
  sorts: { created_at: sql`o.created_at`, last_name: sql`o.guest_key` },
  filters: {
    state: ({ field, operator, value }) => {
      const states = value.split(',');
      if (states.some((state) => !(GUEST_STATES as readonly string[]).includes(state)))
        throw failFields([
          {
            path: `filter_fields[${field}][${operator}]`,
            code: 'invalid_choice',
            allowed: [...GUEST_STATES],
          },
        ]);
      return isOneOf(GUEST_STATES.filter((state) => states.includes(state) !== (operator === 'ne')));
    },
    ticket_id: columnFilter(
      sql`a.ticket_id`,
      'number',
      (holds) => sql`exists (select from app.attendees a where a.order_id = o.id and ${holds})`,
    ),
    import_id: columnFilter(sql`o.import_id`, 'number'),
    created_at: columnFilter(sql`o.created_at`, 'instant'),
  },
  // Each part has an index of its own, so none of them reads all guests.
  search: (holds) => sql`o.id in (
    select s.id from app.orders s where s.event_id = ${eventId} and s.email is not null and ${holds(sql`s.search`)}
    union all
    select a.order_id from app.attendees a where a.event_id = ${eventId} and ${holds(sql`a.search`)}
    union all
    select n.order_id from app.notes n
    where n.account_id = ${scope.accountId} and n.deleted_at is null and ${holds(sql`app.fold(n.body)`)})`,
});

/** The guests of one import whose orders are valid. */
export function importedSource(
  scope: AccountScope,
  { eventId, importId }: { eventId: number; importId: number },
): ListSource {
  const guests = guestSource(scope, eventId);
  const own = [sql`o.import_id = ${importId}`, sql`o.status = 'completed'`];
  return { ...guests, where: [...guests.where, ...own] };
}

type Stored = Omit<GuestRow, 'ticket' | 'by' | 'createdAt' | 'companions'> & {
  companions: { firstName: string; lastName: string }[];
  ticketId: number;
  ticketName: string;
  priceLabel: string;
  byFirst: string | null;
  byLast: string | null;
  createdAt: Date;
};

/** Guests by the ids of their orders, in no order. */
export async function findGuestRows(
  tx: Tx | Db,
  scope: AccountScope,
  ids: readonly number[],
): Promise<GuestRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Stored>`
    select o.id, o.reference, o.total, o.created_at as "createdAt", g.id as "attendeeId", g.first_name as "firstName",
      g.last_name as "lastName", g.email, g.ticket_id as "ticketId", i.ticket_name as "ticketName",
      i.price_label as "priceLabel", people.plus, people.arrived, people.companions, coalesce(note.body, '') as note, ${STATE} as state,
      adder.first_name as "byFirst", adder.last_name as "byLast"
    from app.orders o
    join lateral (select l.* from app.attendees l where l.order_id = o.id
      order by l.status, l.id limit 1) g on true
    join app.order_items i on i.id = g.order_item_id
    cross join lateral (
      select coalesce(nullif(count(*) filter (where a.status <> 'cancelled'), 0), count(*)) - 1 as plus,
        count(*) filter (where a.status <> 'cancelled' and ${isInside}) as arrived,
        coalesce(jsonb_agg(jsonb_build_object('firstName', a.first_name, 'lastName', a.last_name) order by a.id)
          filter (where a.status <> 'cancelled' and (a.first_name, a.last_name) <> (g.first_name, g.last_name)), '[]')
          as companions
      from app.attendees a where a.order_id = o.id) people
    left join lateral (select n.body from app.notes n where n.order_id = o.id and n.deleted_at is null
      order by n.id limit 1) note on true
    left join lateral (
      select u.first_name, u.last_name from app.audit_entries e join app.users u on u.id = e.user_id
      where e.account_id = o.account_id and e.target_type = 'order' and e.target_id = o.id
        and e.action = 'order.added_by_hand'
      order by e.id desc limit 1) adder on true
    where o.account_id = ${scope.accountId} and o.id = any(${[...ids]}::bigint[])`.execute(tx);
  return rows.map(({ ticketId, ticketName, priceLabel, byFirst, byLast, createdAt, companions, ...row }) => ({
    ...row,
    companions: companions.slice(0, COMPANIONS_NAMED).map(personName),
    ticket: { id: ticketId, name: ticketName, priceLabel },
    by: byFirst === null ? null : personName({ firstName: byFirst, lastName: byLast ?? '' }),
    createdAt: createdAt.toISOString(),
  }));
}

/** The largest number of tallies that are added up. If there are more, they are folded into one. */
const PARTS = 500;

/** What the guests of an event come to, by the tallies (docs/decisions/071), and how many places are taken at their prices. */
export async function countByEvent(tx: Tx | Db, scope: AccountScope, eventId: number): Promise<GuestCounts> {
  const { rows } = await sql<{
    guests: number;
    tickets: number;
    arrived: number;
    taken: number;
    of: number | null;
    parts: number;
  }>`
    with tallied as materialized (
      select kind, ref_id, sum(n)::bigint as n, count(*) as parts from app.tallies
      where account_id = ${scope.accountId} and event_id = ${eventId}
        and kind in ('guests', 'guest_tickets', 'guest_arrivals')
      group by kind, ref_id),
    stock as (
      select coalesce(sum(c.sold + c.reserved), 0)::bigint as taken,
        case when bool_and(c.quantity is not null) then sum(c.quantity)::bigint end as of
      from app.ticket_prices p join app.counters c on c.id = p.counter_id
      where p.account_id = ${scope.accountId}
        and p.id in (select ref_id from tallied where kind = 'guest_tickets' and n > 0))
    select coalesce(sum(n) filter (where kind = 'guests'), 0)::bigint as guests,
      coalesce(sum(n) filter (where kind = 'guest_tickets'), 0)::bigint as tickets,
      coalesce(sum(n) filter (where kind = 'guest_arrivals'), 0)::bigint as arrived,
      coalesce(sum(parts), 0)::bigint as parts, (select taken from stock) as taken, (select of from stock) as of
    from tallied`.execute(tx);
  const found = rows[0] ?? { guests: 0, tickets: 0, arrived: 0, taken: 0, of: null, parts: 0 };
  if (found.parts > PARTS) await sql`select app.fold_tallies(${eventId}::bigint)`.execute(tx);
  return {
    guests: found.guests,
    companions: found.tickets - found.guests,
    arrived: found.arrived,
    places: found.of === null ? null : { taken: found.taken, of: found.of },
  };
}

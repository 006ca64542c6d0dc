import { type Db, type Prepared, runPrepared } from '../../db/client.ts';
import type { LinkFacts } from '../check-in-links/core/entry.ts';
import { fromLink, linkColumns } from '../check-in-links/entry-queries.ts';

/** A scanned list with the attendee of the code or reference, and what is already known about them. */
export type Facts = {
  id: number;
  account_id: number;
  event_id: number;
  all_tickets: boolean;
  allows_reentry: boolean;
  activates_at: Date | null;
  expires_at: Date | null;
  now: Date;
  closed_at: Date | null;
  is_called_off: boolean;
  /** The link by which somebody scans; null in the workspace. */
  link: (LinkFacts & { link_id: number; device_id: number | null }) | null;
  /** How many others of the order the list would let in, at most 50. 0 in the workspace. */
  others: number;
} & (Person | { [key in keyof Person]: null });

export type Person = {
  attendee_id: number;
  attendee_event_id: number;
  reference: string;
  first_name: string;
  last_name: string;
  status: string;
  code_version: number;
  ticket_name: string;
  price_label: string;
  own_starts_at: Date | null;
  own_ends_at: Date | null;
  checked_in_at: Date | null;
  device: string | null;
  device_key: string | null;
  admitted_here: boolean;
};

const facts = `q.nth, l.id, l.account_id, l.event_id, l.all_tickets, l.allows_reentry, l.activates_at, l.expires_at, l.closed_at, app.now() as now,
    e.called_off_at is not null as is_called_off, a.id as attendee_id, a.event_id as attendee_event_id, a.reference, a.first_name, a.last_name, a.status, a.code_version,
    t.name as ticket_name, t.own_starts_at, t.own_ends_at, p.label as price_label, c.checked_in_at, c.device, c.device_key,
    l.all_tickets or exists (
      select from app.check_in_list_tickets lt where lt.check_in_list_id = l.id and lt.ticket_id = a.ticket_id) as admitted_here`;

/**
 * Entries are looked up for each person, never joined: a plan that was made while nobody had entered would read all of them for
 * every scan (docs/decisions/101).
 */
const INSIDE = `app.check_ins i where i.check_in_list_id = l.id and i.checked_out_at is null`;

/** The rest of an order that is outside. Who may enter by the list goes by its tickets and their own dates. */
const others = `(select count(*) from (
    select from app.attendees x join app.tickets xt on xt.id = x.ticket_id
    where x.order_id = a.order_id and x.id <> a.id and x.status = 'active'
      and (xt.own_starts_at is null or xt.own_starts_at - interval '6 hours' <= app.now() and app.now() < xt.own_ends_at)
      and (l.all_tickets or exists (select from app.check_in_list_tickets xl
        where xl.check_in_list_id = l.id and xl.ticket_id = x.ticket_id))
      and (select i.id from ${INSIDE} and i.attendee_id = x.id limit 1) is null
    limit 50) x)::int as others`;

const withPerson = (person: string) => `
  join app.events e on e.id = l.event_id
  left join app.attendees a on ${person} and a.event_id = l.event_id
  left join app.tickets t on t.id = a.ticket_id
  left join app.ticket_prices p on p.id = a.price_id
  left join lateral (select i.* from ${INSIDE} and i.attendee_id = a.id limit 1) c on true`;

/**
 * What is asked for many scans at once, each a row `q`. The limit keeps the planner from joining the questions with whole
 * tables: each is answered by itself, by indexes.
 */
const asking = (columns: string, select: string) => `
  select f.* from ${columns} with ordinality q(place, person, token, nth)
  cross join lateral (select ${select} limit 1) f`;

/** By a link with its phone, or by the list itself. */
const factsBy = (person: string, { name, type }: { name: string; type: string }): ByPlace => {
  const [from, where] = fromLink({ place: 'q.place', token: 'q.token' }).split(/(?=\n {2}where )/);
  return {
    link: {
      name: `door.facts-by-${name}`,
      text: asking(
        `unnest($1::text[], $2::${type}[], $3::bytea[])`,
        `${facts}, ${others}, ${linkColumns} ${from} ${withPerson(person)} ${where}`,
      ),
    },
    list: {
      name: `door.list-facts-by-${name}`,
      text: asking(
        `unnest($1::bigint[], $2::${type}[], $3::bytea[])`,
        `${facts}, 0 as others from app.check_in_lists l ${withPerson(person)}
        where l.id = q.place and l.deleted_at is null`,
      ),
    },
  };
};

type ByPlace = { link: Prepared; list: Prepared };

const FACTS = {
  id: factsBy('a.id = q.person', { name: 'id', type: 'bigint' }),
  reference: factsBy('a.reference = q.person', { name: 'reference', type: 'text' }),
};

/**
 * The attendee that a scan asks for: by a verified code, or by a reference that somebody looked up. Null if
 * the code is unreadable.
 */
export type Wanted = { attendeeId: number } | { reference: string } | null;

/** Where somebody acts: at a door, by a link and the token of a phone, or in the workspace, by the list itself. */
export type Place = { shortId: string; tokenHash: Buffer | null } | { listId: number };

export type Question = { place: Place; wanted: Wanted };

/** How a question is asked. Questions of one kind can be asked together. */
export type Kind = `${keyof typeof FACTS} ${keyof ByPlace}`;
export const kindOf = ({ place, wanted }: Question): Kind =>
  `${wanted && 'reference' in wanted ? 'reference' : 'id'} ${'listId' in place ? 'list' : 'link'}`;

const personOf = (wanted: Wanted) =>
  wanted && 'reference' in wanted ? wanted.reference.trim().toUpperCase() : (wanted?.attendeeId ?? null);

type Row = Omit<Facts, 'link'> & { nth: number } & (NonNullable<Facts['link']> | { link_id?: never });

/**
 * What is known of lists and of a person on each, with the link, in the order of the questions, which are of one kind. A
 * link that is closed is found too. Undefined where there is no such list or link.
 */
export async function findFactsOf(
  db: Db,
  kind: Kind,
  questions: readonly Question[],
): Promise<(Facts | undefined)[]> {
  const [person, place] = kind.split(' ') as [keyof typeof FACTS, keyof ByPlace];
  const rows = await runPrepared<Row>(db, FACTS[person][place], [
    questions.map((one) => ('listId' in one.place ? one.place.listId : one.place.shortId)),
    questions.map(({ wanted }) => personOf(wanted)),
    questions.map((one) => ('listId' in one.place ? null : one.place.tokenHash)),
  ]);
  const found: (Facts | undefined)[] = questions.map(() => undefined);
  for (const row of rows)
    found[row.nth - 1] = { ...row, link: row.link_id === undefined ? null : row } as Facts;
  return found;
}

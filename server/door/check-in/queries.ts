import { nameSpellings } from '@entrada/contract/accounts/person-name';
import type { ListQuery } from '@entrada/contract/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, findPage } from '../../platform/lists/page.ts';

const now = sql<Date>`app.now()`;

/** A list with its event and the database's time. */
function doorLists(tx: Tx | Db, listId: number) {
  return tx
    .selectFrom('check_in_lists as l')
    .innerJoin('events as e', 'e.id', 'l.event_id')
    .select([
      'l.id',
      'l.account_id',
      'l.event_id',
      'l.name',
      'l.description',
      'l.activates_at',
      'l.expires_at',
      'l.closed_at',
      'l.allows_reentry',
      'l.allows_sales',
      'l.all_tickets',
      'e.title',
      'e.timezone',
      'e.starts_at',
      'e.called_off_at',
    ])
    .select(now.as('now'))
    .where('l.id', '=', listId)
    .where('l.deleted_at', 'is', null);
}

export const findDoorList = (tx: Tx | Db, listId: number) => doorLists(tx, listId).executeTakeFirst();

/** Finds a list and keeps it from being deleted until the transaction ends. Waits for a deletion under way. */
export const lockDoorList = (tx: Tx, listId: number) =>
  doorLists(tx, listId).forKeyShare('l').executeTakeFirst();
export type DoorList = NonNullable<Awaited<ReturnType<typeof findDoorList>>>;

/** Whether the account owns a list of an event that is not deleted. */
export async function hasList(
  db: Db,
  scope: AccountScope,
  { eventId, listId }: { eventId: number; listId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('check_in_lists')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', listId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The references of attendees of an event, by their ids. */
export async function findReferences(
  db: Db,
  scope: AccountScope,
  { eventId, ids }: { eventId: number; ids: readonly number[] },
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('attendees')
    .select(['id', 'reference'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** The fields of a list that are needed to find its guests. */
export type GuestList = Pick<DoorList, 'id' | 'event_id' | 'all_tickets'>;

/** Whether a list admits the ticket of an attendee. */
const admits = (list: { id: number; all_tickets: boolean }) =>
  list.all_tickets
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from app.check_in_list_tickets t where t.check_in_list_id = ${list.id} and t.ticket_id = a.ticket_id)`;

/** Attendees of the list's event, with what the door may know and whether they are inside. */
function guests(tx: Tx | Db, list: GuestList) {
  return tx
    .selectFrom('attendees as a')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .innerJoin('ticket_prices as p', 'p.id', 'a.price_id')
    .leftJoin('check_ins as c', (join) =>
      join
        .onRef('c.attendee_id', '=', 'a.id')
        .on('c.check_in_list_id', '=', list.id)
        .on('c.checked_out_at', 'is', null),
    )
    .select([
      'a.id',
      'a.event_id',
      'a.ticket_id',
      'a.reference',
      'a.first_name',
      'a.last_name',
      'a.status',
      'a.code_version',
      't.name as ticket_name',
      't.own_starts_at',
      't.own_ends_at',
      'p.label as price_label',
      'c.checked_in_at',
      'c.device',
    ])
    .select(admits(list).as('admitted_here'))
    .where('a.event_id', '=', list.event_id);
}
export type GuestRow = Awaited<ReturnType<ReturnType<typeof guests>['execute']>>[number];

export function findGuestById(tx: Tx | Db, list: GuestList, attendeeId: number) {
  return guests(tx, list).where('a.id', '=', attendeeId).executeTakeFirst();
}

export function findGuestByReference(tx: Tx | Db, list: DoorList, reference: string) {
  return guests(tx, list).where('a.reference', '=', reference.trim().toUpperCase()).executeTakeFirst();
}

export function findGuests(tx: Tx | Db, list: GuestList, ids: number[]) {
  return ids.length === 0 ? Promise.resolve([]) : guests(tx, list).where('a.id', 'in', ids).execute();
}

/** An email address is found only by its full text. Names and references are found by parts. */
function guestConditions(list: DoorList, query: string) {
  const conditions = [sql`a.event_id = ${list.event_id}`, admits(list)];
  const pattern = (word: string) => sql`'%' || app.like_text(app.fold(${word})) || '%'`;
  if (query.includes('@')) {
    return [...conditions, sql`a.search like ${pattern(query)}`, sql`lower(a.email) = lower(${query})`];
  }
  const named = sql`split_part(a.search, chr(10), 1)`;
  const words = query.split(/\s+/).filter(Boolean).slice(0, 8);
  // The indexed column also contains the address. It only narrows the search down; the second condition
  // decides.
  return [
    ...conditions,
    ...words.flatMap((word) => {
      const spelled = (column: RawBuilder<unknown>) =>
        sql`(${sql.join(
          nameSpellings(word).map((spelling) => sql`${column} like ${pattern(spelling)}`),
          sql` or `,
        )})`;
      return [spelled(sql`a.search`), spelled(named)];
    }),
  ];
}

const isInside = (list: DoorList) =>
  sql<boolean>`exists (select from app.check_ins c where c.check_in_list_id = ${list.id} and c.attendee_id = a.id and c.checked_out_at is null)`;

/**
 * One page of a list's guests by name, without cancelled guests. The search finds only what the door may
 * know.
 */
export const findGuestPage = (tx: Tx | Db, list: DoorList, query: ListQuery) =>
  findPage(
    tx,
    { sorts: ['name'], defaultSort: { by: 'name', direction: 'asc' }, filters: { checked_in: ['eq'] } },
    {
      from: sql`app.attendees a`,
      where: [...guestConditions(list, query.query), sql`a.status <> 'cancelled'`],
      id: sql`a.id`,
      sorts: { name: sql`a.name_key` },
      filters: { checked_in: columnFilter(isInside(list), 'boolean') },
    },
    { ...query, query: '' },
  );

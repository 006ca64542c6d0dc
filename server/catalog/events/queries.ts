import type { EventSettings as Settings } from '@entrada/contract/catalog/event-settings';
import type { DatedTicket, EventStatus, Location } from '@entrada/contract/catalog/events';
import type { Cover } from '@entrada/contract/images';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong, raisedVersion } from '../../db/fragments.ts';
import type { EventSettings, Events } from '../../db/types.ts';
import type { AccountScope } from '../../platform/context.ts';
import { coverOf } from '../../platform/images/picture.ts';
import { SETTING_COLUMNS, settingsOf } from './core/columns.ts';
import { hasSales } from './currency-queries.ts';
import type { StoredPair } from './keys.ts';
import { eventsWithPlace, placeOf } from './projection-queries.ts';

export type EventRecord = {
  /** The database's clock when this was read. */
  now: Date;
  id: number;
  version: number;
  title: string;
  slug: string;
  description: string;
  status: EventStatus;
  startsAt: Date;
  endsAt: Date | null;
  timezone: string;
  currency: string;
  calledOffAt: Date | null;
  movedFrom: Date | null;
  organizer: { id: number; name: string; slug: string };
  location: Location;
  settings: Settings;
  cover: Cover | null;
  has: { ticket: boolean; checkInList: boolean; sales: boolean };
  datedTickets: DatedTicket[];
  createdAt: Date;
  updatedAt: Date;
};

const SETTINGS = Object.values(SETTING_COLUMNS).map((column) => `s.${column}` as const);

const wide = (tx: Tx | Db) =>
  eventsWithPlace(tx).select([
    'e.version',
    'e.created_at',
    's.online_details',
    ...SETTINGS,
    sql<boolean>`exists (select from app.tickets t where t.event_id = e.id)`.as('has_ticket'),
    sql<boolean>`exists (select from app.check_in_lists l where l.event_id = e.id and l.deleted_at is null)`.as(
      'has_check_in_list',
    ),
    hasSales(sql`e.id`).as('has_sales'),
    sql<{ id: number; name: string; startsAt: string; endsAt: string }[]>`(
      select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'startsAt', t.own_starts_at,
        'endsAt', t.own_ends_at) order by t.position, t.id), '[]')
      from app.tickets t where t.event_id = e.id and t.own_starts_at is not null)`.as('dated_tickets'),
  ]);

type WideRow = Awaited<ReturnType<ReturnType<typeof wide>['execute']>>[number];

function toRecord(row: WideRow): EventRecord {
  return {
    now: row.now,
    id: row.id,
    version: row.version,
    title: row.title,
    slug: row.slug,
    description: row.description,
    status: row.status as EventStatus,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timezone: row.timezone,
    currency: row.currency,
    calledOffAt: row.called_off_at,
    movedFrom: row.moved_from,
    organizer: { id: row.organizer_id, name: row.organizer_name, slug: row.organizer_slug },
    location: { ...placeOf(row), onlineDetails: row.online_details },
    settings: settingsOf(row),
    cover: coverOf(row),
    has: { ticket: row.has_ticket, checkInList: row.has_check_in_list, sales: row.has_sales },
    datedTickets: row.dated_tickets.map(({ startsAt, endsAt, ...ticket }) => ({
      ...ticket,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    })),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Events of the account with all that a reply shows, in no particular order. */
export async function findEvents(
  tx: Tx | Db,
  scope: AccountScope,
  ids: readonly number[],
): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const rows = await wide(tx)
    .where('e.account_id', '=', scope.accountId)
    .where('e.id', 'in', [...ids])
    .execute();
  return rows.map(toRecord);
}

/** One event of the account with all that a reply shows; null for any other. */
export async function findEvent(tx: Tx | Db, scope: AccountScope, id: number): Promise<EventRecord | null> {
  return (await findEvents(tx, scope, [id]))[0] ?? null;
}

/** The facts of an event that its lists and files need, with the database's time. */
export type EventBasics = {
  status: string;
  slug: string;
  timezone: string;
  currency: string;
  calledOffAt: Date | null;
  effectiveEnd: Date;
  now: Date;
};

/** Undefined for an event that is not the account's. */
export const findEventBasics = (
  tx: Tx | Db,
  scope: AccountScope,
  id: number,
): Promise<EventBasics | undefined> =>
  tx
    .selectFrom('events')
    .select(['status', 'slug', 'timezone', 'currency', 'effective_end as effectiveEnd'])
    .select('called_off_at as calledOffAt')
    .select(sql<Date>`app.now()`.as('now'))
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The facts that decide whether and how an event may change. */
export type LockedEvent = {
  id: number;
  title: string;
  status: EventStatus;
  version: number;
  startsAt: Date;
  endsAt: Date | null;
  currency: string;
  calledOffAt: Date | null;
};

/**
 * Locks events of the account against other changes, in the order of their ids. Answers those that exist. Does not
 * block rows that only refer to an event, such as orders: FOR UPDATE would make every reservation wait.
 */
export async function lockEvents(
  tx: Tx,
  scope: AccountScope,
  ids: readonly number[],
): Promise<LockedEvent[]> {
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'title', 'status', 'version', 'starts_at', 'ends_at', 'currency', 'called_off_at'])
    .where('account_id', '=', scope.accountId)
    .where(isAmong('id', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(
    ({ starts_at: startsAt, ends_at: endsAt, called_off_at: calledOffAt, status, ...rest }) => ({
      ...rest,
      status: status as EventStatus,
      startsAt,
      endsAt,
      calledOffAt,
    }),
  );
}

/** Adds an event with its settings and the keys that sign its tickets; answers its id. */
export async function insertEvent(
  tx: Tx,
  scope: AccountScope,
  values: Omit<Insertable<Events>, 'account_id'>,
  settings: Partial<Insertable<EventSettings>>,
  keys: StoredPair,
): Promise<number> {
  const owner = { account_id: scope.accountId };
  const { id } = await tx
    .insertInto('events')
    .values({ ...values, ...owner })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('event_settings')
    .values({ ...settings, ...owner, event_id: id })
    .execute();
  await tx
    .insertInto('event_keys')
    .values({
      ...owner,
      event_id: id,
      public_key: keys.publicKey,
      private_key: keys.privateKey,
      sealed_by: keys.sealedBy,
    })
    .execute();
  return id;
}

/** Writes what changed; raises the event's version where `isEdit`. */
export async function updateEventRow(
  tx: Tx,
  scope: AccountScope,
  id: number,
  change: { values?: Updateable<Events>; settings?: Updateable<EventSettings>; isEdit?: boolean },
): Promise<void> {
  await tx
    .updateTable('events')
    .set({ ...change.values, ...(change.isEdit && raisedVersion) })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
  if (change.settings && Object.keys(change.settings).length > 0) {
    await tx
      .updateTable('event_settings')
      .set(change.settings)
      .where('account_id', '=', scope.accountId)
      .where('event_id', '=', id)
      .execute();
  }
}

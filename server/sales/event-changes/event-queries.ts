import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { isAmong, movedDate } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { EventState } from './queries.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** What a move touches beside the event's own start, end and place, to be put back. */
export async function readBeside(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
): Promise<Pick<EventState, 'tickets' | 'lists' | 'moved' | 'returnsUntil'>> {
  const event = await tx
    .selectFrom('events')
    .select(['moved_at', 'moved_from', 'moved_from_place', 'returns_until'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'own_starts_at', 'own_ends_at'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('own_starts_at', 'is not', null)
    .orderBy('id')
    .execute();
  const lists = await tx
    .selectFrom('check_in_lists')
    .select(['id', 'activates_at', 'expires_at'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('activates_at', 'is not', null), eb('expires_at', 'is not', null)]))
    .orderBy('id')
    .execute();
  return {
    moved: { at: iso(event.moved_at), from: iso(event.moved_from), place: event.moved_from_place },
    returnsUntil: iso(event.returns_until),
    tickets: tickets.flatMap(({ id, own_starts_at: startsAt, own_ends_at: endsAt }) =>
      startsAt && endsAt ? [{ id, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }] : [],
    ),
    lists: lists.map(({ id, activates_at: activatesAt, expires_at: expiresAt }) => ({
      id,
      activatesAt: iso(activatesAt),
      expiresAt: iso(expiresAt),
    })),
  };
}

/** Moves the hours in which check-in lists are open with their event, by the same difference in local time. */
export async function moveLists(
  tx: Tx,
  scope: AccountScope,
  { eventId, ...shift }: { eventId: number; from: Date; to: Date; timezone: string },
): Promise<void> {
  await sql`update app.check_in_lists set activates_at = ${movedDate('activates_at', shift)},
      expires_at = ${movedDate('expires_at', shift)}, version = version + 1
    where account_id = ${scope.accountId} and event_id = ${eventId} and deleted_at is null
      and (activates_at is not null or expires_at is not null)`.execute(tx);
}

type Moved = Pick<EventState, 'tickets' | 'lists'>;

const idsOf = (rows: readonly { id: number }[] = []) => rows.map(({ id }) => id);

/** The present versions of tickets and check-in lists. */
export async function findVersions(
  tx: Tx,
  scope: AccountScope,
  { tickets, lists }: Moved,
): Promise<NonNullable<EventState['rows']>> {
  const of = (table: 'tickets' | 'check_in_lists', ids: readonly number[]) =>
    tx
      .selectFrom(table)
      .select(['id', 'version'])
      .where('account_id', '=', scope.accountId)
      .where(isAmong('id', ids))
      .orderBy('id')
      .execute();
  return {
    tickets: await of('tickets', idsOf(tickets)),
    lists: await of('check_in_lists', idsOf(lists)),
  };
}

/**
 * Puts the dates of tickets and check-in lists back as they were before a move. What was deleted since stays so. False if
 * somebody changed one of them after the move: nothing may be kept then.
 */
export async function putBack(
  tx: Tx,
  scope: AccountScope,
  { before: { tickets = [], lists = [] }, after }: { before: EventState; after: EventState },
): Promise<boolean> {
  const now = await findVersions(tx, scope, { tickets, lists });
  const wasChanged = (kind: 'tickets' | 'lists') => {
    const moved = new Map(after.rows?.[kind].map(({ id, version }) => [id, version]));
    return now[kind].some(({ id, version }) => moved.has(id) && moved.get(id) !== version);
  };
  if (wasChanged('tickets') || wasChanged('lists')) return false;
  await sql`update app.tickets t set own_starts_at = b.starts_at, own_ends_at = b.ends_at, version = t.version + 1,
      updated_at = app.now()
    from unnest(${idsOf(tickets)}::bigint[], ${tickets.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${tickets.map(({ endsAt }) => endsAt)}::timestamptz[]) b(id, starts_at, ends_at)
    where t.account_id = ${scope.accountId} and t.id = b.id`.execute(tx);
  await sql`update app.check_in_lists l set activates_at = b.activates_at, expires_at = b.expires_at,
      version = l.version + 1
    from unnest(${idsOf(lists)}::bigint[], ${lists.map(({ activatesAt }) => activatesAt)}::timestamptz[],
      ${lists.map(({ expiresAt }) => expiresAt)}::timestamptz[]) b(id, activates_at, expires_at)
    where l.account_id = ${scope.accountId} and l.id = b.id and l.deleted_at is null`.execute(tx);
  return true;
}

/**
 * Lets every hold of an event end now. Those that somebody completes at this moment are left out: completing looks at
 * the event itself. The sweep gives their stock back and ends payments at the provider.
 */
export async function endHolds(tx: Tx, scope: AccountScope, eventId: number): Promise<void> {
  await sql`with held as materialized (
      select id from app.orders where account_id = ${scope.accountId} and event_id = ${eventId} and status = 'reserved'
        and not is_manual and expires_at > app.now()
      order by id for no key update skip locked)
    update app.orders o set expires_at = app.now() from held where held.id = o.id`.execute(tx);
}

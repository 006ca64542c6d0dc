import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../context.ts';

type Scope = Pick<AccountScope, 'accountId' | 'memberId'>;

const eventsOf = ({ accountId, memberId }: Scope) =>
  sql`select r.event_id from app.member_events r where r.account_id = ${accountId} and r.user_id = ${memberId}`;

/** Whether the event with this id is within the reach of the scope. `event` is SQL for the id. True for the whole account. */
export const reachesEvent = (scope: Scope, event: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.memberId === null ? sql`true` : sql`${event} in (${eventsOf(scope)})`;

/** Whether all events of the organizer with this id are within reach. Whoever reaches one can make events there. */
export const reachesWholeOrganizer = (scope: Scope, organizer: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.memberId === null
    ? sql`true`
    : sql`${organizer} in (select r.organizer_id from app.membership_organizers r
        where r.account_id = ${scope.accountId} and r.user_id = ${scope.memberId})`;

/** Whether the organizer, or one of its events, is within reach. */
export const reachesOrganizer = (scope: Scope, organizer: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.memberId === null
    ? sql`true`
    : sql`(${reachesWholeOrganizer(scope, organizer)} or ${organizer} in (
        select e.organizer_id from app.events e where e.account_id = ${scope.accountId} and e.id in (${eventsOf(scope)})))`;

/** Whether the scope reaches all events of an organizer. */
export async function doesReachWholeOrganizer(
  db: Tx | Db,
  scope: Scope,
  organizerId: number,
): Promise<boolean> {
  if (scope.memberId === null) return true;
  const { rows } =
    await sql`select where ${reachesWholeOrganizer(scope, sql`${organizerId}::bigint`)}`.execute(db);
  return rows.length > 0;
}

/** Whether the scope reaches an event. */
export async function doesReachEvent(db: Tx | Db, scope: Scope, eventId: number): Promise<boolean> {
  if (scope.memberId === null) return true;
  const { rows } = await sql`select where ${reachesEvent(scope, sql`${eventId}::bigint`)}`.execute(db);
  return rows.length > 0;
}

/** Whether the scope reaches an organizer or one of its events. */
export async function doesReachOrganizer(db: Tx | Db, scope: Scope, organizerId: number): Promise<boolean> {
  if (scope.memberId === null) return true;
  const { rows } = await sql`select where ${reachesOrganizer(scope, sql`${organizerId}::bigint`)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** The ids of all events that a limited member reaches, or null for everybody else. */
export async function findReach(db: Tx | Db, scope: Scope): Promise<ReadonlySet<number> | null> {
  if (scope.memberId === null) return null;
  const { rows } = await sql<{ event_id: number }>`${eventsOf(scope)}`.execute(db);
  return new Set(rows.map((row) => row.event_id));
}

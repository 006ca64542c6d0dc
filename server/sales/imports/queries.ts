import { personName } from '@entrada/contract/accounts/person-name';
import type { ErrorCode } from '@entrada/contract/errors';
import type { GuestImport } from '@entrada/contract/sales/imports/endpoints';
import type { ImportedGuest } from '@entrada/contract/sales/imports/guests';
import type { PaidByHand } from '@entrada/contract/sales/orders';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { inserterOf } from '../../platform/rows.ts';
import type { HeldLine } from '../guests/queries.ts';
import { BATCH } from './core/batches.ts';

/** Adds an import and answers its id. */
export const insertImport = inserterOf('guest_imports');

/** What the job that writes an import knows of it. */
export type RunningImport = {
  id: number;
  accountId: number;
  eventId: number;
  userId: number;
  state: GuestImport['state'];
  rows: ImportedGuest[];
  guests: number;
  batchesWritten: number;
  holdId: number | null;
  paidByHand: PaidByHand | null;
  notify: boolean;
  exceeded: { counterId: number; by: number }[] | null;
  requestId: string | null;
};

const running = (tx: Tx | Db, id: number) =>
  tx
    .selectFrom('guest_imports')
    .select([
      'id',
      'account_id as accountId',
      'event_id as eventId',
      'user_id as userId',
      'state',
      'guests',
      'batches_written as batchesWritten',
      'hold_id as holdId',
      'paid_by_hand as paidByHand',
      'notify',
      'exceeded',
      'request_id as requestId',
    ])
    .where('id', '=', id);

/** An import with its rows; null if there is none. For its job. */
export async function findRunning(db: Db, id: number): Promise<RunningImport | null> {
  const row = await running(db, id).select('rows').executeTakeFirst();
  return (row as RunningImport | undefined) ?? null;
}

/** The same without the rows, with the row locked until the transaction ends. Lock it before any order. */
export async function lockRunning(tx: Tx, id: number): Promise<Omit<RunningImport, 'rows'> | null> {
  const row = await running(tx, id).forNoKeyUpdate().executeTakeFirst();
  return (row as Omit<RunningImport, 'rows'> | undefined) ?? null;
}

/** Takes the lines of one batch out of the order that holds the places, and its money with them. Locks that order. */
export async function takeLines(
  tx: Tx,
  scope: AccountScope,
  { holdId, batch }: { holdId: number; batch: number },
): Promise<HeldLine[]> {
  const { rows } = await sql<HeldLine>`
    with held as materialized (
      select id from app.orders where account_id = ${scope.accountId} and id = ${holdId} and status = 'reserved'
      for no key update),
    gone as (
      delete from app.order_items i using held h
      where i.order_id = h.id and i.account_id = ${scope.accountId} and i.position = ${batch} returning i.*),
    sums as (
      select sum(quantity) as n, sum(unit_list * quantity) as list, sum(unit_discount * quantity) as discount,
        sum(unit_fees * quantity) as fees, sum(unit_tax_added * quantity) as added,
        sum(unit_tax_included * quantity) as included, sum(unit_total * quantity) as total from gone),
    less as (
      update app.orders o set places = o.places - s.n, list_total = o.list_total - s.list,
        discount_total = o.discount_total - s.discount, fee_total = o.fee_total - s.fees,
        tax_added_total = o.tax_added_total - s.added, tax_included_total = o.tax_included_total - s.included,
        total = o.total - s.total
      from sums s, held h where o.id = h.id and s.n is not null)
    select ticket_id as "ticketId", price_id as "priceId", ticket_name as "ticketName", price_label as "priceLabel", admits,
      unit_list as "unitList", unit_discount as "unitDiscount", unit_fees as "unitFees", unit_tax_added as "unitTaxAdded",
      unit_tax_included as "unitTaxIncluded", unit_total as "unitTotal", charges, counter_ids as "counterIds", quantity,
      position
    from gone`.execute(tx);
  return rows;
}

/** Ends the order that held the places, once it holds none any more. */
export async function removeEmptyHold(tx: Tx, scope: AccountScope, holdId: number): Promise<void> {
  await sql`delete from app.orders o where account_id = ${scope.accountId} and id = ${holdId} and status = 'reserved'
    and not exists (select from app.order_items i where i.order_id = o.id)`.execute(tx);
}

/** Puts on record that a batch was written. The import must be locked. */
export async function noteBatch(
  tx: Tx,
  scope: AccountScope,
  id: number,
  { written, isLast }: { written: number; isLast: boolean },
): Promise<void> {
  await tx
    .updateTable('guest_imports')
    .set((eb) => ({
      written: eb('written', '+', written),
      batches_written: eb('batches_written', '+', 1),
      ...(isLast && { hold_id: null }),
    }))
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Ends an import and forgets its rows. The import must be locked. */
export async function endImport(
  tx: Tx,
  scope: AccountScope,
  id: number,
  end: { state: 'done' } | { state: 'failed'; failure: ErrorCode },
): Promise<void> {
  await tx
    .updateTable('guest_imports')
    .set({ ...end, rows: '[]', hold_id: null, ended_at: sql<Date>`app.now()` })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** The orders that an import has written and still holds, in the order of their ids. */
export async function findHeld(tx: Tx | Db, scope: AccountScope, importId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('import_id', '=', importId)
    .where('status', '=', 'reserved')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lets the next held orders of an import be overdue, so that what ends such holds gives their places back. */
export async function endHolds(tx: Tx | Db, scope: AccountScope, importId: number): Promise<void> {
  await sql`update app.orders set expires_at = app.now() where id in (
    select id from app.orders where account_id = ${scope.accountId} and import_id = ${importId} and status = 'reserved'
      and expires_at > app.now() order by id limit ${BATCH} for no key update)`.execute(tx);
}

/** Deletes the next ended orders of an import with all that was written of them. Answers how many. */
export async function removeEnded(tx: Tx | Db, scope: AccountScope, importId: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from app.orders where id in (
    select id from app.orders where account_id = ${scope.accountId} and import_id = ${importId} and status = 'expired'
    order by id limit ${BATCH} for update)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Imports that should have ended by now, with their accounts. */
export async function findOverdueImports(db: Db, holdSeconds: number): Promise<number[]> {
  const rows = await db
    .selectFrom('guest_imports')
    .select('id')
    .where('state', '=', 'running')
    .where('started_at', '<', sql<Date>`app.now() - make_interval(secs => ${holdSeconds})`)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

const shown = (tx: Tx | Db, scope: AccountScope, eventId: number) =>
  tx
    .selectFrom('guest_imports as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select([
      'g.id',
      'g.state',
      'g.guests',
      'g.places',
      'g.written',
      'g.failure',
      'g.exceeded',
      'g.started_at as startedAt',
      'g.ended_at as endedAt',
      'u.first_name as firstName',
      'u.last_name as lastName',
    ])
    .select(
      sql<boolean>`g.state = 'done' and exists (select from app.orders o where o.import_id = g.id and o.status = 'completed')`.as(
        'canUndo',
      ),
    )
    .where('g.account_id', '=', scope.accountId)
    .where('g.event_id', '=', eventId);

type Shown = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

const toShown = ({ firstName, lastName, exceeded, ...row }: Shown): GuestImport => ({
  ...row,
  state: row.state as GuestImport['state'],
  failure: row.failure as GuestImport['failure'],
  exceedsCapacity: exceeded !== null,
  by: personName({ firstName, lastName }),
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

/** An import of an event as the team sees it; null if the account owns none. */
export async function findImport(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, importId }: { eventId: number; importId: number },
): Promise<GuestImport | null> {
  const row = await shown(tx, scope, eventId).where('g.id', '=', importId).executeTakeFirst();
  return row ? toShown(row) : null;
}

/** The last imports of an event, newest first. */
export async function findImports(tx: Tx | Db, scope: AccountScope, eventId: number): Promise<GuestImport[]> {
  const rows = await shown(tx, scope, eventId).orderBy('g.id', 'desc').limit(10).execute();
  return rows.map(toShown);
}

/** The import that was started with this key. */
export const findByKey = (tx: Tx, scope: AccountScope, key: string) =>
  tx
    .selectFrom('guest_imports')
    .select(['id', 'request_hash as requestHash'])
    .where('account_id', '=', scope.accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

/** The addresses among these, in small letters, that have a valid ticket of an event. */
export async function findKnownAddresses(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  emails: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct lower(email) as email from app.attendees
    where account_id = ${scope.accountId} and event_id = ${eventId} and status <> 'cancelled'
      and lower(email) = any(${[...emails]}::text[])`.execute(tx);
  return rows.map(({ email }) => email);
}

/** Writes which order holds the places of an import, and by how much it goes beyond the capacity. */
export async function noteStart(
  tx: Tx,
  scope: AccountScope,
  id: number,
  { holdId, exceeded }: { holdId: number | null; exceeded: RunningImport['exceeded'] },
): Promise<void> {
  await tx
    .updateTable('guest_imports')
    .set({ hold_id: holdId, exceeded: exceeded && JSON.stringify(exceeded) })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

import {
  CHANGE_UNDO_SECONDS,
  type ChangeKind,
  type ChangeMessages,
  type ChangeMoney,
} from '@entrada/contract/sales/event-changes/endpoints';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { isInQueue } from '../../platform/jobs/queries.ts';

const versions = z.array(z.object({ id: z.number(), version: z.number() }));

/** What an event is before or after a change. What a move touches beside it is kept to be put back. */
const state = z.object({
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  place: z.string(),
  location: z.record(z.string(), z.unknown()).optional(),
  tickets: z.array(z.object({ id: z.number(), startsAt: z.string(), endsAt: z.string() })).optional(),
  lists: z
    .array(z.object({ id: z.number(), activatesAt: z.string().nullable(), expiresAt: z.string().nullable() }))
    .optional(),
  moved: z
    .object({ at: z.string().nullable(), from: z.string().nullable(), place: z.string().nullable() })
    .optional(),
  returnsUntil: z.string().nullable().optional(),
  /** The versions of the tickets and lists that moved along, then. Changes before November 24, 2026 have none. */
  rows: z.object({ tickets: versions, lists: versions }).optional(),
  /** The version that the event had then. */
  version: z.number().optional(),
});
export type EventState = z.output<typeof state>;

const select = (tx: Tx | Db) =>
  tx
    .selectFrom('event_changes')
    .selectAll()
    .select(sql<Date>`app.now()`.as('now'))
    .select(
      sql<number>`greatest(0, ceil(extract(epoch from begins_at - app.now())))::int`.as('seconds_left'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toChange = (row: Row) => ({
  id: row.id,
  accountId: row.account_id,
  eventId: row.event_id,
  kind: row.kind as ChangeKind,
  status: row.status as 'waiting' | 'running' | 'done' | 'undone',
  money: row.money as ChangeMoney,
  messages: row.messages as ChangeMessages,
  before: state.parse(row.before),
  after: state.parse(row.after),
  beginsAt: row.begins_at,
  secondsLeft: row.status === 'waiting' ? row.seconds_left : 0,
  mails: row.mails,
  waitingMails: row.waiting_mails,
  lastOrderId: row.last_order_id,
  cancelJobId: row.cancel_job_id,
  refundJobId: row.refund_job_id,
  createdBy: row.created_by,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  requestHash: row.request_hash,
  now: row.now,
});
export type StoredChange = ReturnType<typeof toChange>;

/** Some changes of an event, newest first. */
export async function findChanges(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, changeId, most = 10 }: { eventId: number; changeId?: number; most?: number },
): Promise<StoredChange[]> {
  let query = select(tx).where('account_id', '=', scope.accountId).where('event_id', '=', eventId);
  if (changeId !== undefined) query = query.where('id', '=', changeId);
  return (await query.orderBy('id', 'desc').limit(most).execute()).map(toChange);
}

/** The change that a request with this key made. */
export async function findByRequest(tx: Tx, scope: AccountScope, key: string): Promise<StoredChange | null> {
  const row = await select(tx)
    .where('account_id', '=', scope.accountId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return row ? toChange(row) : null;
}

/** Whether a change of an event is not finished. The event's row must be locked. */
export async function hasOpenChange(tx: Tx, scope: AccountScope, eventId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('event_changes')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return row !== undefined;
}

type NewChange = {
  eventId: number;
  kind: ChangeKind;
  money: ChangeMoney;
  messages: ChangeMessages;
  before: EventState;
  after: EventState;
  createdBy: number;
  key: string | null;
  hash: string;
};

/** Writes a change that begins when it can no longer be taken back. Answers its id. */
export async function insertChange(tx: Tx, scope: AccountScope, change: NewChange): Promise<number> {
  const { id } = await tx
    .insertInto('event_changes')
    .values({
      account_id: scope.accountId,
      event_id: change.eventId,
      kind: change.kind,
      money: change.money,
      messages: JSON.stringify(change.messages),
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
      begins_at: sql<Date>`app.now() + make_interval(secs => ${CHANGE_UNDO_SECONDS})`,
      created_by: change.createdBy,
      request_key: change.key,
      request_hash: change.key === null ? null : Buffer.from(change.hash, 'hex'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a change of an event until the transaction ends. */
export async function lockChange(
  tx: Tx,
  scope: AccountScope,
  { eventId, changeId }: { eventId: number; changeId: number },
): Promise<StoredChange | null> {
  const row = await select(tx)
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', changeId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toChange(row) : null;
}

/** A change that is not finished, locked until the transaction ends. Null if there is none. */
export async function lockOpenChange(tx: Tx, changeId: number): Promise<StoredChange | null> {
  const row = await select(tx)
    .where('id', '=', changeId)
    .where('status', 'in', ['waiting', 'running'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toChange(row) : null;
}

/** A change, for the mails about it. */
export async function findChange(tx: Tx | Db, changeId: number): Promise<StoredChange | null> {
  const row = await select(tx).where('id', '=', changeId).executeTakeFirst();
  return row ? toChange(row) : null;
}

type Step = {
  status?: 'running' | 'done' | 'undone';
  mails?: number;
  waitingMails?: number;
  lastOrderId?: number;
  cancelJobId?: number | null;
  refundJobId?: number | null;
};

/** Writes how far the work on a change has come. The row must be locked. */
export async function writeStep(tx: Tx, changeId: number, step: Step): Promise<void> {
  const { status } = step;
  await tx
    .updateTable('event_changes')
    .set({
      ...(status && { status }),
      ...(status && status !== 'running' && { finished_at: sql<Date>`app.now()` }),
      ...(step.mails !== undefined && { mails: step.mails }),
      ...(step.waitingMails !== undefined && { waiting_mails: step.waitingMails }),
      ...(step.lastOrderId !== undefined && { last_order_id: step.lastOrderId }),
      ...(step.cancelJobId !== undefined && { cancel_job_id: step.cancelJobId }),
      ...(step.refundJobId !== undefined && { refund_job_id: step.refundJobId }),
    })
    .where('id', '=', changeId)
    .execute();
}

/** Changes that are due or under way and that no job of the queue will carry out. */
export async function findForgotten(tx: Tx | Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from app.event_changes c
    where c.status in ('waiting', 'running') and c.begins_at <= app.now()
      and not ${isInQueue(sql`'event-change:' || c.id`)}
    order by c.id limit 100`.execute(tx);
  return rows.map(({ id }) => id);
}

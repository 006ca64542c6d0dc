import type { Tx } from '../db/client.ts';
import type { AccountScope, Actor, Ctx } from './context.ts';
import { inTurn } from './turns.ts';

/** Who does something, for the audit log: the signed-in user, a visitor or the system. */
export type Witness = Pick<Ctx, 'actor' | 'requestId'>;

/** What was done to a record. `before` and `after` hold the changed fields. */
type AuditEntry = {
  action: string;
  target: { type: string; id: number };
  before?: unknown;
  after?: unknown;
};

/**
 * Records who did what to which record, in the transaction of the change. Never pass passwords, tokens or
 * whole records of people.
 */
export const audit = (tx: Tx, ctx: Witness, scope: AccountScope, entry: AuditEntry): Promise<void> =>
  auditAll(tx, ctx, scope, [entry]);

/** The number of entries that one statement inserts. */
const MANY = 1000;

/** Records what one request did to many records, in the given order. */
export async function auditAll(
  tx: Tx,
  ctx: Witness,
  scope: AccountScope,
  entries: readonly AuditEntry[],
): Promise<void> {
  const words = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  for (let at = 0; at < entries.length; at += MANY) {
    const rows = entries.slice(at, at + MANY).map((entry) => ({
      account_id: scope.accountId,
      user_id: authorOf(ctx.actor),
      action: entry.action,
      target_type: entry.target.type,
      target_id: entry.target.id,
      before: words(entry.before),
      after: words(entry.after),
      request_id: ctx.requestId,
    }));
    await tx.insertInto('audit_entries').values(rows).execute();
  }
}

function authorOf(actor: Actor): number | null {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'system' ? (actor.forUserId ?? null) : null;
}

/** Records one change that was made to many records of a type. */
export const auditEach = (
  tx: Tx,
  ctx: Witness,
  scope: AccountScope,
  { type, ids, ...entry }: Omit<AuditEntry, 'target'> & { type: string; ids: readonly number[] },
): Promise<void> =>
  auditAll(
    tx,
    ctx,
    scope,
    ids.map((id) => ({ ...entry, target: { type, id } })),
  );

/** Records that each of these records was deleted, with what it held. */
export const auditDeleted = <Row extends { id: number }>(
  tx: Tx,
  ctx: Witness,
  scope: AccountScope,
  {
    action,
    type,
    rows,
    held,
  }: { action: string; type: string; rows: readonly Row[]; held: (row: Row) => unknown },
): Promise<void> =>
  auditAll(
    tx,
    ctx,
    scope,
    rows.map((row) => ({ action, target: { type, id: row.id }, before: held(row) })),
  );

/** Ends the transaction of a save that changed nothing, so that it leaves no trace. */
class NothingChanged<T> extends Error {
  readonly record: T;
  constructor(record: T) {
    super('nothing changed');
    this.record = record;
  }
}

/**
 * Saves a change of one record in a transaction and records it with the fields that differ. `save` answers the record
 * before and after, `auditable` the fields that a person can change. If none of them differs, everything that `save`
 * wrote is taken back: no version rises, and the audit stays as it is. `eventId`: the event that `save` locks.
 * `transact` replaces the plain transaction.
 */
export async function saveChange<T>(
  ctx: Witness & Pick<Ctx, 'db'>,
  scope: AccountScope,
  change: Pick<AuditEntry, 'action' | 'target'> & {
    auditable: (record: T) => Record<string, unknown>;
    eventId?: number;
    transact?: <R>(run: (tx: Tx) => Promise<R>) => Promise<R>;
  },
  save: (tx: Tx) => Promise<{ before: T; after: T }>,
): Promise<T> {
  const { auditable, eventId, transact, ...entry } = change;
  const { target } = entry;
  const turn = eventId === undefined ? `${target.type} ${target.id}` : `event ${eventId}`;
  const inOne = transact ?? ((run) => inTurn(ctx.db, [turn], run));
  try {
    return await inOne(async (tx) => {
      const { before, after } = await save(tx);
      const changed = changes(auditable(before), auditable(after));
      if (!changed) throw new NothingChanged(before);
      await audit(tx, ctx, scope, { ...entry, ...changed });
      return after;
    });
  } catch (error) {
    if (error instanceof NothingChanged) return error.record;
    throw error;
  }
}

/** The fields of `after` whose values differ from `before`, as two records for the audit. */
export function changes<T extends Record<string, unknown>>(
  before: T,
  after: Partial<T>,
): { before: Partial<T>; after: Partial<T> } | null {
  const keys = Object.keys(after).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  ) as (keyof T)[];
  if (keys.length === 0) return null;
  const pick = (from: Partial<T>) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}

import type { Ctx } from './context.ts';
import { type AccountScope, userOf } from './context.ts';
import type { Tx } from './db/client.ts';

/**
 * Records who did what to which record, in the change's own transaction. `before` and `after` hold the fields that
 * changed. Never passwords, tokens or whole records of people.
 */
export async function audit(
  tx: Tx,
  ctx: Pick<Ctx, 'actor' | 'requestId'>,
  scope: AccountScope,
  entry: { action: string; target: { type: string; id: number }; before?: unknown; after?: unknown },
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      account_id: scope.accountId,
      user_id: ctx.actor.kind === 'user' ? userOf(ctx.actor).userId : null,
      action: entry.action,
      target_type: entry.target.type,
      target_id: entry.target.id,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      request_id: ctx.requestId,
    })
    .execute();
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

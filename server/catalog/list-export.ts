import type { ListQuery } from '@entrada/contract/list';
import { audit } from '../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/db/client.ts';
import { fail } from '../platform/errors.ts';
import { inOrderOf } from '../platform/list.ts';
import { findEventForSale } from './sale-queries.ts';

type Exported<Row, Shown> = {
  /** What the audit calls it. */
  action: string;
  walk: (db: Db, scope: AccountScope, eventId: number, query: ListQuery) => AsyncIterable<number[]>;
  find: (db: Db, scope: AccountScope, eventId: number, ids: readonly number[]) => Promise<Row[]>;
  show: (row: Row) => Shown;
};

/**
 * Everything that a list of an event finds, in batches as they are read, with the event's currency; records who took it.
 * Throws NOT_FOUND before anything is read.
 */
export async function exportList<Row extends { id: number }, Shown>(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
  { action, walk, find, show }: Exported<Row, Shown>,
): Promise<{ currency: string; pages: AsyncIterable<Shown[]> }> {
  const scope = scopeOf(ctx.actor);
  const found = await findEventForSale(ctx.db, eventId);
  if (found?.event.accountId !== scope.accountId) throw fail('NOT_FOUND');
  await inTransaction(ctx.db, (tx) =>
    audit(tx, ctx, scope, {
      action,
      target: { type: 'event', id: eventId },
      after: { query: query.query, filters: query.filters },
    }),
  );
  async function* pages() {
    for await (const ids of walk(ctx.db, scope, eventId, query)) {
      yield inOrderOf(ids, await find(ctx.db, scope, eventId, ids)).map(show);
    }
  }
  return { currency: found.event.currency, pages: pages() };
}

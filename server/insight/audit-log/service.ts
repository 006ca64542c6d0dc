import { AUDIT_PAGE, type AuditLogEntry } from '@entrada/contract/insight/audit-log';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { changedFields, formerName } from './core/changed.ts';
import { findEntries, findKnown, type Narrowed } from './queries.ts';

/**
 * Who did what in the account, newest first, and where the older entries begin. FORBIDDEN for a member who reaches only
 * some events: the log tells of the whole account.
 */
export async function listAuditEntries(
  ctx: Ctx,
  { limit = AUDIT_PAGE.usual, ...narrowed }: Narrowed & { limit?: number | undefined },
): Promise<{ data: AuditLogEntry[]; next: number | null }> {
  const scope = scopeOf(ctx.actor);
  if (scope.memberId !== null) throw fail('FORBIDDEN');
  const found = await findEntries(ctx.db, scope, narrowed, limit + 1);
  const rows = found.slice(0, limit);
  const targets = rows.map((row) => ({ type: row.target_type, id: row.target_id }));
  const known = new Map(
    (await findKnown(ctx.db, scope, targets)).map((record) => [`${record.type} ${record.id}`, record]),
  );
  const data = rows.map((row) => {
    const record = known.get(`${row.target_type} ${row.target_id}`);
    return {
      id: row.id,
      at: row.at.toISOString(),
      by: row.by,
      action: row.action,
      record: {
        type: row.target_type,
        id: row.target_id,
        name: record?.name ?? formerName(row.before, row.after),
        eventId: record?.event_id ?? null,
      },
      changed: changedFields(row.before, row.after),
    };
  });
  return { data, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

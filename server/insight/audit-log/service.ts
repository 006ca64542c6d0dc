import { personName } from '@entrada/contract/accounts/person-name';
import {
  AUDIT_PAGE,
  AUDIT_PEOPLE,
  AUDITED_RECORDS,
  type AuditChoices,
  type AuditLogEntry,
} from '@entrada/contract/insight/audit-log';
import type { AuditWords } from '@entrada/documents/types';
import { type AccountScope, type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { auditWords } from '../../platform/documents/audit-words.ts';
import { fail } from '../../platform/errors.ts';
import { changedFields, formerName } from './core/changed.ts';
import { idsNamedIn } from './core/named.ts';
import * as queries from './queries.ts';

/** The scope of a reader. FORBIDDEN for a member who reaches only some events: the log tells of the whole account. */
export function readerScope(ctx: Ctx): AccountScope {
  const scope = scopeOf(ctx.actor);
  if (scope.memberId !== null) throw fail('FORBIDDEN');
  return scope;
}

/** Who did what in the account, newest first, and where the older entries begin. FORBIDDEN. */
export async function listAuditEntries(
  ctx: Ctx,
  { limit = AUDIT_PAGE.usual, ...narrowed }: queries.Narrowed & { limit?: number | undefined },
): Promise<{ data: AuditLogEntry[]; next: number | null }> {
  const scope = readerScope(ctx);
  const timeZone = await queries.findReaderZone(ctx.db, scope, userOf(ctx.actor).userId);
  const reader = { words: await auditWords(ctx), timeZone };
  return findPage(ctx, scope, { narrowed, limit, reader });
}

type Asked = {
  narrowed: queries.Narrowed;
  limit: number;
  /** The words and the time zone of who reads it. */
  reader: { words: AuditWords; timeZone: string };
};

/** One page of the log, in words. */
export async function findPage(
  ctx: Ctx,
  scope: AccountScope,
  { narrowed, limit, reader }: Asked,
): Promise<{ data: AuditLogEntry[]; next: number | null }> {
  const found = await queries.findEntries(ctx.db, scope, narrowed, limit + 1);
  const rows = found
    .slice(0, limit)
    .map((row) => ({ ...row, changed: changedFields(row.before, row.after) }));
  const targets = rows.map((row) => ({ type: row.target_type, id: row.target_id }));
  const named = rows.flatMap(({ changed }) => idsNamedIn(changed));
  const known = new Map(
    (await queries.findKnown(ctx.db, scope, [...targets, ...named])).map((record) => [
      `${record.type} ${record.id}`,
      record,
    ]),
  );
  const eventIds = [...new Set([...known.values()].flatMap((record) => record.event_id ?? []))];
  const events = new Map(
    (await queries.findEventMoney(ctx.db, scope, eventIds)).map((event) => [event.id, event]),
  );
  const data = rows.map((row) => {
    const record = known.get(`${row.target_type} ${row.target_id}`);
    const event = events.get(record?.event_id ?? 0);
    const facts = {
      currency: record?.currency ?? event?.currency ?? null,
      timeZone: event?.timezone ?? reader.timeZone,
      nameOf: (kind: string, id: number) => known.get(`${kind} ${id}`)?.name ?? null,
    };
    return {
      id: row.id,
      at: row.at.toISOString(),
      by: row.by,
      action: row.action,
      record: {
        type: row.target_type,
        id: row.target_id,
        name: record?.name || formerName(row.before, row.after),
        eventId: record?.event_id ?? null,
      },
      changed: row.changed,
      words: {
        what: reader.words.what(row.action),
        kind: reader.words.kind(row.target_type),
        changes: reader.words.changes(row.changed, facts),
      },
    };
  });
  return { data, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/** What the log can be narrowed to, in the words of the reader: the first people whom a search finds. FORBIDDEN. */
export async function getAuditChoices(ctx: Ctx, wanted: queries.PeopleWanted): Promise<AuditChoices> {
  const people = await queries.findPeople(ctx.db, readerScope(ctx), wanted, AUDIT_PEOPLE + 1);
  const words = await auditWords(ctx);
  const byName = new Intl.Collator(userOf(ctx.actor).locale).compare;
  return {
    people: people
      .slice(0, AUDIT_PEOPLE)
      .map(({ id, email, ...name }) => ({ id, name: personName(name) || email }))
      .sort((a, b) => byName(a.name, b.name)),
    hasMore: people.length > AUDIT_PEOPLE,
    kinds: AUDITED_RECORDS.map((kind) => ({ kind, name: words.kind(kind) })).sort((a, b) =>
      byName(a.name, b.name),
    ),
  };
}

import type { EventStatus } from '@entrada/contract/catalog/events';
import type { Tx } from '../../db/client.ts';
import { auditAll } from '../../platform/audit.ts';
import { type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { type AppError, fail } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import type { LockedEvent } from '../events/queries.ts';
import { whyNot } from './core/status.ts';
import { REMOVE_FILES } from './job-refs.ts';
import {
  countOrders,
  deleteEventRows,
  findFileKeys,
  findWithTicket,
  hasConfirmedEmail,
  lockCounters,
  type OrderCount,
  updateStatus,
} from './queries.ts';

/** Why an event stayed as it was, by its id. */
type Refused = Map<number, AppError>;

/**
 * Brings events to a status and records each that may go there; answers why the others may not: INVALID_STATUS_CHANGE with
 * params.from and to, and to publish EMAIL_NOT_CONFIRMED or EVENT_NEEDS_TICKET. The caller holds their locks.
 */
export async function moveEvents(
  tx: Tx,
  ctx: Ctx,
  { events, to }: { events: readonly LockedEvent[]; to: EventStatus },
): Promise<Refused> {
  const scope = scopeOf(ctx.actor);
  const refused: Refused = new Map();
  if (events.length === 0) return refused;
  const isPublishing = to === 'public';
  const hasEmail = isPublishing && (await hasConfirmedEmail(tx, userOf(ctx.actor).userId));
  const ids = events.map(({ id }) => id);
  const withTicket = isPublishing ? await findWithTicket(tx, scope, ids) : new Set<number>();
  for (const { id, status: from } of events) {
    const code = whyNot(from, to, { hasConfirmedEmail: hasEmail, hasTicket: withTicket.has(id) });
    if (code) refused.set(id, fail(code, code === 'INVALID_STATUS_CHANGE' ? { params: { from, to } } : {}));
  }
  const moving = events.filter(({ id }) => !refused.has(id));
  if (moving.length > 0)
    await updateStatus(
      tx,
      scope,
      moving.map(({ id }) => id),
      to,
    );
  await auditAll(
    tx,
    ctx,
    scope,
    moving.map(({ id, status }) => ({
      action: 'event.status_changed',
      target: { type: 'event', id },
      before: { status },
      after: { status: to },
    })),
  );
  return refused;
}

/**
 * Deletes events for good and records each; their files go by a job. Answers why the others stay: EVENT_HAS_ORDERS with how
 * many orders there are and how many buyers are choosing right now. The caller holds the locks of the events; the counters
 * are locked in the order of their ids, of those alone that have no order yet, so that nobody else's buyers wait.
 */
export async function removeEvents(tx: Tx, ctx: Ctx, events: readonly LockedEvent[]): Promise<Refused> {
  const scope = scopeOf(ctx.actor);
  const refused: Refused = new Map();
  const idsOf = (found: readonly LockedEvent[]) => found.map(({ id }) => id);
  const keep = (counted: ReadonlyMap<number, OrderCount>, isKept: (count: OrderCount) => boolean) => {
    for (const [id, params] of counted)
      if (isKept(params)) refused.set(id, fail('EVENT_HAS_ORDERS', { params }));
    return events.filter(({ id }) => !refused.has(id));
  };
  // Orders stay; whoever is choosing now may have left once the counters are ours.
  const likely = keep(await countOrders(tx, scope, idsOf(events)), ({ orders }) => orders > 0);
  await lockCounters(tx, scope, idsOf(likely));
  const going = keep(await countOrders(tx, scope, idsOf(likely)), () => true);
  const ids = idsOf(going);
  if (ids.length === 0) return refused;
  const fileKeys = await findFileKeys(tx, scope, ids);
  await deleteEventRows(tx, scope, ids);
  if (fileKeys.length > 0) await enqueue(tx, REMOVE_FILES, { fileKeys });
  await auditAll(
    tx,
    ctx,
    scope,
    going.map(({ id, title, status, startsAt }) => ({
      action: 'event.deleted',
      target: { type: 'event', id },
      before: { title, status, startsAt },
    })),
  );
  return refused;
}

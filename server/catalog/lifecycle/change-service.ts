import type { EventStatus } from '@entrada/contract/catalog/events';
import type { Tx } from '../../db/client.ts';
import { auditAll, auditDeleted } from '../../platform/audit.ts';
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

/** The reason why an event was not changed, by event id. */
type Refused = Map<number, AppError>;

/**
 * Sets the status of the events for which that is allowed, and records each. Answers why the others were refused:
 * INVALID_STATUS_CHANGE with params.from and to, and for publishing EMAIL_NOT_CONFIRMED or EVENT_NEEDS_TICKET. The
 * caller holds their locks.
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
 * Deletes events for good and records each. A job deletes their files. Answers why others were not deleted:
 * EVENT_HAS_ORDERS with the number of orders and the number of buyers who are in the checkout now. The caller holds the
 * locks of the events. Locks counters in the order of their ids, only those of events without orders, so that buyers of
 * other events do not wait.
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
  // Orders never disappear. Open checkouts may, so they are counted again after the counters are locked.
  const likely = keep(await countOrders(tx, scope, idsOf(events)), ({ orders }) => orders > 0);
  await lockCounters(tx, scope, idsOf(likely));
  const going = keep(await countOrders(tx, scope, idsOf(likely)), () => true);
  const ids = idsOf(going);
  if (ids.length === 0) return refused;
  const fileKeys = await findFileKeys(tx, scope, ids);
  await deleteEventRows(tx, scope, ids);
  if (fileKeys.length > 0) await enqueue(tx, REMOVE_FILES, { fileKeys });
  const held = ({ title, status, startsAt }: LockedEvent) => ({ title, status, startsAt });
  await auditDeleted(tx, ctx, scope, { action: 'event.deleted', type: 'event', rows: going, held });
  return refused;
}

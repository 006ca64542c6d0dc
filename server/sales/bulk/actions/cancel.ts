import type { BulkReason } from '@entrada/contract/sales/bulk/jobs';
import { z } from 'zod';
import { returnSold } from '../../../catalog/inventory/queries.ts';
import { auditAll } from '../../../platform/audit.ts';
import { queueCapped } from '../../../platform/mail/daily-cap.ts';
import { findAttendeesOfOrders } from '../../attendees/queries.ts';
import { choosePlaces, obstacleOf } from '../../cancellations/core/places.ts';
import { lettersOf } from '../../cancellations/letters.ts';
import { toBuyer } from '../../order-views/core/letters.ts';
import type { Order } from '../../orders/core/types.ts';
import { type Cancelled, cancelTogether, type Ending } from '../../orders/places/cancel.ts';
import { lockByIds } from '../../orders/queries.ts';
import { findTouched } from '../touched-queries.ts';
import { type BulkAction, byOrder, type Outcome, type Row, type Work } from './action.ts';

export const cancelInput = z.object({
  notify: z.boolean(),
  /** Keeps an order that somebody changed since it was added, or whose people have come in. */
  untouchedOnly: z.boolean().default(false),
});

/** The places that the rows of an order mean: all of it for an order, the named ones for attendees. */
export const wishOf = ({ job }: Pick<Work, 'job'>, rows: readonly Row[]) =>
  job.noun === 'orders' ? {} : { attendeeIds: rows.map(({ rowId }) => rowId) };

/** The same outcome for all of these rows. */
export const keepAll = (rows: readonly Row[], code: BulkReason): Outcome[] =>
  rows.map(({ rowId }) => ({ rowId, code }));

/** The outcome of each row of an order from which something was cancelled. */
export function outcomesOf(rows: readonly Row[], orderId: number, done: Cancelled): Outcome[] {
  const { attendeeIds, lineIds } = done;
  return rows.map(({ rowId }) => {
    if (rowId === orderId && done.isOrder) return { rowId, code: null, undo: { attendeeIds, lineIds } };
    if (attendeeIds.includes(rowId))
      return { rowId, code: null, undo: { attendeeIds: [rowId], lineIds: [] } };
    return { rowId, code: 'ATTENDEE_CANCELLED' };
  });
}

/** What cancels the chosen places of an order, or why that is impossible. */
function endingOf(
  order: Order,
  attendees: readonly { id: number; orderItemId: number; status: string }[],
  wish: { attendeeIds?: number[] },
): { ending: Ending } | { code: BulkReason } {
  const activeIds = attendees.filter(({ status }) => status !== 'cancelled').map(({ id }) => id);
  if (order.status === 'awaiting_offline_payment' && !wish.attendeeIds)
    return { ending: { order, event: 'offline_cancelled', chosen: null, activeIds } };
  const obstacle = obstacleOf(order, 'cancel');
  if (obstacle) return { code: obstacle as BulkReason };
  const chosen = choosePlaces(order, attendees, wish, false);
  if (!chosen.ok) return { code: 'FAILED' };
  if (wish.attendeeIds && chosen.places.attendeeIds.length === 0) return { code: 'ATTENDEE_CANCELLED' };
  return {
    ending: { order, event: 'cancelled', chosen: wish.attendeeIds ? chosen.places : null, activeIds },
  };
}

const letters = ({ order, event }: Ending, done: Cancelled) => {
  // The mail about an order that was never paid says less, and is sent once only.
  if (event !== 'cancelled') return toBuyer(order, 'order_cancelled');
  return lettersOf(order, done.isOrder ? 'order_cancelled' : 'tickets_cancelled', done);
};

/**
 * Cancels orders, or attendees, as `cancelOrder` does, but hundreds in a few statements. The counters come last.
 */
export const cancelAction: BulkAction = {
  kind: 'cancel',
  most: 500,
  run: async (tx, work) => {
    const { scope, witness, rows, mailsPerDay } = work;
    const { notify, untouchedOnly } = cancelInput.parse(work.job.input);
    const groups = byOrder(rows);
    const orders = await lockByIds(tx, [...groups.keys()]);
    const attendees = Map.groupBy(
      await findAttendeesOfOrders(tx, scope, [...groups.keys()]),
      ({ orderId }) => orderId,
    );
    const touched = untouchedOnly ? await findTouched(tx, scope, [...groups.keys()]) : new Map();
    const kept: Outcome[] = [];
    const endings: Ending[] = [];
    for (const [orderId, theirs] of groups) {
      const order = orders.get(orderId);
      const reason = touched.get(orderId);
      if (reason) {
        kept.push(...keepAll(theirs, reason));
        continue;
      }
      const found = order
        ? endingOf(order, attendees.get(orderId) ?? [], wishOf(work, theirs))
        : { code: 'FAILED' as const };
      if ('code' in found) kept.push(...keepAll(theirs, found.code));
      else endings.push(found.ending);
    }
    const { cancelled, demand } = await cancelTogether(tx, witness, scope, endings);
    const done = endings.flatMap((ending) => {
      const what = cancelled.get(ending.order.id);
      return what ? [{ ending, what }] : [];
    });
    await auditAll(
      tx,
      witness,
      scope,
      done.map(({ ending: { order }, what: { isOrder, attendeeIds, lineIds } }) => ({
        action: isOrder ? 'order.cancelled' : 'attendees.cancelled',
        target: { type: 'order', id: order.id },
        before: { status: order.status },
        after: { attendeeIds, lineIds },
      })),
    );
    const mails = notify ? done.flatMap(({ ending, what }) => letters(ending, what)) : [];
    const { waiting } = await queueCapped(tx, scope, { mails, perDay: mailsPerDay, leavesOut: true });
    const changed = done.flatMap(({ ending: { order }, what }) =>
      outcomesOf(groups.get(order.id) ?? [], order.id, what),
    );
    return {
      outcomes: [...kept, ...changed],
      waitingMails: waiting,
      last: () => returnSold(tx, scope, demand),
    };
  },
};

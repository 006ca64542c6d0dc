import type { BulkReason } from '@entrada/contract/sales/bulk/jobs';
import { z } from 'zod';
import { auditAll } from '../../../platform/audit.ts';
import { queueCapped } from '../../../platform/mail/daily-cap.ts';
import { findAttendeesOfOrders } from '../../attendees/queries.ts';
import { choosePlaces, obstacleOf } from '../../cancellations/core/places.ts';
import { lettersOf } from '../../cancellations/letters.ts';
import type { Order } from '../../orders/core/types.ts';
import { isCalledOff } from '../../orders/event-queries.ts';
import { type Revival, reactivateTogether } from '../../orders/places/reactivate.ts';
import { lockByIds } from '../../orders/queries.ts';
import { type BulkAction, byOrder, type Outcome, type Row } from './action.ts';
import { keepAll } from './cancel.ts';

const input = z.object({ notify: z.boolean() });
const places = z.object({ attendeeIds: z.array(z.number()), lineIds: z.array(z.number()) });

type Attendee = { id: number; orderItemId: number; status: string };

/** What of the cancelled places of an order can become valid again, or why none of it. */
function revivalOf(
  order: Order,
  attendees: readonly Attendee[],
  rows: readonly Row[],
): { revival: Revival } | { code: BulkReason } {
  const obstacle = obstacleOf(order, 'reactivate');
  if (obstacle) return { code: obstacle as BulkReason };
  const were = rows.map(({ undo }) => places.parse(undo));
  const wish = {
    attendeeIds: were.flatMap(({ attendeeIds }) => attendeeIds),
    lineIds: were.flatMap(({ lineIds }) => lineIds),
  };
  const chosen = choosePlaces(order, attendees, wish, true);
  if (!chosen.ok) return { code: 'FAILED' };
  const { attendeeIds, lineIds } = chosen.places;
  if (attendeeIds.length + lineIds.length === 0) return { code: 'ALREADY_VALID' };
  return { revival: { order, attendees: attendees.filter(({ id }) => attendeeIds.includes(id)), lineIds } };
}

/**
 * Makes what a job cancelled valid again as `reactivateOrder` does, as long as places are left: earlier orders come first.
 * Keeps all of them cancelled if the event is called off.
 * Whoever was told of the cancellation is told of this too.
 */
export const reactivateAction: BulkAction = {
  kind: 'reactivate',
  most: 500,
  run: async (tx, { job, scope, witness, rows, mailsPerDay }) => {
    const { notify } = input.parse(job.input);
    const groups = byOrder(rows);
    const orders = await lockByIds(tx, [...groups.keys()]);
    const attendees = Map.groupBy(
      await findAttendeesOfOrders(tx, scope, [...groups.keys()]),
      ({ orderId }) => orderId,
    );
    const isOff = await isCalledOff(tx, job);
    const outcomes: Outcome[] = [];
    const revivals: Revival[] = [];
    for (const [orderId, theirs] of groups) {
      const order = orders.get(orderId);
      const found = order
        ? isOff
          ? { code: 'EVENT_CALLED_OFF' as const }
          : revivalOf(order, attendees.get(orderId) ?? [], theirs)
        : { code: 'FAILED' as const };
      if ('code' in found) outcomes.push(...keepAll(theirs, found.code));
      else revivals.push(found.revival);
    }
    const { missing, take } = await reactivateTogether(tx, scope, revivals);
    const done: Revival[] = [];
    for (const revival of revivals) {
      const theirs = groups.get(revival.order.id) ?? [];
      const code = missing.get(revival.order.id) ?? null;
      if (code) {
        outcomes.push(...keepAll(theirs, code));
        continue;
      }
      done.push(revival);
      const revived = new Set(revival.attendees.map(({ id }) => id));
      for (const { rowId, undo } of theirs) {
        const were = places.parse(undo);
        const isChanged =
          were.attendeeIds.some((id) => revived.has(id)) ||
          were.lineIds.some((id) => revival.lineIds.includes(id));
        outcomes.push({ rowId, code: isChanged ? null : 'ALREADY_VALID' });
      }
    }
    const placesOf = ({ attendees: people, lineIds }: Revival) => ({
      attendeeIds: people.map(({ id }) => id),
      lineIds: [...lineIds],
    });
    await auditAll(
      tx,
      witness,
      scope,
      done.map((revival) => ({
        action: revival.order.status === 'cancelled' ? 'order.reactivated' : 'attendees.reactivated',
        target: { type: 'order', id: revival.order.id },
        before: { status: revival.order.status },
        after: placesOf(revival),
      })),
    );
    const mails = notify
      ? done.flatMap((revival) => lettersOf(revival.order, 'tickets_reactivated', placesOf(revival)))
      : [];
    const { waiting } = await queueCapped(tx, scope, { mails, perDay: mailsPerDay, leavesOut: true });
    return { outcomes, waitingMails: waiting, last: take };
  },
};

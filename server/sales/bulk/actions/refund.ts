import type { BulkReason } from '@entrada/contract/sales/bulk/jobs';
import { z } from 'zod';
import { returnSold } from '../../../catalog/inventory/queries.ts';
import type { PaymentProvider } from '../../../payment-providers/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { cancelTogether, type Ending } from '../../orders/places/cancel.ts';
import { lockByIds } from '../../orders/queries.ts';
import { auditCancelled } from '../../refunds/carry-out.ts';
import type { Refund } from '../../refunds/core/refunds.ts';
import { listRefunds } from '../../refunds/queries.ts';
import { refundLocked } from '../../refunds/service.ts';
import { type BulkAction, byOrder, type Outcome, type Row } from './action.ts';
import { keepAll } from './cancel.ts';

const input = z.object({
  cancel: z.boolean(),
  notify: z.boolean(),
  note: z.string(),
  /** Keeps what was paid without a card: people send that money, and note each order when they have. */
  byProviderOnly: z.boolean().default(false),
});

/**
 * Refunds orders in full, or what the tickets of attendees cost, through `refundLocked` like a single refund: the money
 * is sent back by the jobs of refunds. An order gets one refund for all its rows. What is cancelled with it is cancelled
 * together in the end, so that the counters come last.
 */
export const refundAction = (provider: PaymentProvider | null): BulkAction => ({
  kind: 'refund',
  // The orders stay locked until the last of them is refunded, one after the other (docs/decisions/049).
  most: 20,
  run: async (tx, { job, scope, witness, rows }) => {
    const { byProviderOnly, ...wish } = input.parse(job.input);
    const groups = byOrder(rows);
    const orders = await lockByIds(tx, [...groups.keys()]);
    const outcomes: Outcome[] = [];
    const made: { refund: Refund; ending: Ending | null }[] = [];

    const refundOne = async (orderId: number, theirs: readonly Row[]): Promise<BulkReason | null> => {
      const order = orders.get(orderId);
      if (!order) return 'FAILED';
      if (byProviderOnly && order.offlineDueAt !== null && order.paymentStatus === 'paid')
        return 'PAID_BY_HAND';
      const places =
        job.noun === 'orders' ? { isRest: true as const } : { attendeeIds: theirs.map(({ rowId }) => rowId) };
      try {
        const key = { key: null, hash: '' };
        const one = await refundLocked(tx, witness, provider, order, {
          body: { ...wish, ...places },
          ...key,
        });
        if (one) made.push(one);
        return null;
      } catch (error) {
        // It throws before it writes.
        if (error instanceof AppError) return error.code as BulkReason;
        throw error;
      }
    };

    for (const [orderId, all] of groups) {
      const { again, theirs } =
        job.noun === 'orders' ? { again: [], theirs: all } : await splitRefunded(orderId, all);
      outcomes.push(...keepAll(again, 'ATTENDEE_ALREADY_REFUNDED'));
      if (theirs.length === 0) continue;
      const code = await refundOne(orderId, theirs);
      outcomes.push(...theirs.map(({ rowId }) => ({ rowId, code })));
    }

    async function splitRefunded(orderId: number, all: readonly Row[]) {
      const refunds = await listRefunds(tx, scope, orderId);
      const before = new Set(
        refunds.filter(({ status }) => status !== 'failed').flatMap(({ attendeeIds }) => attendeeIds),
      );
      return {
        again: all.filter(({ rowId }) => before.has(rowId)),
        theirs: all.filter(({ rowId }) => !before.has(rowId)),
      };
    }

    const endings = made.flatMap(({ ending }) => ending ?? []);
    const { cancelled, demand } = await cancelTogether(tx, witness, scope, endings);
    for (const { refund, ending } of made) {
      if (!ending) continue;
      await auditCancelled(tx, witness, ending.order, {
        refundId: refund.id,
        cancelled: cancelled.get(ending.order.id),
      });
    }
    return { outcomes, last: () => returnSold(tx, scope, demand) };
  },
});

import type { JobCtx } from '../../platform/jobs/job.ts';
import { inTurn } from '../../platform/turns.ts';
import { endOneByOne } from '../orders/one-by-one.ts';
import { lockById } from '../orders/queries.ts';
import { findUncredited } from './credit-queries.ts';
import { creditGoneMoney } from './service.ts';

/**
 * Issues the credit notes of money that went back without one: before this version was installed, or while a process of
 * an older version was running. Each order has a transaction of its own. A repetition issues nothing. Locks one order at a
 * time.
 */
export async function creditMissed(ctx: JobCtx): Promise<void> {
  await endOneByOne(
    ctx,
    await findUncredited(ctx.db),
    (orderId) =>
      inTurn(ctx.db, [`order ${orderId}`], async (tx) => {
        const order = await lockById(tx, orderId);
        if (order) await creditGoneMoney(tx, order);
      }),
    'the credit notes of an order could not be issued',
  );
}

import { isDatabaseUnavailable } from '../../db/errors.ts';
import type { Ctx } from '../../platform/context.ts';

/**
 * Ends orders one by one. An order that cannot be ended is logged, left for the next time, and does not block the
 * others. Throws only if the database is unavailable. Answers the ids of the orders that are left.
 */
export async function endOneByOne(
  ctx: Pick<Ctx, 'log'>,
  orderIds: readonly number[],
  end: (orderId: number) => Promise<unknown>,
  message = 'an overdue hold could not be ended',
): Promise<number[]> {
  const left: number[] = [];
  for (const orderId of orderIds) {
    try {
      await end(orderId);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      ctx.log.error({ err: error, orderId }, message);
      left.push(orderId);
    }
  }
  return left;
}

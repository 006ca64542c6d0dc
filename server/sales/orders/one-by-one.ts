import { isDatabaseUnavailable } from '../../db/errors.ts';
import type { Ctx } from '../../platform/context.ts';

/**
 * Goes through orders one by one: one that cannot be ended is logged and left for the next time, and keeps nobody else's
 * places. Throws only where the database is gone. Answers those that are left.
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

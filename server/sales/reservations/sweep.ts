import { isDatabaseUnavailable } from '../../db/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import { planEnding } from '../checkout/end-payment.ts';
import { endOneByOne } from '../orders/one-by-one.ts';
import { beginEnding, expireOverdue, findOverdue } from './queries.ts';

/** Ends overdue holds, chunk after chunk. If a payment may still succeed, a job ends it at the provider. */
export async function sweepOverdue(ctx: JobCtx): Promise<void> {
  while ((await expireChunk(ctx)) > 0) failpoint('expiry.expired');
  for (let ids = await beginEnding(ctx.db); ids.length > 0; ids = await beginEnding(ctx.db)) {
    failpoint('expiry.ending');
    for (const orderId of ids) await planEnding(ctx.db, orderId);
  }
}

/**
 * Ends a chunk of overdue holds. If one of them makes the chunk fail, ends each by itself. Answers how many the chunk
 * ended.
 */
async function expireChunk(ctx: JobCtx): Promise<number> {
  try {
    return await expireOverdue(ctx.db);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    await endOneByOne(ctx, await findOverdue(ctx.db), (orderId) => expireOverdue(ctx.db, { orderId }));
    return 0;
  }
}

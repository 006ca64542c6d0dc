import { isDatabaseUnavailable } from '../../db/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import { planEnding } from '../checkout/end-payment.ts';
import { endOneByOne } from '../orders/one-by-one.ts';
import { beginEnding, expireOverdue, findOverdue } from './queries.ts';

/** Ends what is overdue, chunk after chunk; a payment that may still succeed is ended at the provider by a job. */
export async function sweepOverdue(ctx: JobCtx): Promise<void> {
  while ((await expireChunk(ctx)) > 0) failpoint('expiry.expired');
  for (let ids = await beginEnding(ctx.db); ids.length > 0; ids = await beginEnding(ctx.db)) {
    failpoint('expiry.ending');
    for (const orderId of ids) await planEnding(ctx.db, orderId);
  }
}

/** A chunk of overdue holds; where it cannot be ended for the sake of one, each by itself. Answers how many were ended at once. */
async function expireChunk(ctx: JobCtx): Promise<number> {
  try {
    return await expireOverdue(ctx.db);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    await endOneByOne(ctx, await findOverdue(ctx.db), (orderId) => expireOverdue(ctx.db, { orderId }));
    return 0;
  }
}

import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Parts } from '../../platform/parts.ts';
import { checkConnection, checkConnectionRef } from './service.ts';

/** What is told of connected accounts. Payments themselves are followed by the jobs of the orders. */
export function connectionJobs({ provider }: Pick<Parts, 'provider'>): Job[] {
  return [
    defineJob({
      name: checkConnectionRef.name,
      payload: z.object({ webhookId: z.number() }),
      handler: async (ctx, { webhookId }) => {
        if (provider) await checkConnection(ctx, provider, webhookId);
      },
    }),
  ];
}

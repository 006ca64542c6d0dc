import { z } from 'zod';
import { defineJob, type Job } from '../platform/jobs.ts';
import type { Parts } from '../platform/parts.ts';
import { checkConnection, checkConnectionRef } from './connection.ts';

/** What is told of connected accounts. Payments themselves are followed by the jobs of the orders. */
export function paymentJobs({ provider }: Pick<Parts, 'provider'>): Job[] {
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

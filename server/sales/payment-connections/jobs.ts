import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Resources } from '../../platform/resources.ts';
import { checkConnection, checkConnectionRef } from './service.ts';

/** The job for webhooks about connected accounts. The jobs of the checkout follow the payments themselves. */
export function connectionJobs({ provider }: Pick<Resources, 'provider'>): Job[] {
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

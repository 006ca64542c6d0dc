import { z } from 'zod';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { defineJob, enqueue, type Job, type Tick } from '../../platform/jobs/job.ts';
import { eventChangeRef, keyOf } from './job-ref.ts';
import { findForgotten } from './queries.ts';
import { carryOutChange } from './work.ts';

/** The job that tells people of a change of their event, and begins what follows from it. */
export const eventChangeJobs = (provider: PaymentProvider | null): Job[] => [
  defineJob({
    ...eventChangeRef,
    payload: z.object({ changeId: z.number() }),
    handler: (ctx, { changeId }) => carryOutChange(ctx, provider, changeId),
  }),
];

/** Queues changes again that are due and that no job will carry out, because crashes used up its tries. */
export const eventChangeTicks: Tick[] = [
  {
    name: 'forgotten_event_changes',
    everySeconds: 15,
    run: async ({ db }) => {
      for (const changeId of await findForgotten(db))
        await enqueue(db, eventChangeRef, { changeId }, { key: keyOf(changeId) });
    },
  },
];

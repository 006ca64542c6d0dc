import { z } from 'zod';
import { defineJob, type Tick } from '../../platform/jobs/job.ts';
import { messageWorkRef } from './job-ref.ts';
import { lookAfter, queueForgotten, sendOff } from './work.ts';

export const messageJobs = [
  defineJob({
    ...messageWorkRef,
    payload: z.object({ messageId: z.number() }),
    handler: (ctx, { messageId }) => sendOff(ctx, messageId),
  }),
];

export const messageTicks: Tick[] = [
  { name: 'messages', everySeconds: 1, run: lookAfter },
  { name: 'forgotten_messages', everySeconds: 60, run: queueForgotten },
];

import { z } from 'zod';
import { defineJob } from '../platform/jobs/job.ts';
import { MAIL_RESET_LINK, mailResetLink } from './password-reset.ts';

export const accountJobs = [
  defineJob({
    ...MAIL_RESET_LINK,
    payload: z.object({ email: z.string() }),
    handler: (ctx, { email }) => mailResetLink(ctx, email),
  }),
];

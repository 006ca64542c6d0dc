import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { MAIL_FOUND_TICKETS, mailFoundTickets } from './service.ts';

export const lostTicketJobs = [
  defineJob({
    ...MAIL_FOUND_TICKETS,
    payload: z.object({ email: z.string() }),
    handler: (ctx, { email }) => mailFoundTickets(ctx, email),
  }),
];

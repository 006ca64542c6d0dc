// A worker that sends a message and is killed: `url messageId nth`. With nth it dies before the nth transaction of the message's
// own work commits. Otherwise FAILPOINT says at which mail.

import fastify from 'fastify';
import { parseConfig } from '../../config/environment.ts';
import { openDatabase } from '../../db/client.ts';
import { messageMails } from '../../outreach/messages/mails.ts';
import { sendOff } from '../../outreach/messages/work.ts';
import type { Drawings } from '../../platform/documents/draw.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import { runDueJobs } from '../../platform/jobs/worker.ts';
import { sendMailJob } from '../../platform/mail/mailer.ts';
import { dyingDatabase } from './dying.ts';

const [url = '', messageId = '', nth = ''] = process.argv.slice(2);
const secret = 'a-secret-for-tests-only-0123456789abcdef';
const config = { ...parseConfig({}), secret, messagesPerDayAtFirst: 1e6 };
if (nth !== '') {
  const ctx = { db: dyingDatabase(url, Number(nth)), config };
  await sendOff(ctx as unknown as JobCtx, Number(messageId));
} else {
  const { db, pool } = openDatabase({
    url,
    poolSize: 4,
    applicationName: 'dying worker',
    onConnectionError: () => undefined,
  });
  const jobs = [sendMailJob({ composers: messageMails(), transport: null, drawings: {} as Drawings })];
  await runDueJobs({ pool, jobs, ctx: { db, config, log: fastify().log } as unknown as JobCtx });
}

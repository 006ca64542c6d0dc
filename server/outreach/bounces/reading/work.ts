import type { JobCtx } from '../../../platform/jobs/job.ts';
import { mailboxProblem } from '../core/mailbox-problem.ts';
import { noteReport, type Told } from '../service.ts';
import { type Handled, readUnread } from './mailbox.ts';
import { type ReadMail, readMail } from './parse.ts';
import { endTurn, keepTurn, takeTurn } from './queries.ts';

/** What became of the mails of one reading, for the log. */
type Counts = Partial<Record<Told | 'misled' | 'other' | 'unreadable', number>>;

const isReport = (told: Told) => told === 'noted' || told === 'known' || told === 'delayed';

function handler(ctx: JobCtx, counts: Counts) {
  const count = (what: keyof Counts) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  return async (source: Buffer): Promise<Handled> => {
    let read: ReadMail;
    try {
      read = await readMail(source, ctx.config.bounces);
    } catch (error) {
      ctx.log.warn({ err: error }, 'a mail in the mailbox for reports cannot be read');
      count('unreadable');
      return 'done';
    }
    if (read.is !== 'report') {
      count(read.is);
      return 'done';
    }
    const told = await noteReport(ctx, read.report, 'mailbox');
    count(told);
    if (told === 'early') return 'later';
    return isReport(told) ? 'report' : 'done';
  };
}

/**
 * Reads the mailbox to which mail servers report, if there is one and no other process reads it. A mailbox that cannot be
 * read is logged and noted; what comes meanwhile waits there unread.
 */
export async function readBounces(ctx: JobCtx): Promise<void> {
  const { db, log, config } = ctx;
  const { imapUrl } = config.bounces;
  if (imapUrl === null || !(await takeTurn(db))) return;
  const counts: Counts = {};
  let problem: string | null = null;
  try {
    await readUnread(imapUrl, handler(ctx, counts), () => keepTurn(db));
  } catch (error) {
    problem = mailboxProblem(error as Error);
    log.error({ err: error }, 'the mailbox for reports cannot be read');
  } finally {
    await endTurn(db, problem);
  }
  if (Object.keys(counts).length > 0) log.info({ counts }, 'read the mailbox for reports');
}

import type { Ctx } from '../../platform/context.ts';
import { enqueue, type JobRef } from '../../platform/jobs/job.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { hashToken } from '../../platform/secrets.ts';
import { type Belonging, findBelongings, findFreeSpan } from './queries.ts';

/** Events that ended so many days ago are still named: somebody may need the invoice or the receipt. */
const RECENT_DAYS = 30;
/** A mail lists so many orders and tickets at most. */
export const MOST_LISTED = 50;
/** One address gets one mail in this time, whoever asks and however often. */
const SPAN_SECONDS = 900;

/** Mails the links of somebody’s orders and tickets. Its `email` is as it was typed. */
export const MAIL_FOUND_TICKETS: JobRef<{ email: string }> = { name: 'mail_found_tickets', priority: 10 };

/** An address as a part of a key. The key says nothing about the address to whoever reads it. */
const keyOf = (email: string) => `found_tickets:${hashToken(email.toLowerCase()).toString('base64url')}`;

/** What belongs to an address, what comes next first. One more than a mail lists tells that there is more. */
export const belongingsOf = (db: Ctx['db'], email: string): Promise<Belonging[]> =>
  findBelongings(db, email, { recentDays: RECENT_DAYS, limit: MOST_LISTED + 1 });

/**
 * Queues the work of `mailFoundTickets`. It does the same for every address, so neither the answer nor its duration
 * tells whether the address is known.
 */
export const askForTickets = (ctx: Pick<Ctx, 'db'>, email: string): Promise<void> =>
  enqueue(ctx.db, MAIL_FOUND_TICKETS, { email }, { key: keyOf(email) });

/**
 * Mails the links of an address's orders and tickets, in the language of what comes next. Nobody is mailed if there is
 * nothing, or if the address got such a mail a short time ago. The mail goes to the stored address: letters of other
 * scripts may be equal to those of the stored one when they are lowered, and belong to somebody else's mailbox.
 */
export async function mailFoundTickets(ctx: Pick<Ctx, 'db'>, email: string): Promise<void> {
  const [next] = await belongingsOf(ctx.db, email);
  if (!next) return;
  const key = keyOf(next.email);
  const span = await findFreeSpan(ctx.db, key, SPAN_SECONDS);
  if (span === null) return;
  await queueMail(ctx.db, {
    kind: 'found_tickets',
    dedupeKey: `${key}:${span}`,
    to: next.email,
    locale: next.locale,
  });
}

import type { Digest } from '@entrada/contract/outreach/notifications';
import { roleMay } from '@entrada/contract/permissions';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { momentsAfter } from '../../outreach/notifications/core/rhythms.ts';
import { scopeOfMember } from '../../platform/context.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { type Sums, sumsOf } from './core/digest.ts';
import { type Period, periodUntil } from './core/period.ts';
import * as queries from './queries.ts';

/** People whom one transaction looks after. */
const AT_ONCE = 50;
/** How many days the events that are named are ahead. */
const DAYS = { daily: 1, weekly: 7 } as const satisfies Record<Digest, number>;

export type Content = { period: Period; sums: Sums; coming: queries.ComingEvent[] };

/**
 * What a summary says: figures of the period until its moment, compared with the one before, and the events of the day or
 * week that begins. Null if nothing happened and there is no such event, or if its reader may not see orders (any more).
 */
export async function contentOf(
  tx: Tx | Db,
  reader: Pick<queries.Reader, 'accountId' | 'userId' | 'limited' | 'timezone' | 'role' | 'mayRead'>,
  { which, at }: { which: Digest; at: Date },
): Promise<Content | null> {
  if (!reader.mayRead || !roleMay(reader.role, 'orders.read')) return null;
  const scope = scopeOfMember(reader);
  const { timezone } = reader;
  const period = periodUntil(at, which, timezone);
  const sums = sumsOf(await queries.findSums(tx, scope, period));
  const coming = await queries.findComing(tx, scope, { at, days: DAYS[which], timezone });
  return sums.isAny || coming.length > 0 ? { period, sums, coming } : null;
}

/**
 * Queues the summaries whose moment has come, and sets the next moment of each. A moment is one mail, however many processes
 * look. Of moments that were missed together only the last counts. Locks the rows that are due, for a moment each.
 */
export async function sendDigests({ db }: Pick<JobCtx, 'db'>): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    found = await inTransaction(db, async (tx) => {
      const due = await queries.lockDue(tx, AT_ONCE);
      for (const one of due) {
        const { now, timezone, dailyAt, weeklyAt } = one;
        const next = momentsAfter(now, timezone);
        for (const [which, at] of [
          ['daily', dailyAt],
          ['weekly', weeklyAt],
        ] as const) {
          if (at === null || at > now) continue;
          const latest = periodUntil(next[which], which, timezone).from;
          if (await contentOf(tx, one, { which, at: latest })) await queue(tx, one, { which, at: latest });
        }
        await queries.writeNext(tx, one, next);
      }
      return due.length;
    });
  }
}

const queue = (tx: Tx, { id, accountId, userId, email, locale }: queries.Due, { which, at }: OfOne) =>
  queueMail(tx, {
    kind: 'digest',
    dedupeKey: `digest:${id}:${which}:${at.toISOString()}`,
    to: email,
    locale,
    accountId,
    userId,
    data: { notificationsId: id, which, at: at.toISOString() },
  });

type OfOne = { which: Digest; at: Date };

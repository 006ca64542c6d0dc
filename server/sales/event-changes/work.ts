import { inTransaction, type Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { type AccountScope, scopeOfRow } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { enqueue, type JobCtx } from '../../platform/jobs/job.ts';
import { queueCapped } from '../../platform/mail/daily-cap.ts';
import type { NewMail } from '../../platform/mail/mailer.ts';
import { refundsOfEach } from '../bulk/preview-queries.ts';
import { startJobOn } from '../bulk/service.ts';
import { cancellationsOfChange, moneyLineOf, refundsOfChange } from './core/change.ts';
import { eventChangeRef, keyOf } from './job-ref.ts';
import { findNextRecipients, ordersToCancel, ordersToRefund } from './plan-queries.ts';
import { lockOpenChange, type StoredChange, writeStep } from './queries.ts';

/** The most mails of one transaction. */
const MAILS_AT_ONCE = 500;

type Step = 'again' | 'over';
type How = { provider: PaymentProvider | null; most: number };

/**
 * Does what follows from a change of an event: queues the mails, at most 500 in a transaction, then begins the jobs that
 * cancel and refund. Each transaction notes how far it came, so a process that is killed anywhere leaves nothing twice and
 * nothing out. Holds the change's row in each.
 */
export async function carryOutChange(
  ctx: JobCtx,
  provider: PaymentProvider | null,
  changeId: number,
  most = MAILS_AT_ONCE,
): Promise<void> {
  for (let step: Step = 'again'; step === 'again'; ) {
    step = await inTransaction(ctx.db, (tx) => next(tx, ctx, { provider, changeId, most }));
    failpoint('event-change.step');
  }
}

async function next(tx: Tx, ctx: JobCtx, { changeId, ...how }: How & { changeId: number }): Promise<Step> {
  const change = await lockOpenChange(tx, changeId);
  if (!change) return 'over';
  if (change.status === 'waiting' && change.secondsLeft > 0) {
    const at = { key: keyOf(changeId), delaySeconds: change.secondsLeft };
    await enqueue(tx, eventChangeRef, { changeId }, at);
    return 'over';
  }
  const scope = scopeOfRow(change);
  const hasMore =
    Object.keys(change.messages).length > 0 && (await tellSome(tx, ctx, { scope, change, ...how }));
  if (hasMore) return 'again';
  await beginJobs(tx, scope, change);
  return 'over';
}

/** Queues the next mails. Answers whether there were any. */
async function tellSome(
  tx: Tx,
  ctx: JobCtx,
  { scope, change, provider, most }: How & { scope: AccountScope; change: StoredChange },
): Promise<boolean> {
  const { id, eventId, lastOrderId } = change;
  const { orders, people } = await findNextRecipients(tx, scope, {
    eventId,
    after: lastOrderId,
    most,
  });
  const last = orders.at(-1);
  if (!last) return false;
  const refunds = await refundsOfEach(tx, scope, {
    orderIds: orders.map((order) => order.id),
    provider: provider?.name ?? null,
  });
  const lines = new Map(
    orders.map((order) => {
      const found = refunds.get(order.id);
      const refund =
        found && found.code === null ? { minor: found.refundable, isByHand: found.byHand } : null;
      return [order.id, moneyLineOf(change, { ...order, refund })];
    }),
  );
  const mails = people.map(({ orderId, attendeeId, to, locale }): NewMail => {
    const about = attendeeId === null ? { money: lines.get(orderId) } : {};
    return {
      kind: 'event_changed',
      dedupeKey: `event_changed:${id}:${orderId}:${attendeeId ?? 0}`,
      accountId: scope.accountId,
      orderId,
      ...(attendeeId !== null && { attendeeId }),
      to,
      locale,
      data: { changeId: id, ...about },
    };
  });
  const { waiting } = await queueCapped(tx, scope, {
    mails,
    perDay: ctx.config.bulkMailsPerDay,
    leavesOut: true,
  });
  await writeStep(tx, id, {
    status: 'running',
    lastOrderId: last.id,
    mails: change.mails + mails.length,
    waitingMails: change.waitingMails + waiting,
  });
  return true;
}

/** Begins the jobs that cancel the orders and send the money back, and ends the change. */
async function beginJobs(tx: Tx, scope: AccountScope, change: StoredChange): Promise<void> {
  const { id, eventId, kind, money, createdBy } = change;
  const ends = kind === 'call_off' && money !== 'asked';
  const about = { eventId, createdBy };
  const witness = { actor: { kind: 'system', forUserId: createdBy }, requestId: null } as const;
  // Which orders are refunded is fixed before any of them is cancelled.
  const refundJobId =
    kind === 'call_off' && money === 'all'
      ? await startJobOn(tx, witness, scope, {
          ...refundsOfChange,
          ...about,
          rows: ordersToRefund(scope, eventId),
        })
      : null;
  const cancelJobId = ends
    ? await startJobOn(tx, witness, scope, {
        ...cancellationsOfChange,
        ...about,
        rows: ordersToCancel(scope, eventId),
      })
    : null;
  await writeStep(tx, id, { status: 'done', cancelJobId, refundJobId });
}

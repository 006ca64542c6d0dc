import { randomUUID } from 'node:crypto';
import type { InputOf, OutputOf } from '@entrada/contract/endpoint';
import type { ErrorCode } from '@entrada/contract/errors';
import type { giveBack as endpoint, SelfService } from '@entrada/contract/sales/self-service/give-back';
import type { Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { type AccountScope, type Ctx, scopeOfRow } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { claimKey, type NotedKey } from '../../platform/http/idempotency.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { findAttendeesOfOrder } from '../attendees/queries.ts';
import { toBuyer } from '../order-views/core/letters.ts';
import type { Order } from '../orders/core/types.ts';
import { findByShortId, lockByShortId } from '../orders/queries.ts';
import { lockPayment } from '../payments/queries.ts';
import { askForRefund } from '../refund-requests/service.ts';
import { carryOut, endPlaces } from '../refunds/carry-out.ts';
import type { GiveBackObstacle } from './core/give-back.ts';
import { findCancelled, lockTickets } from './queries.ts';
import { canSend, type Returnable, readGiveBack, showOrderService } from './reading.ts';

type Body = NonNullable<InputOf<typeof endpoint>['body']>;
type Given = OutputOf<typeof endpoint>['data'];

/** What can be done with an order by whoever holds its link, and why not otherwise. Throws ORDER_NOT_FOUND. */
export async function showSelfService(
  ctx: Ctx,
  provider: PaymentProvider | null,
  shortId: string,
): Promise<SelfService> {
  const order = await findByShortId(ctx.db, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  return showOrderService(ctx.db, order, provider);
}

const REFUSALS: Record<GiveBackObstacle, ErrorCode> = {
  not_offered: 'GIVE_BACK_NOT_OFFERED',
  added_by_hand: 'ORDER_IS_MANUAL',
  not_complete: 'ORDER_NOT_COMPLETE',
  over: 'GIVE_BACK_OVER',
  requested: 'REFUND_REQUESTED',
  refund_pending: 'REFUND_PENDING',
  nothing_left: 'ATTENDEE_CANCELLED',
};

/** The tickets that a body names. Throws for those that are not of the order, and for those that cannot be given back. */
async function choose(
  tx: Tx,
  scope: AccountScope,
  { order, tickets, body }: { order: Order; tickets: readonly Returnable[]; body: Body },
): Promise<Returnable[]> {
  const known = new Map(tickets.filter((one) => one.obstacle === null).map((one) => [one.shortId, one]));
  const chosen = body.tickets.flatMap((shortId) => known.get(shortId) ?? []);
  if (chosen.length === body.tickets.length) return chosen;
  const cancelled = await findCancelled(tx, scope, { orderId: order.id, shortIds: body.tickets });
  if (cancelled.size > 0) throw fail('ATTENDEE_CANCELLED');
  throw failFields(
    body.tickets.flatMap((shortId, at) =>
      known.has(shortId) ? [] : [{ path: `tickets.${at}`, code: 'not_found' as const }],
    ),
  );
}

/**
 * Gives tickets back by the policy of their order. They end at once and the money is sent by a job, or a request is
 * noted that a person answers: if the policy says so, and after any scan, dispute or pass-on of them. Of two calls at once
 * the second waits for the order's row and finds the tickets gone. A repeated key answers what became of them. Minor
 * units. Locks the order, its payment, the tickets, then counters. Throws ORDER_NOT_FOUND, one of `REFUSALS`,
 * ATTENDEE_CANCELLED, GIVE_BACK_CHANGED with params.amount, VALIDATION_FAILED for tickets that are not the buyer's.
 */
export async function giveBack(
  ctx: Ctx,
  provider: PaymentProvider | null,
  shortId: string,
  { body, key }: { body: Body; key: NotedKey | null },
): Promise<Given> {
  const known = await findByShortId(ctx.db, shortId);
  if (!known) throw fail('ORDER_NOT_FOUND');
  const outcome = await inTurn(
    ctx.db,
    [`order ${known.id}`, `stock of event ${known.eventId}`],
    async (tx): Promise<Given['outcome']> => {
      const order = await lockByShortId(tx, shortId);
      if (!order) throw fail('ORDER_NOT_FOUND');
      const at = { orderId: order.id, shortIds: body.tickets };
      if (!(await claimKey(tx, key))) {
        const gone = await findCancelled(tx, scopeOfRow(order), at);
        return gone.size === body.tickets.length ? 'done' : 'asked';
      }
      await lockTickets(tx, scopeOfRow(order), at);
      return carryOutWish(tx, ctx, { provider, order, body });
    },
  );
  return { outcome, amount: body.expected, selfService: await showSelfService(ctx, provider, shortId) };
}

async function carryOutWish(
  tx: Tx,
  ctx: Ctx,
  { provider, order, body }: { provider: PaymentProvider | null; order: Order; body: Body },
): Promise<Given['outcome']> {
  const { scope, money, tickets, obstacle } = await readGiveBack(tx, order, provider);
  if (obstacle)
    throw fail(
      order.status === 'cancelled' && obstacle === 'not_complete' ? 'ORDER_CANCELLED' : REFUSALS[obstacle],
    );
  const chosen = await choose(tx, scope, { order, tickets, body });
  const amount = chosen.reduce((sum, { back }) => sum + back, 0);
  if (amount !== body.expected) throw fail('GIVE_BACK_CHANGED', { params: { amount } });
  const attendeeIds = chosen.map(({ id }) => id);
  const asked =
    chosen.find((one) => one.asked !== null)?.asked ??
    (amount > 0 && !canSend(provider, money, amount) ? 'not_possible' : null);
  if (asked) {
    await askForRefund(tx, ctx, order, { attendeeIds, amount, why: asked, reason: body.reason });
    return 'asked';
  }
  const ends = { attendeeIds, lineIds: [] };
  const attendees = await findAttendeesOfOrder(tx, scope, order.id);
  if (amount === 0) {
    await endPlaces(tx, ctx, order, { ends, attendees, refundId: null });
    const mails = toBuyer(order, 'tickets_given_back').map((mail) => ({
      ...mail,
      // A ticket that was made valid again may be given back again.
      dedupeKey: `tickets_given_back:${order.id}:${randomUUID()}`,
      data: { count: attendeeIds.length },
    }));
    await queueMails(tx, mails);
    return 'done';
  }
  await carryOut(tx, ctx, order, {
    payment: money.payment && (await lockPayment(tx, money.payment.id)),
    refund: {
      amount,
      note: body.reason,
      attendeeIds,
      lineIds: [],
      cancels: true,
      notifies: true,
      createdBy: null,
      requestKey: null,
      requestHash: null,
    },
    ends,
    attendees,
    number: money.refunds.length + 1,
  });
  return 'done';
}

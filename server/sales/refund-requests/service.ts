import type { InputOf } from '@entrada/contract/endpoint';
import type * as endpoints from '@entrada/contract/sales/refund-requests/answers';
import type { RefundRequest } from '@entrada/contract/sales/refund-requests/answers';
import type { Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { audit, type Witness } from '../../platform/audit.ts';
import { type Ctx, scopeOf, scopeOfRow, userOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { findAttendeesOfOrder } from '../attendees/queries.ts';
import { toBuyer, toOrganizer } from '../order-views/core/letters.ts';
import { findNotices } from '../order-views/notice-queries.ts';
import type { Order } from '../orders/core/types.ts';
import { findOrderOfEvent, lockById } from '../orders/queries.ts';
import { lockPayment } from '../payments/queries.ts';
import { carryOut, endPlaces } from '../refunds/carry-out.ts';
import { alreadyRefunded, isExpressible, readMoney } from '../refunds/service.ts';
import * as queries from './queries.ts';

type At = { eventId: number; orderId: number };
type AtRequest = At & { requestId: number };
type Approval = NonNullable<InputOf<typeof endpoints.approveRefundRequest>['body']>;

/** What the buyer of an order asked back, the latest first. Minor units. Throws NOT_FOUND. */
export async function listRefundRequests(ctx: Ctx, { eventId, orderId }: At): Promise<RefundRequest[]> {
  const scope = scopeOf(ctx.actor);
  if (!(await findOrderOfEvent(ctx.db, scope, eventId, orderId))) throw fail('NOT_FOUND');
  const found = await queries.listRequests(ctx.db, scope, orderId);
  return found.map(({ answeredAt, createdAt, ...request }) => ({
    ...request,
    answeredAt: answeredAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * Notes that a buyer asks for money back, and mails the organizer if wanted. Minor units. The order's row must be locked,
 * and no other request of it be open.
 */
export async function askForRefund(
  tx: Tx,
  ctx: Witness,
  order: Order,
  request: Pick<queries.Request, 'attendeeIds' | 'amount' | 'why' | 'reason'>,
): Promise<void> {
  const scope = scopeOfRow(order);
  const id = await queries.insertRequest(tx, scope, order.id, request);
  const { attendeeIds, amount, why } = request;
  await audit(tx, ctx, scope, {
    action: 'refund.requested',
    target: { type: 'order', id: order.id },
    after: { requestId: id, attendeeIds, amount, why },
  });
  const notice = (await findNotices(tx, [order.eventId])).get(order.eventId);
  const mails = toOrganizer(order, 'refund_requested', notice);
  await queueMails(
    tx,
    mails.map((mail) => ({ ...mail, dedupeKey: `refund_requested:${id}`, data: { requestId: id } })),
  );
}

/** Locks the order and finds its open request. Throws NOT_FOUND, REFUND_REQUEST_ANSWERED. */
async function lockRequest(tx: Tx, ctx: Ctx, { eventId, orderId, requestId }: AtRequest) {
  const scope = scopeOf(ctx.actor);
  const found = await findOrderOfEvent(tx, scope, eventId, orderId);
  const order = found && (await lockById(tx, found.id));
  const request =
    order && (await queries.listRequests(tx, scope, order.id)).find(({ id }) => id === requestId);
  if (!order || !request) throw fail('NOT_FOUND');
  if (request.status !== 'open') throw fail('REFUND_REQUEST_ANSWERED');
  return { scope, order, request };
}

const tellBuyer = (tx: Tx, order: Order, requestId: number) =>
  queueMails(
    tx,
    toBuyer(order, 'refund_request_answered', requestId).map((mail) => ({ ...mail, data: { requestId } })),
  );

/**
 * Gives a buyer what was asked for: money, the end of the tickets, or both. Minor units. Of two answers at once the second
 * waits for the order's row and is refused. Tickets that were refunded meanwhile are left out. Locks the order, the
 * payment, then counters. Throws NOT_FOUND, REFUND_REQUEST_ANSWERED, one of REFUND_OBSTACLES, REFUND_ABOVE_REMAINING with
 * params.remaining, and VALIDATION_FAILED for an amount that the provider cannot express.
 */
export async function approveRefundRequest(
  ctx: Ctx,
  provider: PaymentProvider | null,
  at: AtRequest,
  { amount, cancel, answer }: Approval,
): Promise<RefundRequest[]> {
  await inTurn(ctx.db, [`order ${at.orderId}`, `stock of event ${at.eventId}`], async (tx) => {
    const { scope, order, request } = await lockRequest(tx, ctx, at);
    const money = await readMoney(tx, scope, provider, order);
    const payment = money.payment && (await lockPayment(tx, money.payment.id));
    const attendees = await findAttendeesOfOrder(tx, scope, order.id);
    const gone = alreadyRefunded(money.refunds).attendees;
    const attendeeIds = request.attendeeIds.filter((id) => !gone.has(id));
    const ends = { attendeeIds: request.attendeeIds, lineIds: [] };
    const by = userOf(ctx.actor).userId;
    // Answered first: what follows settles an open request.
    await queries.answerRequest(tx, scope, request.id, { status: 'approved', answer, by });
    if (amount > 0) {
      const { refundable } = money;
      if (money.obstacle) throw fail(money.obstacle, { params: { remaining: refundable } });
      if (amount > refundable) throw fail('REFUND_ABOVE_REMAINING', { params: { remaining: refundable } });
      if (payment && !isExpressible(provider, payment, amount))
        throw failFields([{ path: 'amount', code: 'invalid_format' }]);
      const made = await carryOut(tx, ctx, order, {
        payment,
        refund: {
          amount,
          note: request.reason,
          attendeeIds,
          lineIds: [],
          cancels: cancel,
          notifies: false,
          createdBy: by,
          requestKey: null,
          requestHash: null,
        },
        ends,
        attendees,
        number: money.refunds.length + 1,
      });
      await queries.writeRefundOfRequest(tx, scope, request.id, made.id);
    } else {
      await endPlaces(tx, ctx, order, { ends, attendees, refundId: null });
    }
    await audit(tx, ctx, scope, {
      action: 'refund.request_approved',
      target: { type: 'order', id: order.id },
      after: { requestId: request.id, amount, attendeeIds: request.attendeeIds },
    });
    await tellBuyer(tx, order, request.id);
  });
  return listRefundRequests(ctx, at);
}

/**
 * Refuses what a buyer asked for. The tickets stay valid. Locks the order. Throws NOT_FOUND, REFUND_REQUEST_ANSWERED.
 */
export async function declineRefundRequest(
  ctx: Ctx,
  at: AtRequest,
  { answer }: { answer: string },
): Promise<RefundRequest[]> {
  await inTurn(ctx.db, [`order ${at.orderId}`], async (tx) => {
    const { scope, order, request } = await lockRequest(tx, ctx, at);
    const by = userOf(ctx.actor).userId;
    await queries.answerRequest(tx, scope, request.id, { status: 'declined', answer, by });
    await audit(tx, ctx, scope, {
      action: 'refund.request_declined',
      target: { type: 'order', id: order.id },
      after: { requestId: request.id, amount: request.amount },
    });
    await tellBuyer(tx, order, request.id);
  });
  return listRefundRequests(ctx, at);
}

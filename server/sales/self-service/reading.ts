import { backOf } from '@entrada/contract/catalog/policies/worth';
import type { SelfService, TICKET_OBSTACLES } from '@entrada/contract/sales/self-service/give-back';
import { showPolicy, stepAt } from '../../catalog/events/core/policy.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { readNow } from '../../platform/clock.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { placesOf } from '../orders/core/lines.ts';
import type { Order } from '../orders/core/types.ts';
import { listRequests } from '../refund-requests/queries.ts';
import { alreadyRefunded, isExpressible, type OrderMoney, readMoney } from '../refunds/service.ts';
import { askedBecause, type GiveBackObstacle, giveBackObstacle, returnsOf } from './core/give-back.ts';
import { findValidTickets, type ValidTicket } from './queries.ts';

type TicketObstacle = (typeof TICKET_OBSTACLES)[number];

/** Why a valid ticket is not the buyer's to give back: somebody else has it since, or its money went back before. */
function obstacleOf(ticket: ValidTicket, order: Order, refunded: ReadonlySet<number>): TicketObstacle | null {
  const isWithBuyer = !ticket.wasPassedOn || ticket.email.toLowerCase() === order.buyer?.email.toLowerCase();
  if (!isWithBuyer) return 'with_other';
  return refunded.has(ticket.id) ? 'refunded' : null;
}

/** Whether this amount can be sent back by the provider of the payment at this moment. */
export const canSend = (provider: PaymentProvider | null, money: OrderMoney, amount: number): boolean =>
  money.payment !== null &&
  money.obstacle === null &&
  amount <= money.refundable &&
  isExpressible(provider, money.payment, amount);

/**
 * Everything that decides what a buyer can give back, by the database's clock. Minor units. Before a change lock the
 * order, and its tickets if a scan may be under way.
 */
export async function readGiveBack(tx: Tx | Db, order: Order, provider: PaymentProvider | null) {
  const scope = scopeOfRow(order);
  const event = await eventOf(tx, order);
  const money = await readMoney(tx, scope, provider, order);
  const requests = await listRequests(tx, scope, order.id);
  // Once the event is called off only the organizer's own word about the money counts (docs/decisions/069).
  const policy = event.calledOffAt ? null : order.policy;
  const now = await readNow(tx);
  const returns = returnsOf(event, order, now);
  const step = returns ?? (policy && stepAt(policy, event.startsAt, now));
  const refunded = alreadyRefunded(money.refunds).attendees;
  const valid = step ? await findValidTickets(tx, scope, order.id) : [];
  const items = new Map(placesOf(order).map((item) => [item.id, item]));
  const tickets = valid.flatMap((ticket) => {
    const item = items.get(ticket.itemId);
    if (!step || !item) return [];
    const worth = backOf(item, step);
    const asked = askedBecause({
      step,
      hasStarted: event.startsAt <= now,
      hasEntered: ticket.hasEntered,
      wasPassedOn: ticket.wasPassedOn,
      wasMoved: order.items.every(({ id }) => id !== item.id),
      isDisputed: money.disputes.length > 0,
      isByHand: money.isByHand,
      canRefund: canSend(provider, money, worth.back),
      back: worth.back,
    });
    return [{ ...ticket, ...worth, asked, item, obstacle: obstacleOf(ticket, order, refunded) }];
  });
  const obstacle: GiveBackObstacle | null = giveBackObstacle({
    order,
    isOffered: event.calledOffAt
      ? event.returnsUntil !== null
      : returns !== null || (policy !== null && policy.steps.length > 0),
    isOver: step === null,
    hasOpenRequest: requests.some(({ status }) => status === 'open'),
    isRefundPending: money.refunds.some(({ status }) => status === 'pending'),
    ticketCount: tickets.filter((ticket) => ticket.obstacle === null).length,
  });
  return { scope, event, money, requests, tickets, obstacle, now, returns };
}

export type Returnable = Awaited<ReturnType<typeof readGiveBack>>['tickets'][number];

/** What whoever holds the link of an order can do with its tickets. */
export async function showOrderService(
  db: Db | Tx,
  order: Order,
  provider: PaymentProvider | null,
): Promise<SelfService> {
  const { event, requests, tickets, obstacle, now, returns } = await readGiveBack(db, order, provider);
  const [last] = requests;
  return {
    currency: order.currency,
    policy: order.policy && showPolicy(order.policy, { startsAt: event.startsAt, offeredAt: now }),
    giveBack: {
      obstacle,
      returnsUntil: returns && event.returnsUntil ? event.returnsUntil.toISOString() : null,
      tickets: obstacle
        ? []
        : tickets.map((one) => ({
            shortId: one.obstacle === 'with_other' ? null : one.shortId,
            reference: one.reference,
            firstName: one.obstacle === 'with_other' ? '' : one.firstName,
            lastName: one.obstacle === 'with_other' ? '' : one.lastName,
            ticketName: one.item.ticketName,
            priceLabel: one.item.priceLabel,
            paid: one.paid,
            fees: one.fees,
            back: one.back,
            asked: one.asked,
            obstacle: one.obstacle,
          })),
    },
    request: last
      ? {
          status: last.status,
          amount: last.amount,
          ticketCount: last.attendeeIds.length,
          answer: last.answer,
          createdAt: last.createdAt.toISOString(),
        }
      : null,
  };
}

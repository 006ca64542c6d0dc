import type { OwnTicketObstacle } from '@entrada/contract/sales/own-tickets/changes';
import { deadlineOf, type Policy } from '../../../catalog/events/core/policy.ts';
import type { Order } from '../../orders/core/types.ts';

export type Facts = {
  order: Pick<Order, 'status' | 'refundStatus'>;
  policy: Policy | null;
  event: { status: string; startsAt: Date; calledOffAt: Date | null };
  now: Date;
  /** Why the money of the order forbids that a ticket changes hands; null if it does not. */
  money: OwnTicketObstacle | null;
  ticket: {
    status: string;
    hasEntered: boolean;
    isWithBuyer: boolean;
    /** The buyer passed it on, so the buyer can take it back. */
    isGiven: boolean;
    isOpened: boolean;
  };
};

type Obstacles = Record<'correct' | 'passOn' | 'takeBack' | 'sendAgain', OwnTicketObstacle | null>;

/** Until when names can be filled in and corrected, and tickets passed on. Nulls: never. Pure. */
export function deadlinesOf(
  policy: Policy | null,
  startsAt: Date,
): { names: Date | null; passOn: Date | null } {
  return {
    names: policy?.names ? deadlineOf(policy, policy.names, startsAt) : null,
    passOn: policy?.passOn ? deadlineOf(policy, policy.passOn, startsAt) : null,
  };
}

/** Why the buyer cannot change a ticket in each of the ways; nulls if that is possible. Pure. */
export function ownTicketObstacles(facts: Facts): Obstacles {
  const { order, policy, event, now, money, ticket } = facts;
  const ended = endOf(facts);
  const unpaid = order.status === 'completed' && ticket.status === 'active' ? null : 'ORDER_NOT_COMPLETE';
  const { names, passOn } = deadlinesOf(policy, event.startsAt);
  const late = (until: Date | null) =>
    until === null ? 'CHANGE_NOT_OFFERED' : now >= until ? 'CHANGE_OVER' : null;
  const entered = ticket.hasEntered ? 'ATTENDEE_CHECKED_IN' : null;
  const elsewhere = ticket.isWithBuyer ? null : 'TICKET_PASSED_ON';
  const notGiven = ticket.isGiven && !ticket.isWithBuyer ? null : 'TICKET_NOT_PASSED_ON';
  return {
    correct: ended ?? elsewhere ?? entered ?? late(names),
    passOn: ended ?? unpaid ?? elsewhere ?? entered ?? late(passOn) ?? money,
    takeBack: ended ?? unpaid ?? notGiven ?? entered ?? (ticket.isOpened ? 'TICKET_OPENED' : null) ?? money,
    sendAgain: ended ?? unpaid ?? notGiven ?? entered,
  };
}

/** Why nothing of a ticket can be changed any more. */
function endOf({ order, event, ticket }: Facts): OwnTicketObstacle | null {
  if (event.calledOffAt) return 'EVENT_CALLED_OFF';
  if (event.status === 'archived') return 'EVENT_ARCHIVED';
  if (order.status === 'cancelled') return 'ORDER_CANCELLED';
  if (order.refundStatus === 'full') return 'ORDER_REFUNDED';
  if (ticket.status === 'cancelled') return 'ATTENDEE_CANCELLED';
  return order.status === 'completed' || order.status === 'awaiting_offline_payment'
    ? null
    : 'ORDER_NOT_COMPLETE';
}

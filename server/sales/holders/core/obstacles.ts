import type { HolderObstacle } from '@entrada/contract/sales/holders';
import type { OrderStatus } from '@entrada/contract/sales/orders';

type Facts = { eventStatus: string; orderStatus: OrderStatus; attendeeStatus: string };

/**
 * Why the data of an attendee cannot be corrected, and why a ticket cannot get a new code. Nulls if they can. A ticket that
 * is not paid yet has no code to renew. Pure.
 */
export function holderObstacles({ eventStatus, orderStatus, attendeeStatus }: Facts): {
  correct: HolderObstacle | null;
  renew: HolderObstacle | null;
} {
  const common = commonObstacle({ eventStatus, orderStatus, attendeeStatus });
  const isUnpaid = orderStatus !== 'completed' || attendeeStatus !== 'active';
  return { correct: common, renew: common ?? (isUnpaid ? 'ORDER_NOT_COMPLETE' : null) };
}

function commonObstacle({ eventStatus, orderStatus, attendeeStatus }: Facts): HolderObstacle | null {
  if (eventStatus === 'archived') return 'EVENT_ARCHIVED';
  if (orderStatus === 'cancelled') return 'ORDER_CANCELLED';
  if (attendeeStatus === 'cancelled') return 'ATTENDEE_CANCELLED';
  return orderStatus === 'completed' || orderStatus === 'awaiting_offline_payment'
    ? null
    : 'ORDER_NOT_COMPLETE';
}

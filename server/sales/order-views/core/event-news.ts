import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { standingOf } from '../../../catalog/events/core/standing.ts';
import type { Order } from '../../orders/core/types.ts';
import type { EventFacts } from '../../orders/event-queries.ts';

type Event = Pick<
  EventFacts,
  'calledOffAt' | 'startsAt' | 'effectiveEnd' | 'readAt' | 'movedAt' | 'movedFromPlace'
>;

/**
 * What became of the event since an order was made. The start that the order was made with is known by the policy that it
 * kept. Pure.
 */
export function eventNews(
  event: Event,
  { policy, createdAt }: Pick<Order, 'policy' | 'createdAt'>,
): BuyerOrder['eventNews'] {
  const { startsAt, readAt, movedAt, movedFromPlace } = event;
  const state = standingOf(event, readAt);
  if (state !== 'planned') return { state, movedFrom: null, movedFromPlace: null };
  const before = policy && new Date(policy.startsAt);
  const isMoved = before !== null && before.getTime() !== startsAt.getTime();
  return {
    state,
    movedFrom: isMoved ? before.toISOString() : null,
    movedFromPlace: movedAt && createdAt < movedAt ? movedFromPlace : null,
  };
}

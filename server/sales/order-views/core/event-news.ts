import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { Order } from '../../orders/core/types.ts';
import type { EventFacts } from '../../orders/event-queries.ts';

type Event = Pick<EventFacts, 'status' | 'startsAt' | 'effectiveEnd' | 'updatedAt' | 'readAt'>;

/**
 * What became of the event since an order was made. An event that was archived before its end was called off: an archived
 * one cannot be changed, so its last change is the archiving. The start that the order was made with is known by the policy
 * that it kept. Pure.
 */
export function eventNews(event: Event, { policy }: Pick<Order, 'policy'>): BuyerOrder['eventNews'] {
  const { status, startsAt, effectiveEnd, updatedAt, readAt } = event;
  if (status === 'archived' && updatedAt < effectiveEnd) return { state: 'called_off', movedFrom: null };
  if (readAt >= effectiveEnd) return { state: 'over', movedFrom: null };
  const before = policy && new Date(policy.startsAt);
  const isMoved = before !== null && before.getTime() !== startsAt.getTime();
  return { state: 'planned', movedFrom: isMoved ? before.toISOString() : null };
}

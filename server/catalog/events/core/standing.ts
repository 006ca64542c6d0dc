import type { EventStatus } from '@entrada/contract/catalog/events';

type Facts = { calledOffAt: Date | null; effectiveEnd: Date };

/**
 * Whether an event takes place, at a moment. The one place that decides this: only the act of calling off makes an event
 * called off, and one stays so after its date and when it is archived. Pure.
 */
export function standingOf(
  { calledOffAt, effectiveEnd }: Facts,
  now: Date,
): 'planned' | 'over' | 'called_off' {
  if (calledOffAt !== null) return 'called_off';
  return now >= effectiveEnd ? 'over' : 'planned';
}

/** When the sales of an event end at a moment: with the event, and at once if it is called off, as if it were over. Pure. */
export const saleEndOf = ({ calledOffAt, effectiveEnd }: Facts, now: Date): Date =>
  calledOffAt === null ? effectiveEnd : now;

/** Whether strangers can buy anything of an event at a moment. Pure. */
export const isOnSale = (event: Facts & { status: EventStatus }, now: Date): boolean =>
  event.status === 'public' && standingOf(event, now) === 'planned';

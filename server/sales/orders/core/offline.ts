import { DAY_MS } from '@entrada/contract/constants';
import type { PAYMENT_METHODS } from '@entrada/contract/sales/checkout';

type PaymentMethod = (typeof PAYMENT_METHODS)[number];

type Terms = { startsAt: Date; endsAt: Date | null; offlineDays: number };

/** Like `app.effective_end` in SQL: an event without an end lasts 24 hours. */
const endOf = ({ startsAt, endsAt }: Terms) => endsAt ?? new Date(startsAt.getTime() + DAY_MS);

/**
 * The due date of an offline payment that is chosen now: the event's number of days from now, but no later than the
 * event's start. After the start, no later than its end. Null if the event is over.
 */
export function offlineDueAt(now: Date, event: Terms): Date | null {
  const last = event.startsAt > now ? event.startsAt : endOf(event);
  if (last <= now) return null;
  return new Date(Math.min(now.getTime() + event.offlineDays * DAY_MS, last.getTime()));
}

/** The payment methods of an order now, in the order in which the page offers them. */
export function paymentMethodsOf(
  now: Date,
  event: Terms & { cardPayments: boolean; offlinePayments: boolean },
): PaymentMethod[] {
  const isOffline = event.offlinePayments && offlineDueAt(now, event) !== null;
  return [...(event.cardPayments ? ['card' as const] : []), ...(isOffline ? ['offline' as const] : [])];
}

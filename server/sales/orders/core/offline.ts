import type { PAYMENT_METHODS } from '@entrada/contract/sales/checkout';

type PaymentMethod = (typeof PAYMENT_METHODS)[number];

type Terms = { startsAt: Date; endsAt: Date | null; offlineDays: number };

const DAY_MS = 86_400_000;

/** As `app.effective_end`: an event without an end lasts 24 hours. */
const endOf = ({ startsAt, endsAt }: Terms) => endsAt ?? new Date(startsAt.getTime() + DAY_MS);

/**
 * Until when the money of an order chosen now is waited for: so many days as the event gives, but not beyond its start,
 * or its end once it has begun. Null when it is over.
 */
export function offlineDueAt(now: Date, event: Terms): Date | null {
  const last = event.startsAt > now ? event.startsAt : endOf(event);
  if (last <= now) return null;
  return new Date(Math.min(now.getTime() + event.offlineDays * DAY_MS, last.getTime()));
}

/** How an order can be paid now, in the order in which it is offered. */
export function paymentMethodsOf(
  now: Date,
  event: Terms & { cardPayments: boolean; offlinePayments: boolean },
): PaymentMethod[] {
  const isOffline = event.offlinePayments && offlineDueAt(now, event) !== null;
  return [...(event.cardPayments ? ['card' as const] : []), ...(isOffline ? ['offline' as const] : [])];
}

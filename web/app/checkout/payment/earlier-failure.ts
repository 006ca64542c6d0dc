import type { BuyerOrder } from '@entrada/contract/sales/checkout';

/** Why the existing payment of the order is not complete; null if nothing went wrong. */
export function earlierFailure({ payment }: BuyerOrder): string | null {
  if (!payment) return null;
  return payment.failureCode ?? (payment.status === 'requires_action' ? 'left_confirmation' : null);
}

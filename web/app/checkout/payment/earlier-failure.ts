import type { BuyerOrder } from '@entrada/contract/sales/checkout';

/** Why the payment that the order already has is not through yet; null where nothing went wrong. */
export function earlierFailure({ payment }: BuyerOrder): string | null {
  if (!payment) return null;
  return payment.failureCode ?? (payment.status === 'requires_action' ? 'left_confirmation' : null);
}

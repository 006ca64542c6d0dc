/**
 * Ways in which one call can go wrong, before it has its effect or after. `timeout`: no answer ever. `half_open`: the
 * answer begins and never ends. `disconnect`: the connection breaks. `status_500_after` is kept under the call's
 * idempotency key and answered again to every repetition, as Stripe does. `status_429`, `status_409`: refused, no
 * effect. `slow`: holds its idempotency key for a while before the effect.
 */
export const STRIPE_FAULTS = [
  'timeout_before',
  'timeout_after',
  'half_open_before',
  'half_open_after',
  'disconnect_before',
  'disconnect_after',
  'status_500_before',
  'status_500_after',
  'status_429',
  'status_409',
  'slow',
] as const;
export type StripeFault = (typeof STRIPE_FAULTS)[number];

export type StripeOperation =
  | 'createPayment'
  | 'lookUp'
  | 'listPayments'
  | 'cancel'
  | 'confirm'
  | 'refund'
  | 'lookUpRefund'
  | 'listRefunds'
  | 'lookUpDispute'
  | 'createAccount'
  | 'lookUpAccount'
  | 'linkAccount';

export type StripeFaults = {
  /** The next call of this operation that has no fault waiting for it fails in this way. */
  add: (operation: StripeOperation, fault: StripeFault) => void;
  take: (operation: StripeOperation) => StripeFault | null;
  clear: () => void;
};

/** A list of faults to come, one per call. */
export function createStripeFaults(): StripeFaults {
  const waiting = new Map<StripeOperation, StripeFault[]>();
  return {
    add: (operation, fault) => {
      waiting.set(operation, [...(waiting.get(operation) ?? []), fault]);
    },
    take: (operation) => waiting.get(operation)?.shift() ?? null,
    clear: () => waiting.clear(),
  };
}

/**
 * Ways in which one call can fail, before its effect or after it. `timeout`: there is never an answer.
 * `half_open`: the answer begins and never ends. `disconnect`: the connection breaks. `status_500_after` is
 * kept under the call's idempotency key, and every repetition gets it again, as at Stripe. `status_429`,
 * `status_409`: refused, no effect. `slow`: the call holds its idempotency key for a while before the effect.
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
  /** Adds a fault to the queue of this operation. Each call takes one fault. */
  add: (operation: StripeOperation, fault: StripeFault) => void;
  take: (operation: StripeOperation) => StripeFault | null;
  clear: () => void;
};

/** A queue of faults, one for each call. */
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

import type { DisputeStatus } from '@entrada/contract/sales/disputes';
import type { RefundStatus } from '@entrada/contract/sales/orders';
import type { REFUND_OBSTACLES, REFUND_REASONS } from '@entrada/contract/sales/refunds';
import type { ProviderRefundStatus } from '../../../payment-providers/port.ts';

type RefundReason = (typeof REFUND_REASONS)[number];
type RefundObstacle = (typeof REFUND_OBSTACLES)[number];

/** Money that was refunded or will be. Minor units. */
export type Refund = {
  id: number;
  accountId: number;
  orderId: number;
  /** Null if the money came offline: the organizer then refunds it offline. */
  paymentId: number | null;
  /** The call that makes the refund; null for a refund that was made outside this application. */
  callId: number | null;
  providerRefundId: string | null;
  amount: number;
  currency: string;
  status: ProviderRefundStatus;
  reason: RefundReason;
  failureCode: string | null;
  note: string;
  attendeeIds: number[];
  /** The lines that admit nobody and that it is for. */
  lineIds: number[];
  cancels: boolean;
  notifies: boolean;
  createdBy: number | null;
  createdAt: Date;
  settledAt: Date | null;
  /** The next try. People made it after they learned that this one had failed. */
  replacedBy: number | null;
  requestKey: string | null;
  requestHash: Buffer | null;
};

type Facts = Pick<Refund, 'paymentId' | 'amount' | 'status' | 'reason' | 'replacedBy'>;
type Sum = Pick<Refund, 'amount' | 'status'>;

const sum = (refunds: readonly { amount: number }[]) =>
  refunds.reduce((total, refund) => total + refund.amount, 0);

/** The sum of the refunds that succeeded, in minor units. */
export const succeededOf = (refunds: readonly Sum[]): number =>
  sum(refunds.filter((refund) => refund.status === 'succeeded'));

/**
 * An order's refund status and total, from its refunds alone. The order in which we learned of them does not matter. A
 * duplicate payment and its refund do not count. A failed refund shows until people try again or everything is
 * refunded. `total`: the order's total, in minor units.
 */
export function refundStateOf(
  refunds: readonly Facts[],
  total: number,
): { status: RefundStatus; refundedTotal: number } {
  const surplus = new Set(refunds.filter(({ reason }) => reason === 'duplicate').map((one) => one.paymentId));
  const own = refunds.filter((refund) => !surplus.has(refund.paymentId));
  const refundedTotal = succeededOf(own);
  const isAny = (status: ProviderRefundStatus) =>
    own.some((refund) => refund.status === status && refund.replacedBy === null);
  if (isAny('pending')) return { status: 'pending', refundedTotal };
  if (refundedTotal > 0 && refundedTotal >= total) return { status: 'full', refundedTotal };
  if (isAny('failed')) return { status: 'failed', refundedTotal };
  return { status: refundedTotal > 0 ? 'partial' : 'none', refundedTotal };
}

/**
 * The part of a payment that can still be refunded: without refunds that succeeded or are pending, and without lost
 * disputes. Minor units.
 */
export function refundableOf(
  paid: number,
  refunds: readonly Sum[],
  disputes: readonly { amount: number; status: DisputeStatus }[],
): number {
  const gone = sum(refunds.filter((refund) => refund.status !== 'failed'));
  const lost = sum(disputes.filter((dispute) => dispute.status === 'lost'));
  return Math.max(0, paid - gone - lost);
}

/** Why an order cannot be refunded now; null if it can. */
export function obstacleOf(facts: {
  isManual: boolean;
  isPaidOnline: boolean;
  /** The order was paid offline: the organizer refunds it, and no provider is needed. */
  isByHand?: boolean;
  hasProvider: boolean;
  refunds: readonly Sum[];
  disputes: readonly { status: DisputeStatus }[];
  refundable: number;
}): RefundObstacle | null {
  if (facts.isManual) return 'ORDER_IS_MANUAL';
  if (!facts.isPaidOnline && !facts.isByHand) return 'ORDER_NOT_PAID_ONLINE';
  if (!facts.hasProvider && !facts.isByHand) return 'PAYMENTS_NOT_SET_UP';
  if (facts.disputes.some(({ status }) => status === 'needs_response' || status === 'under_review')) {
    return 'PAYMENT_DISPUTED';
  }
  if (facts.refunds.some(({ status }) => status === 'pending')) return 'REFUND_PENDING';
  return facts.refundable > 0 ? null : 'REFUND_ABOVE_REMAINING';
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Seconds until the next query for a refund of this age; null if none is needed. Queries come soon at first, then more
 * and more rarely. They continue for 30 days after a success, because a bank may still return the money.
 */
export function nextAsking(status: ProviderRefundStatus, ageSeconds: number): number | null {
  if (status === 'failed') return null;
  if (status === 'pending') return Math.min(Math.max(5, ageSeconds), HOUR);
  return ageSeconds < 30 * DAY ? Math.max(DAY, ageSeconds) : null;
}

const DISPUTE_ORDER: Record<DisputeStatus, number> = {
  warning: 0,
  needs_response: 1,
  under_review: 2,
  won: 3,
  lost: 3,
};

/** Whether a newly fetched dispute may replace the stored one: only forward, and never out of `won` or `lost`. */
export function mayReplaceDisputeStatus(recorded: DisputeStatus, fetched: DisputeStatus): boolean {
  return DISPUTE_ORDER[fetched] > DISPUTE_ORDER[recorded];
}

import type { DisputeStatus } from '@entrada/contract/sales/disputes';
import type {
  MOVE_OBSTACLES,
  MoveSettlement,
  SETTLEMENT_OBSTACLES,
} from '@entrada/contract/sales/moves/to-another-ticket';
import type { OrderStatus } from '@entrada/contract/sales/orders';
import { holderObstacles } from '../../holders/core/obstacles.ts';

type MoveObstacle = (typeof MOVE_OBSTACLES)[number];
type SettlementObstacle = (typeof SETTLEMENT_OBSTACLES)[number];

/** Why an attendee cannot be moved now; null if that is possible. Whoever is inside must come out first. Pure. */
export function moveObstacle(facts: {
  eventStatus: string;
  orderStatus: OrderStatus;
  attendeeStatus: string;
  isInside: boolean;
  refunds: readonly { status: string }[];
  disputes: readonly { status: DisputeStatus }[];
}): MoveObstacle | null {
  const { renew } = holderObstacles(facts);
  if (renew) return renew;
  if (facts.isInside) return 'ATTENDEE_CHECKED_IN';
  if (facts.refunds.some(({ status }) => status === 'pending')) return 'REFUND_PENDING';
  const isOpen = ({ status }: { status: DisputeStatus }) =>
    status === 'needs_response' || status === 'under_review';
  return facts.disputes.some(isOpen) ? 'PAYMENT_DISPUTED' : null;
}

/** The way in which a difference goes back: by a refund of the order's payment, or by hand. */
export type WayBack = 'online' | 'offline' | 'by_hand';

/** The facts about the money of an order that decide what may become of a difference. Minor units. */
export type MoneyFacts = {
  wayBack: WayBack;
  /** What a refund may still give back. */
  refundable: number;
  hasProvider: boolean;
  /** What the buyer still has to pay for earlier moves of this attendee. */
  open: number;
  /** Whether a refund was for this attendee's ticket. */
  isRefunded: boolean;
};

/**
 * Why a difference cannot be given back; null if it can, or if it is nothing or to be paid. Nothing goes back while a buyer
 * owes for an earlier move, or money would go back that never came. Pure.
 */
export function settlementObstacle(difference: number, facts: MoneyFacts): SettlementObstacle | null {
  if (difference >= 0) return null;
  if (facts.open > 0) return 'DIFFERENCE_STILL_OPEN';
  if (facts.isRefunded) return 'ATTENDEE_ALREADY_REFUNDED';
  if (facts.wayBack === 'by_hand') return null;
  if (facts.wayBack === 'online' && !facts.hasProvider) return 'PAYMENTS_NOT_SET_UP';
  return -difference > facts.refundable ? 'REFUND_ABOVE_REMAINING' : null;
}

/** What may become of a difference, the usual way first; nothing if there is none. Pure. */
export function settlementsOf(difference: number, facts: MoneyFacts): MoveSettlement[] {
  if (difference === 0) return [];
  if (settlementObstacle(difference, facts)) return ['waived'];
  return [difference > 0 ? 'owed' : 'given_back', 'waived'];
}

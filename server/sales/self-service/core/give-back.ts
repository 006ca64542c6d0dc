import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import type { AskedBecause } from '@entrada/contract/sales/refund-requests/answers';
import type { GIVE_BACK_OBSTACLES } from '@entrada/contract/sales/self-service/give-back';
import type { Order } from '../../orders/core/types.ts';

export type GiveBackObstacle = (typeof GIVE_BACK_OBSTACLES)[number];

/** What decides whether an order can be given back at all. */
export type OrderFacts = {
  order: Pick<Order, 'isManual' | 'status'>;
  /** Whether the policy of the order or a change of its event offers it. */
  isOffered: boolean;
  /** Whether the time for it has passed, by the database's clock. */
  isOver: boolean;
  hasOpenRequest: boolean;
  isRefundPending: boolean;
  /** Valid tickets that the buyer still has. */
  ticketCount: number;
};

/** Why nothing can be given back now; null if something can. Pure. */
export function giveBackObstacle(facts: OrderFacts): GiveBackObstacle | null {
  const { isManual, status } = facts.order;
  if (!facts.isOffered) return 'not_offered';
  if (isManual) return 'added_by_hand';
  if (status !== 'completed') return 'not_complete';
  if (facts.hasOpenRequest) return 'requested';
  if (facts.isOver) return 'over';
  if (facts.isRefundPending) return 'refund_pending';
  return facts.ticketCount === 0 ? 'nothing_left' : null;
}

type Changed = { calledOffAt: Date | null; movedAt: Date | null; returnsUntil: Date | null };

/**
 * What an order gives back at a moment because its event was called off or moved: all that was paid, fees too. Only tickets
 * that were bought before that. It stands over the policy of the order, which never gives more. Null if nothing. Pure.
 */
export function returnsOf(
  { calledOffAt, movedAt, returnsUntil }: Changed,
  { createdAt }: Pick<Order, 'createdAt'>,
  now: Date,
): Pick<GiveBackStep, 'percent' | 'keepsFees' | 'way'> | null {
  const changedAt = calledOffAt ?? movedAt;
  if (!changedAt || !returnsUntil || createdAt >= changedAt || now >= returnsUntil) return null;
  return { percent: '100', keepsFees: false, way: 'automatic' };
}

/** What decides whether a ticket ends at once. */
export type TicketFacts = {
  /** The step of the policy that counts. */
  step: Pick<GiveBackStep, 'way'>;
  /** Whether the event has begun: earlier than it was to when the ticket was bought. */
  hasStarted: boolean;
  /** Whether somebody has ever entered with the ticket. */
  hasEntered: boolean;
  /** Whether somebody else ever had it. */
  wasPassedOn: boolean;
  /** Whether it was moved to another ticket. */
  wasMoved: boolean;
  /** Whether a bank was ever asked for the money of the order, however that ended. */
  isDisputed: boolean;
  /** Whether the money of the order came without a card. */
  isByHand: boolean;
  /** Whether the provider of the payment can send money back. Nothing has to be sent for a free ticket. */
  canRefund: boolean;
  back: number;
};

/**
 * Why a person decides about a ticket that is given back; null if it ends at once. After a scan, a dispute, a pass-on or the
 * start of the event nothing happens by itself. Pure.
 */
export function askedBecause(facts: TicketFacts): AskedBecause | null {
  if (facts.step.way === 'asked') return 'policy';
  if (facts.hasEntered) return 'checked_in';
  if (facts.isDisputed) return 'disputed';
  if (facts.wasPassedOn) return 'passed_on';
  if (facts.wasMoved) return 'moved';
  if (facts.hasStarted) return 'started';
  if (facts.back === 0) return null;
  if (facts.isByHand) return 'paid_without_card';
  return facts.canRefund ? null : 'not_possible';
}

import type { ORDER_HISTORY_KINDS } from '@entrada/contract/sales/orders';

type HistoryKind = (typeof ORDER_HISTORY_KINDS)[number];

/** What people are told of each change of an order's state; the rest are steps in between. */
const OF_REASON: Readonly<Record<string, HistoryKind>> = {
  payment_started: 'payment_started',
  payment_processing: 'payment_processing',
  payment_failed: 'payment_failed',
  payment_cancelled: 'payment_cancelled',
  completed_free: 'completed_free',
  completed_paid: 'completed_paid',
  completed_late: 'completed_late',
  offline_chosen: 'offline_chosen',
  completed_offline: 'completed_offline',
  offline_unpaid: 'offline_unpaid',
  paid_too_late: 'paid_too_late',
  cancelled: 'cancelled',
};

const OF_ENDING: Readonly<Record<string, HistoryKind>> = { abandoned: 'left', replaced: 'replaced' };

const OF_ACTION: Readonly<Record<string, HistoryKind>> = {
  'order.cancelled': 'cancelled',
  'attendees.cancelled': 'attendees_cancelled',
  'order.answers_changed': 'answers_changed',
  'attendee.answers_changed': 'attendee_answers_changed',
  'refund.opened': 'refund_opened',
  'refund.learned': 'refund_learned',
  'refund.succeeded': 'refund_succeeded',
  'refund.failed': 'refund_failed',
  'refund.by_hand': 'refund_by_hand',
  'order.marked_paid': 'completed_offline',
  'order.unpaid': 'offline_unpaid',
  'dispute.opened': 'dispute_opened',
  'dispute.changed': 'dispute_changed',
};

/** The audited actions that belong to an order's history. */
export const HISTORY_ACTIONS = Object.keys(OF_ACTION);

/** What an audited action is in an order's history; null where it is no part of it. */
export const kindOfAction = (action: string): HistoryKind | null => OF_ACTION[action] ?? null;

/** What a change of state is in an order's history; null for one that only leads to the next. */
export function kindOfTransition(change: {
  from: string | null;
  to: string;
  reason: string;
}): HistoryKind | null {
  const isEnding = change.to === 'expired' && change.from !== 'expired';
  if (isEnding) return OF_ENDING[change.reason] ?? 'expired';
  return OF_REASON[change.reason] ?? null;
}

import type { ORDER_HISTORY_KINDS } from '@entrada/contract/sales/orders';

type HistoryKind = (typeof ORDER_HISTORY_KINDS)[number];

/** The history kind of each state change that people are told about. Other changes are only intermediate steps. */
const OF_REASON: Readonly<Record<string, HistoryKind>> = {
  payment_started: 'payment_started',
  payment_processing: 'payment_processing',
  payment_failed: 'payment_failed',
  payment_cancelled: 'payment_cancelled',
  completed_free: 'completed_free',
  added_free: 'added_by_hand',
  added_paid: 'added_by_hand',
  completed_paid: 'completed_paid',
  completed_late: 'completed_late',
  offline_chosen: 'offline_chosen',
  completed_offline: 'completed_offline',
  offline_unpaid: 'offline_unpaid',
  paid_too_late: 'paid_too_late',
  cancelled: 'cancelled',
  reactivated: 'reactivated',
};

const OF_ENDING: Readonly<Record<string, HistoryKind>> = { abandoned: 'left', replaced: 'replaced' };

const OF_ACTION: Readonly<Record<string, HistoryKind>> = {
  'order.added_by_hand': 'added_by_hand',
  'order.cancelled': 'cancelled',
  'attendees.cancelled': 'attendees_cancelled',
  'order.reactivated': 'reactivated',
  'order.resent': 'resent',
  'attendees.reactivated': 'attendees_reactivated',
  'order.email_corrected': 'email_corrected',
  'order.buyer_changed': 'buyer_changed',
  'order.answers_changed': 'answers_changed',
  'attendee.answers_changed': 'attendee_answers_changed',
  'attendee.corrected': 'attendee_corrected',
  'attendee.passed_on': 'ticket_passed_on',
  'attendee.passed_on_by_buyer': 'ticket_passed_on_by_buyer',
  'attendee.taken_back': 'ticket_taken_back',
  'attendee.named': 'attendee_named',
  'order.link_renewed': 'link_renewed',
  'attendee.code_reissued': 'code_reissued',
  'attendee.moved': 'attendee_moved',
  'adjustment.paid': 'adjustment_paid',
  'adjustment.waived': 'adjustment_waived',
  'refund.requested': 'refund_requested',
  'refund.request_approved': 'refund_request_approved',
  'refund.request_declined': 'refund_request_declined',
  'refund.request_settled': 'refund_request_settled',
  'refund.request_reopened': 'refund_request_reopened',
  'refund.opened': 'refund_opened',
  'refund.learned': 'refund_learned',
  'refund.succeeded': 'refund_succeeded',
  'refund.failed': 'refund_failed',
  'refund.by_hand': 'refund_by_hand',
  'order.marked_paid': 'completed_offline',
  'order.unpaid': 'offline_unpaid',
  'dispute.opened': 'dispute_opened',
  'dispute.changed': 'dispute_changed',
  'dispute.dismissed': 'dispute_dismissed',
  'credit_note.issued': 'credit_note_issued',
  'invoice.issued': 'invoice_issued',
  'order.invoice_details_changed': 'invoice_details_changed',
};

/** The audited actions that belong to an order's history. */
export const HISTORY_ACTIONS = Object.keys(OF_ACTION);

/** The history kind of an audit action; null if the history does not show it. */
export const kindOfAction = (action: string): HistoryKind | null => OF_ACTION[action] ?? null;

/** The history kind of a state change; null for an intermediate step. */
export function kindOfTransition(change: {
  from: string | null;
  to: string;
  reason: string;
}): HistoryKind | null {
  const isEnding = change.to === 'expired' && change.from !== 'expired';
  if (isEnding) return OF_ENDING[change.reason] ?? 'expired';
  return OF_REASON[change.reason] ?? null;
}

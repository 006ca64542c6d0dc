import { z } from 'zod';
import { answerGroup } from '../catalog/questions.ts';
import { LOCALES } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';
import { type ListRules, listQuery, page } from '../list.ts';
import { DISPUTE_STATUSES, openDispute } from './disputes.ts';
import { orderDocument } from './invoices/documents.ts';
import { INVOICE_OBSTACLES, invoiceDetails } from './invoices/who.ts';

export const ORDER_BADGES = [
  'RESERVED',
  'AWAITING_PAYMENT',
  'AWAITING_OFFLINE_PAYMENT',
  'PROCESSING',
  'PAYMENT_FAILED',
  'COMPLETED',
  'CANCELLED',
  'EXPIRED',
  'REFUND_PENDING',
  'REFUND_FAILED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
] as const;
/** The one status that people see. It is derived from the status of the order, of its payment and of its refund. */
export type OrderBadge = (typeof ORDER_BADGES)[number];

/** The colours of each badge: orange, red, teal, informational, neutral. */
export const ORDER_BADGE_TONES: Record<OrderBadge, 'orange' | 'red' | 'teal' | 'info' | 'neutral'> = {
  RESERVED: 'info',
  PROCESSING: 'info',
  AWAITING_PAYMENT: 'orange',
  AWAITING_OFFLINE_PAYMENT: 'orange',
  REFUND_PENDING: 'orange',
  PARTIALLY_REFUNDED: 'orange',
  CANCELLED: 'red',
  REFUND_FAILED: 'red',
  REFUNDED: 'red',
  PAYMENT_FAILED: 'red',
  EXPIRED: 'neutral',
  COMPLETED: 'teal',
};

export type OrderStatus =
  | 'reserved'
  | 'cancelling'
  | 'awaiting_offline_payment'
  | 'completed'
  | 'cancelled'
  | 'expired';
export type PaymentStatus = 'none' | 'not_required' | 'awaiting' | 'processing' | 'paid' | 'failed';
export type RefundStatus = 'none' | 'pending' | 'failed' | 'partial' | 'full';

/**
 * Why a hold ended early: the buyer left the checkout, or chose other tickets instead. Such an order is cancelled for
 * people, although its status is `expired` like that of every hold that ended.
 */
export const GIVEN_UP_REASONS: readonly (string | null)[] = ['abandoned', 'replaced'];

/**
 * Derives the badge. Pure. A refund comes before the order's own status, and a payment in progress comes before the
 * hold.
 */
export function orderBadge(order: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  refundStatus: RefundStatus;
  endedReason: string | null;
}): OrderBadge {
  if (order.refundStatus === 'pending') return 'REFUND_PENDING';
  if (order.refundStatus === 'failed') return 'REFUND_FAILED';
  if (order.refundStatus === 'full') return 'REFUNDED';
  if (order.status === 'cancelled') return 'CANCELLED';
  if (order.refundStatus === 'partial') return 'PARTIALLY_REFUNDED';
  if (order.status === 'completed') return 'COMPLETED';
  if (order.status === 'expired')
    return GIVEN_UP_REASONS.includes(order.endedReason) ? 'CANCELLED' : 'EXPIRED';
  if (order.status === 'awaiting_offline_payment') return 'AWAITING_OFFLINE_PAYMENT';
  if (order.paymentStatus === 'processing' || order.status === 'cancelling') return 'PROCESSING';
  if (order.paymentStatus === 'failed') return 'PAYMENT_FAILED';
  if (order.paymentStatus === 'awaiting') return 'AWAITING_PAYMENT';
  return 'RESERVED';
}

/**
 * Why an order waits for a person, the most urgent first. `dispute`: the buyer's bank waits for an answer.
 * `lost_dispute`: a bank took the money back, but tickets still let in, and nobody has said that they may.
 * `refund_failed`: money that was to go back did not, also of a payment that came too late or twice. `payment_unclear`:
 * the provider reported something in the last 30 days that does not fit the order's payment. `refund_requested`: the
 * buyer asks for money back. `mail_bounced`: mails to the buyer or a holder of a ticket come back.
 * `payment_failed`: a buyer tried to pay in the last week and could not, and has not ordered again. `transfer_due`: a payment
 * without a card is due within two days.
 */
export const ATTENTION_KINDS = [
  'dispute',
  'lost_dispute',
  'refund_failed',
  'payment_unclear',
  'refund_requested',
  'mail_bounced',
  'payment_failed',
  'transfer_due',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

const orderRow = z.object({
  id: z.number(),
  shortId: z.string(),
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  badge: z.enum(ORDER_BADGES),
  currency: z.string(),
  total: z.number(),
  refunded: z.number(),
  /** The tickets that let people in, cancelled ones too. */
  ticketCount: z.number(),
  isManual: z.boolean(),
  /** The most urgent dispute that is not decided yet; null if there is none. */
  dispute: openDispute.nullable(),
  createdAt: isoOut,
});
export type OrderRow = z.output<typeof orderRow>;

/** How an order is paid: by card, at the bank that is for trying out, without a card, or not at all. */
export const ORDER_PAYMENT_METHODS = ['card', 'test_bank', 'offline', 'free'] as const;
export type OrderPaymentMethod = (typeof ORDER_PAYMENT_METHODS)[number];

export const orderListRules = {
  sorts: ['created_at', 'total', 'last_name', 'reference'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  filters: {
    status: ['eq', 'ne', 'in'],
    attention: ['eq', 'in'],
    dispute: ['eq', 'ne', 'in'],
    payment_method: ['eq', 'ne', 'in'],
    ticket_id: ['eq', 'ne', 'in'],
    promo_code: ['eq', 'ne', 'like'],
    affiliate_id: ['eq', 'ne', 'in'],
    created_at: ['gt', 'gte', 'lt', 'lte'],
    completed_at: ['gt', 'gte', 'lt', 'lte'],
    total: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
  },
} as const satisfies ListRules;

export const listOrders = endpoint({
  method: 'GET',
  path: '/events/:eventId/orders',
  access: 'orders.read',
  summary:
    'Orders whose buyer is known. `filter_fields[status]` takes badge values, `filter_fields[attention]` reasons why an order waits for a person (dispute, lost_dispute, refund_failed, payment_unclear, refund_requested, transfer_due), `filter_fields[dispute]` states of a dispute, `filter_fields[payment_method]` card, test_bank, offline or free, `filter_fields[ticket_id]` and `filter_fields[affiliate_id]` ids, `filter_fields[total]` minor units. `in` and `ne` take several values with commas between them: one of them, or none.',
  params: z.object({ eventId: pathId }),
  query: listQuery(orderListRules),
  response: page(orderRow),
});

/** How the money of an order came that a person added by hand: in cash, or by card at the door. */
export const PAID_BY_HAND = ['cash', 'card'] as const;
export type PaidByHand = (typeof PAID_BY_HAND)[number];

/** What the orders that a list finds come to. Minor units of the event's currency. */
const orderSums = z.object({
  count: z.number(),
  currency: z.string(),
  /** All of them, whether they were paid or not. */
  total: z.number(),
  /** What was paid for those that were completed. */
  paid: z.number(),
  /** What of that was refunded, and what banks took back by lost disputes. */
  refunded: z.number(),
  lostToDisputes: z.number(),
});
export type OrderSums = z.output<typeof orderSums>;

export const sumOrders = endpoint({
  method: 'GET',
  path: '/events/:eventId/order-sums',
  access: 'orders.read',
  summary:
    'What the orders that a list finds come to. Takes the query of the list; its page and order mean nothing here.',
  params: z.object({ eventId: pathId }),
  query: listQuery(orderListRules),
  response: single(orderSums),
});

/** The history of an order. `by` is the person who did it; null for the buyer, a bank or the clock. */
export const ORDER_HISTORY_KINDS = [
  'started',
  'added_by_hand',
  'payment_started',
  'payment_processing',
  'payment_failed',
  'payment_cancelled',
  'completed_free',
  'completed_paid',
  'completed_late',
  'offline_chosen',
  'completed_offline',
  'offline_unpaid',
  'expired',
  'left',
  'replaced',
  'paid_too_late',
  'cancelled',
  'attendees_cancelled',
  'resent',
  'reactivated',
  'attendees_reactivated',
  'email_corrected',
  'buyer_changed',
  'answers_changed',
  'attendee_answers_changed',
  'attendee_corrected',
  'ticket_passed_on',
  'ticket_passed_on_by_buyer',
  'ticket_taken_back',
  'attendee_named',
  'link_renewed',
  'code_reissued',
  'attendee_moved',
  'adjustment_paid',
  'adjustment_waived',
  'refund_requested',
  'refund_request_approved',
  'refund_request_declined',
  'refund_request_settled',
  'refund_request_reopened',
  'refund_opened',
  'refund_learned',
  'refund_succeeded',
  'refund_failed',
  'refund_by_hand',
  'dispute_opened',
  'dispute_changed',
  'dispute_dismissed',
  'credit_note_issued',
  'invoice_issued',
  'invoice_details_changed',
] as const;

const historyEntry = z.object({
  kind: z.enum(ORDER_HISTORY_KINDS),
  at: isoOut,
  by: z.string().nullable(),
  /** Minor units, of a refund, a dispute, an adjustment, a credit note or an invoice. */
  amount: z.number().nullable(),
  /** How many tickets were cancelled. */
  count: z.number().nullable(),
  /** The number of a credit note or an invoice. */
  document: z.string().nullable(),
  /** The status of a dispute at that time. */
  disputeStatus: z.enum(DISPUTE_STATUSES).nullable(),
});
export type OrderHistoryEntry = z.output<typeof historyEntry>;

export const ORDER_PAYMENT_STATUSES = [
  'creating',
  'requires_payment',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
] as const;

/**
 * What a move of an attendee to another ticket changed about the money. `settlement`: who pays the difference (`none` if
 * there is none). Minor units.
 */
export const adjustment = z.object({
  id: z.number(),
  attendee: z.object({ id: z.number(), name: z.string(), reference: z.string() }),
  from: z.object({ ticketName: z.string(), priceLabel: z.string() }),
  to: z.object({ ticketName: z.string(), priceLabel: z.string() }),
  /** Negative if the new place costs less. */
  difference: z.number(),
  settlement: z.enum(['none', 'waived', 'owed', 'given_back']),
  /**
   * `open`: the buyer still has to pay it. `by_refund`: a refund brings it back, and its state is there. `waived`: it was
   * owed, and is not paid after all.
   */
  state: z.enum(['open', 'by_hand', 'by_refund', 'waived', 'nothing_due']),
  settledAt: isoOut.nullable(),
  createdAt: isoOut,
});
export type Adjustment = z.output<typeof adjustment>;

/** One order for its organizer. The money is exactly as it was fixed when the tickets were held. Minor units. */
export const orderDetail = z.object({
  id: z.number(),
  shortId: z.string(),
  reference: z.string(),
  badge: z.enum(ORDER_BADGES),
  /** Whether its tickets can still be cancelled. */
  isCompleted: z.boolean(),
  isManual: z.boolean(),
  /** How the money of an order came that was added by hand; null if none did. */
  paidByHand: z.enum(PAID_BY_HAND).nullable(),
  /** Whether it was added by hand beyond the capacity. */
  exceedsCapacity: z.boolean(),
  buyer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    locale: z.enum(LOCALES),
    /** Rises with each change of the buyer. */
    version: z.number(),
  }),
  /** Whether the organizer can change who the buyer is. */
  mayChangeBuyer: z.boolean(),
  currency: z.string(),
  promoCode: z.string().nullable(),
  lines: z.array(
    z.object({
      id: z.number(),
      ticketName: z.string(),
      priceLabel: z.string(),
      quantity: z.number(),
      /** A line that admits nobody has no attendees and is cancelled as a whole. */
      admits: z.boolean(),
      isCancelled: z.boolean(),
      unitList: z.number(),
      /** Quantity by list price. */
      listTotal: z.number(),
    }),
  ),
  /** Each fee and tax, summed over the lines. An included one is already part of the prices. */
  charges: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['tax', 'fee']),
      included: z.boolean(),
      value: z.number(),
    }),
  ),
  listTotal: z.number(),
  discountTotal: z.number(),
  total: z.number(),
  /** What moves of its attendees changed about the money, oldest first. No part of the totals above. */
  adjustments: z.array(adjustment),
  /** The payment that took the money, or the latest attempt. */
  payment: z
    .object({
      provider: z.enum(['test_bank', 'stripe']),
      status: z.enum(ORDER_PAYMENT_STATUSES),
      cardBrand: z.string().nullable(),
      cardLast4: z.string().nullable(),
    })
    .nullable(),
  /** Payment without a card, if the buyer chose it: the deadline, and whether the order still waits for it. */
  offline: z.object({ dueAt: isoOut, isAwaited: z.boolean(), isOverdue: z.boolean() }).nullable(),
  /** The affiliate whose link brought the buyer; null if there is none. */
  affiliate: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The number of its first invoice; null if it has none. */
  invoice: z.object({ number: z.string() }).nullable(),
  /** Its invoices, then its credit notes, each kind oldest first. */
  documents: z.array(orderDocument),
  /** To whom it is or will be invoiced, and why that cannot be changed now; null if nothing is invoiced. */
  invoicedTo: invoiceDetails.extend({ obstacle: z.enum(INVOICE_OBSTACLES).nullable() }).nullable(),
  answers: z.array(answerGroup),
  /** Oldest first. */
  history: z.array(historyEntry),
  createdAt: isoOut,
  completedAt: isoOut.nullable(),
});
export type OrderDetail = z.output<typeof orderDetail>;

export const getOrderDetail = endpoint({
  method: 'GET',
  path: '/events/:eventId/orders/:orderId',
  access: 'orders.read',
  summary: 'One order whose buyer is known: money, payment and history. Refunds and disputes have their own.',
  params: z.object({ eventId: pathId, orderId: pathId }),
  response: single(orderDetail),
});

export const orderOfEvent = z.object({ eventId: pathId, orderId: pathId });

export const markOrderPaid = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/mark-paid',
  access: 'orders.write',
  summary:
    'The money of an order that is paid without a card has come: its tickets become valid and are mailed, the order is complete.',
  params: orderOfEvent,
  response: single(orderDetail),
});

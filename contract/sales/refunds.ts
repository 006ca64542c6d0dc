import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { id, isoOut, pathId, text } from '../fields.ts';
import { dispute } from './disputes.ts';
import { ORDER_BADGES } from './orders.ts';

const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
/**
 * Why there is a refund. `requested`: an organizer asked for it. `late_payment`, `duplicate`: the system made it.
 * `provider`: made in the provider's own dashboard. `by_hand`: an organizer recorded it for an order that was paid
 * without a card.
 */
export const REFUND_REASONS = ['requested', 'late_payment', 'duplicate', 'provider', 'by_hand'] as const;

/** Money that was sent back or will be. Minor units. */
export const refund = z.object({
  id: z.number(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(REFUND_STATUSES),
  reason: z.enum(REFUND_REASONS),
  /** The provider's own code for the failure. */
  failureCode: z.string().nullable(),
  note: z.string(),
  /** The attendees whose tickets it refunds; empty for an amount. */
  attendeeIds: z.array(z.number()),
  /** The lines that admit nobody and that it refunds; empty for an amount. */
  lineIds: z.array(z.number()),
  cancels: z.boolean(),
  notifies: z.boolean(),
  /** Who asked for it; null for the system and the provider. */
  createdBy: z.string().nullable(),
  createdAt: isoOut,
  /** When its latest result was decided; null if there is none yet. */
  settledAt: isoOut.nullable(),
});
export type Refund = z.output<typeof refund>;

/** Why no refund is possible now, in the order of the checks. */
export const REFUND_OBSTACLES = [
  'ORDER_IS_MANUAL',
  'ORDER_NOT_PAID_ONLINE',
  'PAYMENTS_NOT_SET_UP',
  'PAYMENT_DISPUTED',
  'REFUND_PENDING',
  'REFUND_ABOVE_REMAINING',
] as const;

/** All refunds of one order, the amount that remains, and the disputes. Minor units of the order's currency. */
const orderRefunds = z.object({
  badge: z.enum(ORDER_BADGES),
  currency: z.string(),
  /** The amount that the provider took, or that was paid without a card. */
  paid: z.number(),
  /** The order was paid without a card: the organizer sends the money back, and a refund is only recorded here. */
  isByHand: z.boolean(),
  /** Sum of the refunds that succeeded. */
  refunded: z.number(),
  /** The amount that is not refunded, not in a pending refund and not lost in a dispute. */
  refundable: z.number(),
  /** The error code of a refund now; null if a refund is possible. */
  obstacle: z.enum(REFUND_OBSTACLES).nullable(),
  attendees: z.array(
    z.object({
      id: z.number(),
      reference: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      ticketName: z.string(),
      priceLabel: z.string(),
      status: z.enum(['active', 'cancelled', 'awaiting_payment']),
      /** The exact price of this ticket. */
      unitTotal: z.number(),
      isRefunded: z.boolean(),
    }),
  ),
  /** The lines that admit nobody. They have no attendees and are refunded and cancelled as a whole. */
  lines: z.array(
    z.object({
      id: z.number(),
      ticketName: z.string(),
      priceLabel: z.string(),
      quantity: z.number(),
      /** The exact price of the whole line. */
      total: z.number(),
      isCancelled: z.boolean(),
      isRefunded: z.boolean(),
    }),
  ),
  /** Oldest first. */
  refunds: z.array(refund),
  disputes: z.array(dispute),
});
export type OrderRefunds = z.output<typeof orderRefunds>;

const params = z.object({ eventId: pathId, orderId: pathId });

export const listRefunds = endpoint({
  method: 'GET',
  path: '/events/:eventId/orders/:orderId/refunds',
  access: 'orders.read',
  summary: 'Refunds and disputes of an order, and what remains refundable.',
  params,
  response: single(orderRefunds),
});

const namesPlaces = (body: { attendeeIds?: number[] | undefined; lineIds?: number[] | undefined }) =>
  body.attendeeIds !== undefined || body.lineIds !== undefined;

export const createRefund = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/refunds',
  access: 'orders.write',
  summary:
    'Send money back: an amount, or what chosen attendees and lines that admit nobody cost. With `cancel` the order, or what was chosen, is cancelled and its places are sold again.',
  status: 201,
  params,
  body: z
    .strictObject({
      amount: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      attendeeIds: z.array(id).min(1).max(1000).optional(),
      lineIds: z.array(id).min(1).max(1000).optional(),
      cancel: z.boolean(),
      notify: z.boolean(),
      note: text(1000),
    })
    .refine((body) => body.amount !== undefined || namesPlaces(body), {
      path: ['amount'],
      error: 'required',
    })
    .refine((body) => body.amount === undefined || !namesPlaces(body), {
      path: ['amount'],
      error: 'unknown_field',
    })
    .refine(({ attendeeIds = [] }) => new Set(attendeeIds).size === attendeeIds.length, {
      path: ['attendeeIds'],
      error: 'duplicate',
    })
    .refine(({ lineIds = [] }) => new Set(lineIds).size === lineIds.length, {
      path: ['lineIds'],
      error: 'duplicate',
    }),
  response: single(orderRefunds),
  idempotent: true,
});

export const dismissDispute = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/disputes/:disputeId/dismiss',
  access: 'orders.write',
  summary:
    'Let the tickets of an order stay valid although a dispute about its money was lost, so that it no longer needs attention. 409 DISPUTE_NOT_LOST for any other dispute. Again: no change.',
  params: params.extend({ disputeId: pathId }),
  response: single(orderRefunds),
});

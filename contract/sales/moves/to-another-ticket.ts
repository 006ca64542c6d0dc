import { z } from 'zod';
import { endpoint, single } from '../../endpoint.ts';
import { id, pathId } from '../../fields.ts';
import { attendeeDetail, ofAttendee } from '../holders.ts';
import { orderDetail, orderOfEvent } from '../orders.ts';

/**
 * What becomes of the difference in price when an attendee is moved to another ticket. `waived`: nobody pays it. `owed`:
 * the buyer pays it by hand. `given_back`: it goes back, by a refund if the order has one, else by hand.
 */
export const MOVE_SETTLEMENTS = ['waived', 'owed', 'given_back'] as const;
export type MoveSettlement = (typeof MOVE_SETTLEMENTS)[number];

/** Why an attendee cannot be moved at all, the first one first. */
export const MOVE_OBSTACLES = [
  'EVENT_ARCHIVED',
  'ORDER_CANCELLED',
  'ORDER_NOT_COMPLETE',
  'ATTENDEE_CANCELLED',
  'ATTENDEE_CHECKED_IN',
  'REFUND_PENDING',
  'PAYMENT_DISPUTED',
] as const;

/** Why a difference cannot be given back. */
export const SETTLEMENT_OBSTACLES = [
  'DIFFERENCE_STILL_OPEN',
  'ATTENDEE_ALREADY_REFUNDED',
  'REFUND_ABOVE_REMAINING',
  'PAYMENTS_NOT_SET_UP',
] as const;

const place = z.object({
  ticketId: z.number(),
  ticketName: z.string(),
  priceId: z.number(),
  priceLabel: z.string(),
});

const moveChoice = place.extend({
  /** What one unit costs in a sale today, with its fees and taxes and the order's promo code. */
  total: z.number(),
  /** `total` less what the attendee's place has come to. */
  difference: z.number(),
  /** How many are left for this attendee, by the price and its capacities; null if they are not limited. */
  left: z.number().nullable(),
  /** What may become of the difference; empty if there is none. */
  settlements: z.array(z.enum(MOVE_SETTLEMENTS)),
  /** Why money cannot settle the difference; null if it can. */
  obstacle: z.enum(SETTLEMENT_OBSTACLES).nullable(),
});
export type MoveChoice = z.output<typeof moveChoice>;

const moveQuote = z.object({
  /** The attendee's version that this was computed for. */
  version: z.number(),
  currency: z.string(),
  current: place,
  /** What the attendee's place has come to: its price, and the differences of earlier moves that were not waived. */
  value: z.number(),
  obstacle: z.enum(MOVE_OBSTACLES).nullable(),
  /** How a difference goes back: to the card by a refund, or by hand. */
  givesBack: z.enum(['by_refund', 'by_hand']),
  /**
   * Whether an invoice bills the place. Then a credit note and a new invoice follow a difference that is not waived.
   */
  isInvoiced: z.boolean(),
  /** Every other price of the event that lets people in, in the order of the homepage. */
  choices: z.array(moveChoice),
});
export type MoveQuote = z.output<typeof moveQuote>;

export const quoteMove = endpoint({
  method: 'GET',
  path: '/events/:eventId/attendees/:attendeeId/move',
  access: 'orders.write',
  summary:
    'The tickets and prices that an attendee can be moved to: what is left, what each costs today, and the difference. Hidden ones and ones that are not on sale too. Minor units.',
  params: ofAttendee,
  response: single(moveQuote),
});

export const moveAttendee = endpoint({
  method: 'POST',
  path: '/events/:eventId/attendees/:attendeeId/move',
  access: 'orders.write',
  idempotent: true,
  summary:
    'Move an attendee to another ticket or price. The old place is on sale again and the new one is taken, both or none. The ticket gets a new code and a new address; the old code no longer opens the door. `expectedDifference` is the difference that was shown: another one is refused with TOTAL_CHANGED. `settlement` says what becomes of it; null if there is none. If the order has an invoice, a credit note over the place as it was and an invoice over the place as it is now are issued, unless the difference is waived. `sendTicket` mails the new ticket, and tells the buyer about money that goes back and sends those documents. 409 NOT_ENOUGH_LEFT unless `exceedCapacity`.',
  params: ofAttendee,
  body: z.strictObject({
    version: z.number().int().min(1).max(2_147_483_647),
    priceId: id,
    expectedDifference: z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
    settlement: z.enum(MOVE_SETTLEMENTS).nullable(),
    exceedCapacity: z.boolean(),
    sendTicket: z.boolean(),
  }),
  response: single(attendeeDetail),
});

export const waiveAdjustment = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/adjustments/:adjustmentId/waive',
  access: 'orders.write',
  summary:
    'The difference that a buyer owed after a move is not paid after all. What an invoice bills of it is credited. Does nothing if it is waived already. 404 for a difference that nobody owes, 409 ADJUSTMENT_IS_PAID for one that was paid.',
  params: orderOfEvent.extend({ adjustmentId: pathId }),
  response: single(orderDetail),
});

export const settleAdjustment = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/adjustments/:adjustmentId/mark-paid',
  access: 'orders.write',
  summary:
    'The difference that a buyer owed after a move has been paid by hand. Does nothing if it is marked already. 404 for a difference that nobody owes, 409 ADJUSTMENT_IS_WAIVED for one that was waived.',
  params: orderOfEvent.extend({ adjustmentId: pathId }),
  response: single(orderDetail),
});

import { z } from 'zod';
import { endpoint, single } from '../../endpoint.ts';
import { isoOut, minor, pathId, text } from '../../fields.ts';
import { orderOfEvent } from '../orders.ts';

/**
 * Why tickets do not end at once when a buyer gives them back, so that a person decides. `policy`: each time, by the
 * organizer's choice. `checked_in`: somebody has entered with one of them. `disputed`: a bank was asked for the money.
 * `passed_on`: somebody else had one of them. `moved`: one of them was moved to another ticket, so that
 * its price is not what was paid. `started`: the event has begun, earlier than when the tickets were bought.
 * `paid_without_card`: only a person can send the money. `not_possible`: the provider cannot send this amount.
 */
export const ASKED_BECAUSE = [
  'policy',
  'checked_in',
  'disputed',
  'passed_on',
  'moved',
  'started',
  'paid_without_card',
  'not_possible',
] as const;
export type AskedBecause = (typeof ASKED_BECAUSE)[number];

/** `settled`: what was asked for was refunded or cancelled another way, so that nothing is left to answer. */
export const REQUEST_STATUSES = ['open', 'approved', 'declined', 'settled'] as const;

const refundRequest = z.object({
  id: z.number(),
  status: z.enum(REQUEST_STATUSES),
  attendeeIds: z.array(z.number()),
  /**
   * What the tickets are worth: by the policy of the order, or all that was paid once the event was called off or moved. Minor
   * units of the order's currency.
   */
  amount: z.number(),
  /** Whether it is all that was paid, because the event had been moved. */
  isAfterMove: z.boolean(),
  /** What went back since, for no certain ticket, while it is open. The rest waits for an answer. Minor units. */
  refunded: z.number(),
  why: z.enum(ASKED_BECAUSE),
  /** The buyer's own words. */
  reason: z.string(),
  /** The word to the buyer, and who answered or settled it; null for the provider and the system. */
  answer: z.string(),
  answeredBy: z.string().nullable(),
  answeredAt: isoOut.nullable(),
  createdAt: isoOut,
});
export type RefundRequest = z.output<typeof refundRequest>;

const ofRequest = z.object({ eventId: pathId, orderId: pathId, requestId: pathId });
const answer = text(1000);

export const listRefundRequests = endpoint({
  method: 'GET',
  path: '/events/:eventId/orders/:orderId/refund-requests',
  access: 'orders.read',
  summary: 'What the buyer of an order asked back, the latest first. At most one request is open.',
  params: orderOfEvent,
  response: single(z.array(refundRequest)),
});

export const approveRefundRequest = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/refund-requests/:requestId/approve',
  access: 'orders.write',
  summary:
    'Give the buyer what was asked for: `amount` is sent back (0: nothing), and with `cancel` the tickets end and their places are sold again. The buyer is mailed with `answer`. 409 REFUND_REQUEST_ANSWERED if somebody has answered.',
  params: ofRequest,
  body: z
    .strictObject({ amount: minor, cancel: z.boolean(), answer })
    .refine(({ amount, cancel }) => amount > 0 || cancel, { path: ['amount'], error: 'required' }),
  response: single(z.array(refundRequest)),
});

export const declineRefundRequest = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/refund-requests/:requestId/decline',
  access: 'orders.write',
  summary:
    'Refuse what was asked for. The tickets stay valid, and the buyer is mailed with `answer`. 409 REFUND_REQUEST_ANSWERED if somebody has answered.',
  params: ofRequest,
  body: z.strictObject({ answer }),
  response: single(z.array(refundRequest)),
});

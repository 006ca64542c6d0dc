import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { id } from '../fields.ts';
import { orderDetail, orderOfEvent } from './orders.ts';

const places = {
  attendeeIds: z.array(id).min(1).max(1000).optional(),
  /** Lines that admit nobody, each as a whole. */
  lineIds: z.array(id).min(1).max(1000).optional(),
};

const isDistinct = (ids: readonly number[] = []) => new Set(ids).size === ids.length;

const chosenPlaces = z
  .strictObject({ ...places, notify: z.boolean() })
  .refine(({ attendeeIds }) => isDistinct(attendeeIds), { path: ['attendeeIds'], error: 'duplicate' })
  .refine(({ lineIds }) => isDistinct(lineIds), { path: ['lineIds'], error: 'duplicate' });

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/cancel',
  access: 'orders.write',
  summary:
    'Cancel an order, or chosen attendees and lines of it, whether it was free, paid or refunded. The places are on sale again and the codes stop working. No money is sent back: a refund does that. `notify` mails the buyer. An order that awaits a payment without a card is only cancelled as a whole.',
  params: orderOfEvent,
  body: chosenPlaces,
  response: single(orderDetail),
});

export const reactivateOrder = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/reactivate',
  access: 'orders.write',
  summary:
    'Make a cancelled order, or chosen attendees and lines of it, valid again, with the same codes. The places are taken as by a sale, all or none. `notify` mails the buyer.',
  params: orderOfEvent,
  body: chosenPlaces,
  response: single(orderDetail),
});

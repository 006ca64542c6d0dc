import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { email, id, orderShortId } from '../fields.ts';
import { orderOfEvent } from './orders.ts';

export const resendOrder = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/resend',
  access: 'orders.write',
  idempotent: true,
  summary:
    'Mail an order once more with all its valid tickets, or one ticket (`attendeeId`) alone. It goes to the address on record, or to `email`, which changes nothing on record. An order that awaits its payment is mailed with how to pay.',
  params: orderOfEvent,
  body: z.strictObject({ attendeeId: id.optional(), email: email.optional() }),
  response: single(z.object({ to: z.string() })),
});

export const resendOwnOrder = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/resend',
  access: 'public',
  idempotent: true,
  summary:
    'Mail an order to its buyer once more, for whoever holds its link. An order that awaits its payment is mailed with how to pay.',
  params: z.object({ orderShortId }),
  response: single(z.object({ to: z.string() })),
});

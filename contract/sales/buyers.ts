import { z } from 'zod';
import { LIMITS, LOCALES } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { addressOrNone, line } from '../fields.ts';
import { orderDetail, orderOfEvent } from './orders.ts';

export const changeBuyer = endpoint({
  method: 'PUT',
  path: '/events/:eventId/orders/:orderId/buyer',
  access: 'orders.write',
  summary:
    'Change the names, the email address or the language of the buyer. Attendees that had the old address get the new one, and the old address is told. `resend` mails the order to the buyer as they are now. The present values change nothing. A `version` that is not the present one answers 409 STALE_VERSION. Only whoever was added by hand without an address may stay without one.',
  params: orderOfEvent,
  body: z.strictObject({
    firstName: line(LIMITS.firstName, 1),
    lastName: line(LIMITS.lastName),
    email: addressOrNone,
    locale: z.enum(LOCALES),
    version: z.number().int().min(1).max(2_147_483_647),
    resend: z.boolean(),
  }),
  response: single(orderDetail),
});

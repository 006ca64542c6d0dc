import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { email, orderShortId } from '../fields.ts';
import { buyerOrder } from './checkout.ts';

export const correctOrderEmail = endpoint({
  method: 'PUT',
  path: '/public/orders/:orderShortId/email',
  access: 'public',
  idempotent: true,
  summary:
    'Correct the email address of a complete order, for whoever holds its link. Everything is mailed to the new address, and the old one is told. The address of the tickets that had the old one changes too. Possible a few times; the present address changes nothing.',
  params: z.object({ orderShortId }),
  body: z.strictObject({ email }),
  response: single(buyerOrder),
});

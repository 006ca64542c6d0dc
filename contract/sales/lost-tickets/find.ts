import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { email } from '../../fields.ts';

export const findTickets = endpoint({
  method: 'POST',
  path: '/public/tickets/find',
  access: 'public',
  summary:
    'Mail the links of all orders and tickets of an email address whose events are ahead or were a short time ago. The reply is the same whether or not the address is known, and is sent before anything is looked up. One address gets one such mail in a while.',
  body: z.strictObject({ email }),
});

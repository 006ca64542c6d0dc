import { z } from 'zod';
import { endpoint, single } from '../../endpoint.ts';
import { orderShortId } from '../../fields.ts';

export const renewOrderLink = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/new-link',
  access: 'public',
  idempotent: true,
  summary:
    'Give an order a new link and mail it to the buyer. The old one answers 410 ORDER_LINK_REPLACED from then on. The reply does not name the new link, because whoever holds the old one may be a stranger. The tickets keep their links.',
  params: z.object({ orderShortId }),
  response: single(z.object({ to: z.string() })),
});

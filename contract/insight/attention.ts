import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';
import { ATTENTION_KINDS } from '../sales/orders.ts';

const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  /** The orders that `filter_fields[attention][eq]` with this kind finds in the event's list. */
  orders: z.number(),
  /** The money in question, in minor units: disputed, not given back, of unclear payments, or awaited. 0 of `mail_bounced`. */
  amount: z.number(),
  /** Until when a bank waits for an answer, or the first payment without a card is due; null if there is no date. */
  dueAt: isoOut.nullable(),
});
export type AttentionItem = z.output<typeof attentionItem>;

const stockItem = z.object({
  /**
   * `low_stock`: few tickets are left. `sold_out`: none is. `ending`: the sale of this price ends within three days, and
   * not all are sold.
   */
  kind: z.enum(['low_stock', 'sold_out', 'ending']),
  ticketId: z.number(),
  ticketName: z.string(),
  priceId: z.number(),
  /** Of a tier; otherwise empty. */
  priceLabel: z.string(),
  /** What is left and what there is in all; null without a limit. */
  left: z.number().nullable(),
  total: z.number().nullable(),
  /** In how many days it is sold out at the pace of the last seven days. Null if that is not known or not soon. */
  lastsDays: z.number().nullable(),
  /** When the sale ends; only of `ending`. */
  endsAt: isoOut.nullable(),
});
export type StockItem = z.output<typeof stockItem>;

export const getEventAttention = endpoint({
  method: 'GET',
  path: '/events/:eventId/attention',
  access: 'orders.read',
  summary:
    'What waits for a person in the orders of an event, the most urgent first, and tickets that run out or whose sale ends. Empty if nothing does.',
  params: z.object({ eventId: pathId }),
  response: single(
    z.object({ currency: z.string(), items: z.array(attentionItem), stock: z.array(stockItem) }),
  ),
});

export const checkUnclearPayments = endpoint({
  method: 'POST',
  path: '/events/:eventId/attention/payments',
  access: 'orders.write',
  status: 202,
  summary:
    'Ask the payment provider once more about the payments of an event whose reports did not fit. What still does not fit waits for a person again. A second call finds nothing more to ask.',
  params: z.object({ eventId: pathId }),
  response: single(z.object({ payments: z.number() })),
});

export const listAttention = endpoint({
  method: 'GET',
  path: '/attention',
  access: 'orders.read',
  summary: 'How many orders of each event of the account wait for a person. Events without any are left out.',
  response: single(z.array(z.object({ eventId: z.number(), orders: z.number() }))),
});

import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';
import { ATTENTION_KINDS } from '../sales/orders.ts';

const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  /** The orders that `filter_fields[attention][eq]` with this kind finds in the event's list. */
  orders: z.number(),
  /** The money in question, in minor units: disputed, not given back, of unclear payments, or awaited. */
  amount: z.number(),
  /** Until when a bank waits for an answer, or the first payment without a card is due; null if there is no date. */
  dueAt: isoOut.nullable(),
});
export type AttentionItem = z.output<typeof attentionItem>;

export const getEventAttention = endpoint({
  method: 'GET',
  path: '/events/:eventId/attention',
  access: 'orders.read',
  summary: 'What waits for a person in the orders of an event, the most urgent first. Empty if nothing does.',
  params: z.object({ eventId: pathId }),
  response: single(z.object({ currency: z.string(), items: z.array(attentionItem) })),
});

export const listAttention = endpoint({
  method: 'GET',
  path: '/attention',
  access: 'orders.read',
  summary: 'How many orders of each event of the account wait for a person. Events without any are left out.',
  response: single(z.array(z.object({ eventId: z.number(), orders: z.number() }))),
});

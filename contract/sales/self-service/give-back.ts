import { z } from 'zod';
import { buyerPolicy } from '../../catalog/policies/give-back.ts';
import { endpoint, single } from '../../endpoint.ts';
import { attendeeShortId, isoOut, minor, orderShortId, text } from '../../fields.ts';
import { ASKED_BECAUSE, REQUEST_STATUSES } from '../refund-requests/answers.ts';

/**
 * Why nothing of an order can be given back now. `not_offered`: the organizer does not offer it, or has called the event off
 * without offering it. `added_by_hand`: nobody bought the order. `not_complete`: it is not paid, or cancelled. `over`: the
 * time for it has passed. `requested`: a request waits for its answer. `refund_pending`: money is on its way already.
 * `nothing_left`: no ticket is left.
 */
export const GIVE_BACK_OBSTACLES = [
  'not_offered',
  'added_by_hand',
  'not_complete',
  'over',
  'requested',
  'refund_pending',
  'nothing_left',
] as const;

/** Why a ticket cannot be given back although others can. `with_other`: somebody else has it. `refunded`: its money went back. */
export const TICKET_OBSTACLES = ['with_other', 'refunded'] as const;

const returnable = z.object({
  /** By which it is given back. Null for one that somebody else has: the link shows its code, which is theirs alone. */
  shortId: attendeeShortId.nullable(),
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  ticketName: z.string(),
  priceLabel: z.string(),
  /** What was paid for it, what of that stays with the organizer as fees, and what goes back. Minor units. */
  paid: z.number(),
  fees: z.number(),
  back: z.number(),
  /** Why a person decides about it; null if it ends at once. */
  asked: z.enum(ASKED_BECAUSE).nullable(),
  /** Why it cannot be given back; null if it can. A name that is not the buyer's to know is empty. */
  obstacle: z.enum(TICKET_OBSTACLES).nullable(),
});

const selfService = z.object({
  currency: z.string(),
  /** As it stood when the tickets were held; null for older orders. */
  policy: buyerPolicy.nullable(),
  giveBack: z.object({
    obstacle: z.enum(GIVE_BACK_OBSTACLES).nullable(),
    /** Until when all of it goes back because the event was called off or moved; null if the policy counts. */
    returnsUntil: isoOut.nullable(),
    /** The valid tickets of the order. Empty if there is an obstacle. */
    tickets: z.array(returnable),
  }),
  /** The last time that the buyer asked for money back. */
  request: z
    .object({
      status: z.enum(REQUEST_STATUSES),
      amount: z.number(),
      ticketCount: z.number(),
      /** The organizer's word. */
      answer: z.string(),
      createdAt: isoOut,
    })
    .nullable(),
});
export type SelfService = z.output<typeof selfService>;

const ofOrder = z.object({ orderShortId });

export const getSelfService = endpoint({
  method: 'GET',
  path: '/public/orders/:orderShortId/self-service',
  access: 'public',
  summary: 'What whoever holds the link of an order can do with its tickets now, and why not otherwise.',
  params: ofOrder,
  response: single(selfService),
});

export const giveBack = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/give-back',
  access: 'public',
  idempotent: true,
  summary:
    'Give tickets back by the policy of the order. They end at once and the money goes back, or the organizer is asked if the policy says so or anything speaks against it. `expected` is the sum that the buyer saw; 409 GIVE_BACK_CHANGED with params.amount if it is another one now.',
  params: ofOrder,
  body: z.strictObject({
    tickets: z
      .array(attendeeShortId)
      .min(1)
      .max(1000)
      .refine((all) => new Set(all).size === all.length, { error: 'duplicate' }),
    expected: minor,
    reason: text(1000),
  }),
  response: single(z.object({ outcome: z.enum(['done', 'asked']), amount: z.number(), selfService })),
});

import { z } from 'zod';
import { TICKET_TYPES } from '../catalog/tickets.ts';
import { LIMITS, LOCALES } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { addressOrNone, checkInListShortId, id, instant, line, minor } from '../fields.ts';
import { PAID_BY_HAND } from '../sales/orders.ts';
import { guest, VERDICTS } from './check-in.ts';

const door = z.object({ listShortId: checkInListShortId });

/** The most tickets of one sale at the door. */
export const MOST_SOLD_AT_ONCE = 20;

/** A price as the door sells it. Amounts are minor units, with fees and added taxes as in any sale. */
const doorOffer = z.object({
  priceId: z.number(),
  ticket: z.string(),
  label: z.string(),
  type: z.enum(TICKET_TYPES),
  /** What one costs in all. */
  unitTotal: z.number(),
  fees: z.number(),
  taxAdded: z.number(),
  taxIncluded: z.number(),
  /** The names of its taxes. */
  taxes: z.array(z.string()),
  /** How many are left. Null: nothing limits them. */
  left: z.number().nullable(),
});
export type DoorOffer = z.output<typeof doorOffer>;

export const listDoorOffers = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/offers',
  access: 'public',
  summary:
    'What the door may sell: the tickets that the list admits, without hidden ones, whatever the sale period of the ticket. A tier is sold in its own period only. For supervisors, where the list allows sales.',
  params: door,
  response: single(z.object({ currency: z.string(), offers: z.array(doorOffer) })),
});

export const sellAtDoor = endpoint({
  method: 'POST',
  path: '/public/check-in-lists/:listShortId/sales',
  access: 'public',
  idempotent: true,
  status: 201,
  summary:
    'Sell tickets at the door, paid in cash or by card there, or add a guest who pays nothing. Takes the places as any sale does, and no more than are left. With `checkIn` everybody is let in at once, by the rules of the door. For supervisors, where the list allows sales.',
  params: door,
  body: z.strictObject({
    lines: z
      .array(z.strictObject({ priceId: id, quantity: z.number().int().min(1).max(MOST_SOLD_AT_ONCE) }))
      .min(1)
      .max(MOST_SOLD_AT_ONCE)
      .refine((lines) => lines.reduce((sum, { quantity }) => sum + quantity, 0) <= MOST_SOLD_AT_ONCE, {
        error: 'too_long',
        params: { max: MOST_SOLD_AT_ONCE },
      }),
    /** How the money came. Null if nothing is due, or for a guest. */
    payment: z.enum(PAID_BY_HAND).nullable(),
    /** They pay nothing, whatever the tickets cost. */
    isGuest: z.boolean(),
    firstName: line(LIMITS.firstName, 1),
    lastName: line(LIMITS.lastName),
    /** Gets the tickets by email. */
    email: addressOrNone,
    locale: z.enum(LOCALES),
    /** The total that was shown, in minor units. If it has changed, the sale is refused with the new total. */
    expectedTotal: minor,
    checkIn: z.boolean(),
    device: line(60),
    scannedAt: instant,
  }),
  response: single(
    z.object({
      reference: z.string(),
      total: z.number(),
      currency: z.string(),
      /** One for each ticket, with the answer of the door if they were to be let in. */
      tickets: z.array(z.object({ guest, verdict: z.enum(VERDICTS).nullable() })),
      attendees: z.number(),
      checkedIn: z.number(),
    }),
  ),
});

import { z } from 'zod';
import { endpoint, single } from '../../endpoint.ts';
import { isoOut, pathId } from '../../fields.ts';
import { type ListRules, listQuery, page } from '../../list.ts';

/**
 * How a guest stands: `listed` waits at the door by name; `sending`, `sent` and `email_failed` say what became of the
 * latest email with the ticket; `arrived` has come in, alone or with companions.
 */
export const GUEST_STATES = ['listed', 'sending', 'sent', 'email_failed', 'arrived', 'cancelled'] as const;
export type GuestState = (typeof GUEST_STATES)[number];

/** The most companions whose names a row shows. */
export const COMPANIONS_NAMED = 5;

const guestRow = z.object({
  /** The id of the order. */
  id: z.number(),
  reference: z.string(),
  /** The ticket of the guest, without those of the companions. */
  attendeeId: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  ticket: z.object({ id: z.number(), name: z.string(), priceLabel: z.string() }),
  /** Companions: further tickets of the order that are valid, or all of them if none is. */
  plus: z.number(),
  /** The names of companions who have one of their own, at most `COMPANIONS_NAMED`. */
  companions: z.array(z.string()),
  /** How many of the guest and the companions are inside. */
  arrived: z.number(),
  /** The first note about the order. Empty if there is none. */
  note: z.string(),
  state: z.enum(GUEST_STATES),
  /** What the order cost, in minor units. */
  total: z.number(),
  /** Who added the guest. Null if nobody is on record. */
  by: z.string().nullable(),
  createdAt: isoOut,
});
export type GuestRow = z.output<typeof guestRow>;

export const guestListRules = {
  sorts: ['created_at', 'last_name'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  filters: {
    state: ['in', 'ne'],
    ticket_id: ['eq', 'ne', 'in'],
    import_id: ['eq'],
    created_at: ['gt', 'gte', 'lt', 'lte'],
  },
} as const satisfies ListRules;

export const listGuestList = endpoint({
  method: 'GET',
  path: '/events/:eventId/guests',
  access: 'attendees.read',
  summary:
    'People whom the team added by hand or from a file, one row for each guest. The search finds names, addresses, order numbers and notes. `filter_fields[import_id][eq]` names an import.',
  params: z.object({ eventId: pathId }),
  query: listQuery(guestListRules),
  response: page(guestRow),
});

const guestCounts = z.object({
  /** Whose ticket is valid. */
  guests: z.number(),
  companions: z.number(),
  /** Guests and companions who are inside. */
  arrived: z.number(),
  /** The prices at which guests have tickets: what is taken by anybody, and how much there is. Null if one has no limit. */
  places: z.object({ taken: z.number(), of: z.number() }).nullable(),
});
export type GuestCounts = z.output<typeof guestCounts>;

export const countGuests = endpoint({
  method: 'GET',
  path: '/events/:eventId/guest-counts',
  access: 'attendees.read',
  summary: 'How many guests and companions an event has, and how many places are taken at their prices',
  params: z.object({ eventId: pathId }),
  response: single(guestCounts),
});

import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, instant, isoOut, line, minor, pathId, text } from '../fields.ts';
import { chosenRows, chosenRowsReply, type ListRules, listQuery, namesRows, page } from '../list.ts';

export const TICKET_TYPES = ['free', 'paid', 'donation', 'tiered'] as const;
export type TicketType = (typeof TICKET_TYPES)[number];

export const AVAILABILITIES = ['on_sale', 'not_started', 'ended', 'sold_out', 'hidden'] as const;
/** on sale, not on sale yet, sale ended, sold out, hidden. */
export type Availability = (typeof AVAILABILITIES)[number];

export const taxOrFee = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(['tax', 'fee']),
  calculation: z.enum(['percentage', 'fixed']),
  rate: z.string().nullable(),
  amount: z.number().nullable(),
  included: z.boolean(),
});

const ticketPrice = z.object({
  id: z.number(),
  label: z.string(),
  amount: z.number(),
  quantity: z.number().nullable(),
  sold: z.number(),
  reserved: z.number(),
  available: z.number().nullable(),
  saleStartsAt: isoOut.nullable(),
  saleEndsAt: isoOut.nullable(),
  hidden: z.boolean(),
  availability: z.enum(AVAILABILITIES),
});

export const ticket = z.object({
  id: z.number(),
  version: z.number(),
  type: z.enum(TICKET_TYPES),
  name: z.string(),
  description: z.string(),
  position: z.number(),
  /** Whether it lets a person in. One that does not asks for no person and issues no code. */
  admits: z.boolean(),
  /** The part of the event that it is for; null for the whole event. */
  ownStartsAt: isoOut.nullable(),
  ownEndsAt: isoOut.nullable(),
  saleStartsAt: isoOut.nullable(),
  saleEndsAt: isoOut.nullable(),
  minPerOrder: z.number(),
  maxPerOrder: z.number(),
  /** Whether the maximum counts over all orders of one email address. */
  maxIsPerPerson: z.boolean(),
  hidden: z.boolean(),
  hideBeforeSale: z.boolean(),
  hideAfterSale: z.boolean(),
  hideWhenSoldOut: z.boolean(),
  hideWithoutPromoCode: z.boolean(),
  showQuantityRemaining: z.boolean(),
  collapsedOnLoad: z.boolean(),
  availability: z.enum(AVAILABILITIES),
  hasSales: z.boolean(),
  prices: z.array(ticketPrice),
  taxesAndFees: z.array(taxOrFee),
  /** Whether it has a price and no tax, while another ticket of the event with a price has one. */
  lacksTax: z.boolean(),
});
export type Ticket = z.output<typeof ticket>;

export const ticketListRules = {
  sorts: ['position', 'name', 'created_at'],
  defaultSort: { by: 'position', direction: 'asc' },
  filters: { type: ['eq', 'in'], hidden: ['eq'] },
} as const satisfies ListRules;

const eventId = z.object({ eventId: pathId });
const ticketId = z.object({ eventId: pathId, ticketId: pathId });

const window = { saleStartsAt: instant.nullable(), saleEndsAt: instant.nullable() };
const windowIsOrdered = (body: {
  saleStartsAt?: string | null | undefined;
  saleEndsAt?: string | null | undefined;
}) => !body.saleStartsAt || !body.saleEndsAt || body.saleEndsAt > body.saleStartsAt;
const windowError = { path: ['saleEndsAt'], error: 'must_be_after_start' };

/** A list of ids without repetition. */
const idList = (max: number) =>
  z
    .array(id)
    .max(max)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'duplicate' });

const priceInput = z
  .strictObject({
    /** Absent for a new price. */
    id: id.optional(),
    label: line(LIMITS.name),
    amount: minor,
    quantity: z.number().int().min(0).max(LIMITS.quantity).nullable(),
    ...window,
    hidden: z.boolean(),
  })
  .refine(windowIsOrdered, windowError);

const fields = {
  type: z.enum(TICKET_TYPES),
  name: line(LIMITS.name, 1),
  description: text(LIMITS.ticketDescription),
  /** Fixed once an order names the ticket. Absent: true for a new ticket, unchanged for others. */
  admits: z.boolean().optional(),
  /**
   * The part of the event that it is for, both or neither: it is good from 6 hours before the start until the end. Absent:
   * none for a new ticket, unchanged for others.
   */
  ownStartsAt: instant.nullable().optional(),
  ownEndsAt: instant.nullable().optional(),
  ...window,
  minPerOrder: z.number().int().min(1).max(LIMITS.perOrder),
  maxPerOrder: z.number().int().min(1).max(LIMITS.perOrder),
  /**
   * Whether the maximum counts over all orders of one email address. Absent: false for a new ticket, unchanged for
   * others.
   */
  maxIsPerPerson: z.boolean().optional(),
  hidden: z.boolean(),
  hideBeforeSale: z.boolean(),
  hideAfterSale: z.boolean(),
  hideWhenSoldOut: z.boolean(),
  hideWithoutPromoCode: z.boolean(),
  showQuantityRemaining: z.boolean(),
  /** Buyers see only the name until they open the ticket. Absent: false for a new ticket, unchanged for others. */
  collapsedOnLoad: z.boolean().optional(),
  /**
   * Taxes and fees of the account. Absent: the account's defaults for a new ticket, unchanged for others. A free
   * ticket has none.
   */
  taxOrFeeIds: idList(LIMITS.ticketTaxesAndFees).optional(),
  /** Exactly one price. A tiered ticket has one for each tier, in order. */
  prices: z.array(priceInput).min(1).max(LIMITS.tiers),
};

type OwnDates = { ownStartsAt?: string | null | undefined; ownEndsAt?: string | null | undefined };

/** What is wrong with a ticket's own dates: one of both is missing, or the end is not after the start. */
function refuseOwnDates({ ownStartsAt: start, ownEndsAt: end }: OwnDates) {
  if (start && !end) return { path: ['ownEndsAt'], message: 'required' };
  if (end && !start) return { path: ['ownStartsAt'], message: 'required' };
  if ((start === undefined) !== (end === undefined))
    return { path: [start === undefined ? 'ownStartsAt' : 'ownEndsAt'], message: 'required' };
  return start && end && end <= start ? { path: ['ownEndsAt'], message: 'must_be_after_start' } : null;
}

type TicketInput = z.output<z.ZodObject<typeof fields>>;
const check = <T extends z.ZodType<TicketInput>>(schema: T) =>
  schema
    .refine(windowIsOrdered, windowError)
    .refine((body) => body.type === 'tiered' || body.prices.length === 1, {
      path: ['prices'],
      error: 'too_big',
    })
    .refine((body) => body.type !== 'free' || body.prices.every((price) => price.amount === 0), {
      path: ['prices', 0, 'amount'],
      error: 'too_big',
    })
    .refine((body) => body.type !== 'paid' || body.prices.every((price) => price.amount > 0), {
      path: ['prices', 0, 'amount'],
      error: 'too_small',
      params: { min: 1 },
    })
    .superRefine((body, context) => {
      const refusal = refuseOwnDates(body);
      if (refusal) context.addIssue({ code: 'custom', ...refusal });
      const min = body.minPerOrder;
      // A minimum above `LIMITS.perOrder` already has its own error.
      if (body.maxPerOrder < min && min <= LIMITS.perOrder)
        context.addIssue({ code: 'custom', path: ['maxPerOrder'], message: 'too_small', params: { min } });
      if (body.type !== 'tiered') return;
      body.prices.forEach((price, index) => {
        if (price.label === '')
          context.addIssue({ code: 'custom', path: ['prices', index, 'label'], message: 'required' });
      });
    });

export const listTickets = endpoint({
  method: 'GET',
  path: '/events/:eventId/tickets',
  access: 'tickets.read',
  summary: 'Tickets of an event with sold, reserved and available for each price.',
  params: eventId,
  query: listQuery(ticketListRules),
  response: page(ticket),
});

export const listTicketTaxes = endpoint({
  method: 'GET',
  path: '/events/:eventId/tickets/taxes',
  access: 'tickets.read',
  summary:
    'The taxes that tickets of an event with a price carry, and how many carry each, the most common first.',
  params: eventId,
  response: single(z.array(z.object({ id: z.number(), tickets: z.number() }))),
});

export const getTicket = endpoint({
  method: 'GET',
  path: '/events/:eventId/tickets/:ticketId',
  access: 'tickets.read',
  summary: 'One ticket.',
  params: ticketId,
  response: single(ticket),
});

export const createTicket = endpoint({
  method: 'POST',
  path: '/events/:eventId/tickets',
  access: 'tickets.write',
  summary:
    'Create a ticket at the end of the homepage order. Without taxOrFeeIds a ticket with a price gets the account’s default taxes and fees.',
  status: 201,
  params: eventId,
  body: check(z.strictObject(fields)),
  response: single(ticket),
});

export const updateTicket = endpoint({
  method: 'PUT',
  path: '/events/:eventId/tickets/:ticketId',
  access: 'tickets.write',
  summary:
    'Change a ticket. Prices without an id are added; a price left out is deleted, which needs that it has no sales.',
  params: ticketId,
  body: check(z.strictObject({ version: z.number().int().min(1).max(2_147_483_647), ...fields })),
  response: single(ticket),
});

export const deleteTicket = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/tickets/:ticketId',
  access: 'tickets.write',
  summary: 'Delete a ticket without orders; one with orders can only be hidden (409 TICKET_HAS_SALES).',
  params: ticketId,
});

export const duplicateTicket = endpoint({
  method: 'POST',
  path: '/events/:eventId/tickets/:ticketId/duplicate',
  access: 'tickets.write',
  summary:
    'Copy a ticket, hidden from everyone, to the place after it: prices, quantities, windows, hide rules, taxes and fees and capacity, without sales.',
  status: 201,
  params: ticketId,
  body: z.strictObject({ name: line(LIMITS.name, 1) }),
  response: single(ticket),
});

export const sortTickets = endpoint({
  method: 'PUT',
  path: '/events/:eventId/tickets/sort',
  access: 'tickets.write',
  summary:
    'Put these tickets into this order. They take the places that they have between them; others keep theirs.',
  params: eventId,
  body: z.strictObject({ ticketIds: idList(LIMITS.sortedTickets).min(1) }),
});

/** The actions on many tickets at once. */
const TICKET_ACTIONS = ['hide', 'show', 'delete'] as const;

export const changeTickets = endpoint({
  method: 'POST',
  path: '/events/:eventId/tickets/bulk',
  access: 'tickets.write',
  summary:
    'Hide, show or delete many tickets: those of `ids`, or all that the query finds without `except`. Tickets with orders are not deleted but kept (TICKET_HAS_SALES).',
  params: eventId,
  query: listQuery(ticketListRules),
  body: z.strictObject({ action: z.enum(TICKET_ACTIONS), ...chosenRows }).refine(...namesRows),
  response: chosenRowsReply,
});

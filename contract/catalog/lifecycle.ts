import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { instant, line, pathId } from '../fields.ts';
import { chosenRows, chosenRowsReply, listQuery, namesRows } from '../list.ts';
import { eventDetail, eventListRules } from './events.ts';

/** The optional parts of a copied event. Title, dates and other basics are always copied. */
export const COPY_PARTS = [
  'tickets',
  'taxesAndFees',
  'capacity',
  'promoCodes',
  'questions',
  'checkInLists',
  'affiliates',
  'settings',
  'images',
] as const;
export type CopyPart = (typeof COPY_PARTS)[number];

/** Parts that are useless without their tickets. */
export const PARTS_OF_TICKETS = [
  'taxesAndFees',
  'capacity',
  'promoCodes',
  'checkInLists',
] as const satisfies readonly CopyPart[];

const eventId = z.object({ eventId: pathId });

const copy = z.strictObject(
  Object.fromEntries(COPY_PARTS.map((part) => [part, z.boolean()])) as Record<CopyPart, z.ZodBoolean>,
);

export const duplicateEvent = endpoint({
  method: 'POST',
  path: '/events/:eventId/duplicate',
  access: 'events.create',
  summary:
    'Copy an event as a draft: description and location always, the rest as chosen. Sale windows, expiry dates and the tickets’ own dates move with the start, by the clocks of the event’s zone; nothing is sold yet.',
  status: 201,
  params: eventId,
  body: z
    .strictObject({
      title: line(LIMITS.name, 1),
      startsAt: instant,
      endsAt: instant.nullable(),
      copy,
    })
    .refine((body) => !body.endsAt || body.endsAt > body.startsAt, {
      path: ['endsAt'],
      error: 'must_be_after_start',
    })
    .superRefine((body, check) => {
      if (body.copy.tickets) return;
      for (const part of PARTS_OF_TICKETS) {
        if (body.copy[part])
          check.addIssue({ code: 'custom', path: ['copy', part], message: 'needs_tickets' });
      }
    }),
  response: single(eventDetail),
});

export const eventDeletion = endpoint({
  method: 'GET',
  path: '/events/:eventId/deletion',
  access: 'events.write',
  summary:
    'What deleting an event would end. With `orders` (that have a buyer) or `holds` (buyers in the checkout now) it would be refused; otherwise all the rest goes.',
  params: eventId,
  response: single(
    z.object({
      orders: z.number(),
      holds: z.number(),
      tickets: z.number(),
      promoCodes: z.number(),
      questions: z.number(),
      checkInLists: z.number(),
    }),
  ),
});
export type EventDeletion = z.output<typeof eventDeletion.response>['data'];

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/events/:eventId',
  access: 'events.write',
  summary:
    'Delete an event for good, with its tickets, settings and images. Only without orders: otherwise 409 EVENT_HAS_ORDERS with their number.',
  params: eventId,
});

/** The actions on many events at once. */
const EVENT_ACTIONS = ['publish', 'unpublish', 'archive', 'restore', 'delete'] as const;
export type EventAction = (typeof EVENT_ACTIONS)[number];

export const changeEvents = endpoint({
  method: 'POST',
  path: '/events/bulk',
  access: 'events.write',
  summary:
    'Publish, unpublish, archive, restore or delete many events: those of `ids`, or all that the query finds without `except`. An event that may not is kept and named with the code of the reason.',
  query: listQuery(eventListRules),
  body: z.strictObject({ action: z.enum(EVENT_ACTIONS), ...chosenRows }).refine(...namesRows),
  response: single(
    chosenRowsReply.shape.data.extend({
      /** Those changed events that were public before. */
      wereLive: z.array(z.number()),
    }),
  ),
});
export type ChangeEventsReply = z.output<typeof changeEvents.response>['data'];

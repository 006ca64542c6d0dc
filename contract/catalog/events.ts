import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { country, currency, id, instant, isoOut, line, pathId, text, timezone, webUrl } from '../fields.ts';
import { cover, editableImage, imageChange } from '../images.ts';
import { type ListRules, listQuery, page } from '../list.ts';
import { eventSettings, eventSettingsInput } from './event-settings.ts';
import { TICKET_DATES } from './policies/ticket-dates.ts';
import { createTicket } from './tickets.ts';

const EVENT_STATUSES = ['draft', 'public', 'archived'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
export const EVENT_LIFECYCLES = ['upcoming', 'ongoing', 'ended'] as const;
export type EventLifecycle = (typeof EVENT_LIFECYCLES)[number];
/** The tabs of the events list. */
export const EVENT_STATES = ['upcoming', 'ongoing', 'ended', 'archived'] as const;
export type EventState = (typeof EVENT_STATES)[number];

export const location = z.object({
  isOnline: z.boolean(),
  onlineDetails: z.string(),
  venueName: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
  mapUrl: z.string(),
});
export type Location = z.output<typeof location>;

const checklist = z.object({
  emailConfirmed: z.boolean(),
  hasTicket: z.boolean(),
  hasCover: z.boolean(),
  hasDescription: z.boolean(),
  isPublished: z.boolean(),
  hasCheckInList: z.boolean(),
});
export type Checklist = z.output<typeof checklist>;

/** A ticket with dates of its own. */
export const datedTicket = z.object({ id: z.number(), name: z.string(), startsAt: isoOut, endsAt: isoOut });
export type DatedTicket = z.output<typeof datedTicket>;

const summaryFields = {
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  status: z.enum(EVENT_STATUSES),
  lifecycle: z.enum(EVENT_LIFECYCLES),
  startsAt: isoOut,
  endsAt: isoOut.nullable(),
  /** Since when it is called off; null if it takes place. */
  calledOffAt: isoOut.nullable(),
  timezone: z.string(),
  currency: z.string(),
  organizer: z.object({ id: z.number(), name: z.string(), slug: z.string() }),
  isOnline: z.boolean(),
  venueName: z.string(),
  city: z.string(),
  cover: cover.nullable(),
};

const eventRow = z.object({
  ...summaryFields,
  ticketsSold: z.number(),
  /** Null when at least one price is unlimited. */
  ticketsTotal: z.number().nullable(),
  /** What buyers paid in minor units, fees and taxes with it, also for orders that were cancelled since. */
  paidTotal: z.number(),
  /** What went back of it: refunds and lost disputes. */
  refundedTotal: z.number(),
  /** The part of `refundedTotal` that banks took back by disputes. */
  lostToDisputes: z.number(),
  /** Of completed orders only, less what went back. Older than its name; `paidTotal` is the gross figure. */
  grossSales: z.number(),
});
export type EventRow = z.output<typeof eventRow>;

export const eventDetail = z.object({
  ...summaryFields,
  version: z.number(),
  description: z.string(),
  location,
  settings: eventSettings,
  /** Something was sold or is held, so the currency is fixed. */
  hasSales: z.boolean(),
  publicPath: z.string(),
  checklist,
  /** The tickets with dates of their own. */
  datedTickets: z.array(datedTicket),
  createdAt: isoOut,
  updatedAt: isoOut,
});
export type EventDetail = z.output<typeof eventDetail>;

export const eventListRules = {
  sorts: ['starts_at', 'title', 'created_at'],
  defaultSort: { by: 'starts_at', direction: 'asc' },
  filters: { state: ['eq'], status: ['eq', 'in'], organizer_id: ['eq', 'in'] },
} as const satisfies ListRules;

const eventId = z.object({ eventId: pathId });

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'events.read',
  summary: 'Events of the account. `filter_fields[state][eq]` is upcoming, ongoing, ended or archived.',
  query: listQuery(eventListRules),
  response: page(eventRow).extend({ counts: z.record(z.enum(EVENT_STATES), z.number()) }),
});

const times = {
  startsAt: instant,
  endsAt: instant.nullable(),
};
const endsAfterStart = (body: { startsAt?: string | undefined; endsAt?: string | null | undefined }) =>
  !body.startsAt || !body.endsAt || body.endsAt > body.startsAt;
const endsAfterStartError = { path: ['endsAt'], error: 'must_be_after_start' };

const locationInput = z.strictObject({
  isOnline: z.boolean(),
  onlineDetails: text(LIMITS.onlineDetails),
  venueName: line(LIMITS.address),
  addressLine1: line(LIMITS.address),
  addressLine2: line(LIMITS.address),
  city: line(LIMITS.address),
  region: line(LIMITS.address),
  postalCode: line(20),
  country,
  mapUrl: webUrl,
});

export const createEvent = endpoint({
  method: 'POST',
  path: '/events',
  access: 'events.create',
  summary:
    'Create a draft event, with a first ticket if `ticket` is given, and publish it if `publish` is true: all of it or nothing. Times are instants; the zone is the event’s own. Without currency and time zone it begins with those of its organizer, and with the account’s defaults for the rest.',
  status: 201,
  body: z
    .strictObject({
      title: line(LIMITS.name, 1),
      organizerId: id,
      ...times,
      timezone: timezone.optional(),
      currency: currency.optional(),
      description: text(LIMITS.description).optional(),
      location: locationInput.partial().optional(),
      /** As for `createTicket`. Errors of its fields have paths that begin with `ticket`. */
      ticket: createTicket.body.optional(),
      /** Needs a ticket and a confirmed email address, like `setEventStatus`. */
      publish: z.boolean().optional(),
    })
    .refine(endsAfterStart, endsAfterStartError),
  response: single(eventDetail),
});

export const getEvent = endpoint({
  method: 'GET',
  path: '/events/:eventId',
  access: 'events.read',
  summary: 'One event with its settings and getting-started checklist.',
  params: eventId,
  response: single(eventDetail),
});

export const updateEvent = endpoint({
  method: 'PUT',
  path: '/events/:eventId',
  access: 'events.write',
  summary:
    'Change an event. `version` must be the one that was read; otherwise 409 STALE_VERSION. `ticketDates` says whether the tickets’ own dates move with the start or stay. Without it they move if start and end go the same way, and stay if the event only becomes longer or shorter. The event must hold them afterwards.',
  params: eventId,
  body: z
    .strictObject({
      version: z.number().int().min(1).max(2_147_483_647),
      title: line(LIMITS.name, 1).optional(),
      startsAt: instant.optional(),
      endsAt: instant.nullable().optional(),
      timezone: timezone.optional(),
      /** Until something was sold, then CURRENCY_LOCKED. Amounts read as before: 12.50 stays 12.50. */
      currency: currency.optional(),
      ticketDates: z.enum(TICKET_DATES).optional(),
      description: text(LIMITS.description).optional(),
      location: locationInput.partial().optional(),
      settings: eventSettingsInput.partial().optional(),
    })
    .refine(endsAfterStart, endsAfterStartError),
  response: single(eventDetail),
});

export const setEventStatus = endpoint({
  method: 'PUT',
  path: '/events/:eventId/status',
  access: 'events.write',
  summary: 'Publish (public), unpublish or restore (draft), or archive an event.',
  params: eventId,
  body: z.strictObject({ status: z.enum(EVENT_STATUSES) }),
  response: single(eventDetail),
});

export const listEventImages = endpoint({
  method: 'GET',
  path: '/events/:eventId/images',
  access: 'events.read',
  summary: 'Images of an event, with the whole upload, the part that is shown and the focal point.',
  params: eventId,
  response: z.object({ data: z.array(editableImage) }),
});

export const uploadEventImage = endpoint({
  method: 'POST',
  path: '/events/:eventId/images',
  access: 'events.write',
  summary:
    'Upload an image (multipart: image, type=EVENT_COVER, and edit, a JSON text of the body of the PUT below). JPEG, PNG or WebP by content, under 5 MB; replaces the cover.',
  status: 201,
  params: eventId,
  multipart: 'EVENT_COVER',
  response: single(editableImage),
});

export const updateEventImage = endpoint({
  method: 'PUT',
  path: '/events/:eventId/images/:imageId',
  access: 'events.write',
  summary:
    'Crop an image again from its upload (null shows all of it), move its focal point, or describe it. Crops are in pixels of the upload, the focal point in percent of what is shown.',
  params: z.object({ eventId: pathId, imageId: pathId }),
  body: imageChange,
  response: single(editableImage),
});

export const deleteEventImage = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/images/:imageId',
  access: 'events.write',
  summary: 'Remove an image.',
  params: z.object({ eventId: pathId, imageId: pathId }),
});

import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';
import { cover } from '../images.ts';
import { type ListRules, listQuery, page } from '../list.ts';
import { BACKGROUND_TYPES } from './designs.ts';
import { EVENT_LIFECYCLES, location } from './events.ts';
import { buyerPolicy } from './policies/give-back.ts';
import { AVAILABILITIES, TICKET_TYPES, taxOrFee } from './tickets.ts';

const publicOrganizer = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  website: z.string(),
  email: z.string(),
  eventCount: z.number(),
  logo: cover.nullable(),
});
export type PublicOrganizer = z.output<typeof publicOrganizer>;

const ownColors = z.object({
  page: z.string(),
  text: z.string(),
  button: z.string(),
  buttonText: z.string(),
});

const publicEventCard = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  path: z.string(),
  lifecycle: z.enum(EVENT_LIFECYCLES),
  isCalledOff: z.boolean(),
  startsAt: isoOut,
  endsAt: isoOut.nullable(),
  timezone: z.string(),
  currency: z.string(),
  isOnline: z.boolean(),
  venueName: z.string(),
  city: z.string(),
  cover: cover.nullable(),
  /** The organizer's colours, from which a missing cover is drawn; null for the visitor's scheme. */
  colors: ownColors.nullable(),
  organizer: z.object({ id: z.number(), name: z.string(), slug: z.string() }),
  /** Lowest all-in price that can be bought now, in minor units; null when nothing is on sale. */
  fromPrice: z.number().nullable(),
  /**
   * What can be bought now: only free tickets, only donations without a minimum, some that cost nothing beside others,
   * or none that costs nothing. Null when nothing is on sale.
   */
  pricing: z.enum(['free', 'by_donation', 'partly_free', 'paid']).nullable(),
  availability: z.enum(['on_sale', 'not_started', 'ended', 'sold_out', 'none']),
});
export type PublicEventCard = z.output<typeof publicEventCard>;

const publicPrice = z.object({
  id: z.number(),
  label: z.string(),
  /** List price in minor units; the minimum of a donation. */
  amount: z.number(),
  availability: z.enum(AVAILABILITIES),
  /** Set only if the organizer shows it. */
  left: z.number().nullable(),
  /** How many one order can take now: the smaller of the per-order limit and the number left. */
  maxNow: z.number(),
  saleStartsAt: isoOut.nullable(),
  saleEndsAt: isoOut.nullable(),
});

const publicTicket = z.object({
  id: z.number(),
  type: z.enum(TICKET_TYPES),
  name: z.string(),
  description: z.string(),
  /** Whether it lets a person in. */
  admits: z.boolean(),
  /** The part of the event that it is for; null for the whole event. */
  ownStartsAt: isoOut.nullable(),
  ownEndsAt: isoOut.nullable(),
  minPerOrder: z.number(),
  maxPerOrder: z.number(),
  /** Whether `maxPerOrder` is also the most that one person may have, in all orders together. */
  maxIsPerPerson: z.boolean(),
  collapsedOnLoad: z.boolean(),
  availability: z.enum(AVAILABILITIES),
  prices: z.array(publicPrice),
  taxesAndFees: z.array(taxOrFee),
  /** Whether the promo code of this request lowers the price of this ticket. */
  promoApplies: z.boolean(),
});
export type PublicTicket = z.output<typeof publicTicket>;

const publicPromo = z.object({
  code: z.string(),
  discountType: z.enum(['none', 'percentage', 'fixed']),
  percentage: z.string().nullable(),
  amount: z.number().nullable(),
});
export type PublicPromo = z.output<typeof publicPromo>;

/**
 * The unfinished order of the browser that asks, by its cart cookie. Everything else of the reply counts its tickets as
 * free, because this browser can have them.
 */
const ownHold = z.object({
  orderShortId: z.string(),
  /** `processing`: its payment is on its way. */
  step: z.enum(['details', 'payment', 'processing']),
  /** By the database's clock. */
  secondsLeft: z.number(),
  /** The code that it uses. The event comes with its prices only if it is asked for with this code. */
  promoCode: z.string().nullable(),
  lines: z.array(
    z.object({
      priceId: z.number(),
      quantity: z.number(),
      /** The amount of a donation in minor units; null for other tickets. */
      donation: z.number().nullable(),
    }),
  ),
});

const publicEvent = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  path: z.string(),
  /** A draft shown to its signed-in organizer. */
  isPreview: z.boolean(),
  description: z.string(),
  lifecycle: z.enum(EVENT_LIFECYCLES),
  /** It does not take place. Nothing of it can be bought. */
  isCalledOff: z.boolean(),
  /** The start and the place that it had before its organizer moved it; null for what did not change. */
  movedFrom: isoOut.nullable(),
  movedFromPlace: z.string().nullable(),
  startsAt: isoOut,
  endsAt: isoOut.nullable(),
  timezone: z.string(),
  currency: z.string(),
  cover: cover.nullable(),
  location: location.omit({ onlineDetails: true }),
  organizer: publicOrganizer,
  settings: z.object({
    priceDisplay: z.enum(['inclusive', 'exclusive']),
    orderTimeoutMinutes: z.number(),
    continueButtonText: z.string(),
    supportEmail: z.string(),
    colors: ownColors.nullable(),
    background: z.enum(BACKGROUND_TYPES),
    /** The default of a widget whose own snippet does not set it. */
    widgetAutoResize: z.boolean(),
    /** The page starts with its tickets, below a line with title, date and place. */
    hideIntroduction: z.boolean(),
    seoTitle: z.string(),
    seoDescription: z.string(),
    seoKeywords: z.string(),
    allowIndexing: z.boolean(),
    /** What buyers may do by themselves later. An order keeps it as it is when the tickets are held. */
    policy: buyerPolicy,
  }),
  tickets: z.array(publicTicket),
  promo: publicPromo.nullable(),
  hold: ownHold.nullable(),
});
export type PublicEvent = z.output<typeof publicEvent>;

export const publicEventListRules = {
  sorts: ['starts_at'],
  defaultSort: { by: 'starts_at', direction: 'asc' },
  filters: { state: ['eq'] },
} as const satisfies ListRules;

export const directoryRules = {
  ...publicEventListRules,
  filters: { days: ['eq'], place: ['eq'] },
} as const satisfies ListRules;

export const listPublicEvents = endpoint({
  method: 'GET',
  path: '/public/events',
  access: 'public',
  summary:
    'Live public events on this installation. The search looks in titles, places, organizers and texts. `filter_fields[days][eq]` is today, weekend, week or month; `filter_fields[place][eq]` is a city or `online`.',
  query: listQuery(directoryRules),
  response: page(publicEventCard),
});

export const listPublicPlaces = endpoint({
  method: 'GET',
  path: '/public/places',
  access: 'public',
  summary: 'The cities of the live public events, the ones with most events first.',
  response: single(
    z.object({
      cities: z.array(z.object({ city: z.string(), events: z.number() })),
      onlineEvents: z.number(),
    }),
  ),
});

export const getPublicOrganizer = endpoint({
  method: 'GET',
  path: '/public/organizers/by-slug/:slug',
  access: 'public',
  summary: 'An organizer by the slug of its page.',
  params: z.object({ slug: z.string().max(60) }),
  response: single(publicOrganizer),
});

export const listPublicOrganizerEvents = endpoint({
  method: 'GET',
  path: '/public/organizers/:organizerId/events',
  access: 'public',
  summary:
    'Public events of an organizer. `filter_fields[state][eq]` is upcoming (which includes ongoing) or past.',
  params: z.object({ organizerId: pathId }),
  query: listQuery(publicEventListRules),
  response: page(publicEventCard),
});

/** Why a promo code cannot be used. `PROMO_CODE_INVALID`: the event has no such code. */
const promoRefusal = z.enum([
  'PROMO_CODE_INVALID',
  'PROMO_CODE_EXPIRED',
  'PROMO_CODE_DISABLED',
  'PROMO_CODE_USED_UP',
]);
export type PromoRefusal = z.output<typeof promoRefusal>;

export const getPublicEvent = endpoint({
  method: 'GET',
  path: '/public/events/:eventId',
  access: 'public',
  summary:
    'The public page’s data. A valid promo_code opens tickets that need one; an invalid one changes nothing. A browser with an unfinished order of this event (cart cookie) gets that order too, and its tickets count as free.',
  params: z.object({ eventId: pathId }),
  query: z.object({ promo_code: z.string().max(200).optional() }).default({}),
  response: single(publicEvent),
});

export const validatePromoCode = endpoint({
  method: 'GET',
  path: '/public/events/:eventId/promo-codes/:code',
  access: 'public',
  summary:
    'Whether a promo code can be used now, and if not, why. Every unknown code gets the same answer; one that exists is said to be expired, switched off or used up.',
  params: z.object({ eventId: pathId, code: z.string().max(200) }),
  response: single(
    z.object({ valid: z.boolean(), promo: publicPromo.nullable(), refusal: promoRefusal.nullable() }),
  ),
});

import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';

/** Figures over many days are added up by the server only so far back. Three years, with their leap day. */
export const MOST_DAYS = 1096;

/** A calendar day in the event's zone, as `2027-06-11`. */
export const calendarDay = z.iso.date();

/**
 * What happened on one day or on several. Money is in minor units of the event's currency. A sale counts on the day on
 * which its order was completed, money that went back on the day on which it did.
 */
export const figures = z.object({
  /** What buyers paid, fees and taxes with it, also for orders that were cancelled since. */
  gross: z.number(),
  /** The part of `gross` that is tax, added or included. */
  tax: z.number(),
  /** `gross` without tax. */
  net: z.number(),
  /** The part of `gross` that is fees, before tax. */
  fees: z.number(),
  /** What promo codes took off. It is not part of `gross`. */
  discounts: z.number(),
  /** What went back: refunds and lost disputes. It may be of orders of earlier days. */
  refunded: z.number(),
  /** Orders that were completed. */
  orders: z.number(),
  /** Those of them that buyers placed themselves. The others were added by the team. */
  ownOrders: z.number(),
  /** Places of people: issued tickets, also those whose payment without a card is still awaited. */
  tickets: z.number(),
  /** Tickets that were cancelled, of whatever day. */
  cancelled: z.number(),
  /** How often the event's page or widget was opened by people. */
  views: z.number(),
  /** By how many visitors on each day. Somebody who comes on two days counts twice. */
  visitors: z.number(),
});
export type Figures = z.output<typeof figures>;

const days = z.array(figures.extend({ day: z.string() }));

/** The same number of days, side by side with the days that were asked for. */
const otherDays = z.object({ from: z.string(), to: z.string(), figures, days });

/**
 * Where visits and orders come from. `affiliate`: its link. `campaign`: an address with `utm_source`. `referrer`: a link on
 * another site, or a search. `widget`: the widget on another site. `direct`: none of these is known. `by_hand`: orders
 * that the team added. `other`: all further sources of a day that had too many.
 */
export const SOURCE_KINDS = [
  'affiliate',
  'campaign',
  'referrer',
  'widget',
  'direct',
  'by_hand',
  'other',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

const source = z.object({
  kind: z.enum(SOURCE_KINDS),
  /** The affiliate's name, `utm_source`, or the host of the other site; empty for the other kinds and if it is not known. */
  name: z.string(),
  /** `utm_medium` and `utm_campaign` of a campaign, or empty. */
  medium: z.string(),
  campaign: z.string(),
  /** Null unless it is an affiliate that still exists. */
  affiliateId: z.number().nullable(),
  views: z.number(),
  visitors: z.number(),
  orders: z.number(),
  /** What these orders brought, before refunds. Minor units. */
  gross: z.number(),
});
export type Source = z.output<typeof source>;

const eventId = z.object({ eventId: pathId });
const pastEvent = pathId.optional();

export const getEventFigures = endpoint({
  method: 'GET',
  path: '/events/:eventId/figures',
  access: 'orders.read',
  summary:
    'Figures of an event by day in its zone: the days asked for, as many days before them, and the same days before the start of a past event if one is named. With sources, and who is on the page now.',
  params: eventId,
  query: z.object({
    /** Without it: the first day on which anything happened. At most MOST_DAYS before `to`. */
    from: calendarDay.optional(),
    /** Without it: today. */
    to: calendarDay.optional(),
    /** An event of the account in the same currency, from `listPastEvents`. Another one is NOT_FOUND. */
    past_event: pastEvent,
  }),
  response: single(
    z.object({
      currency: z.string(),
      timezone: z.string(),
      /** Today in the event's zone. */
      today: z.string(),
      /** The first day on which anything happened; null if nothing has. */
      firstDay: z.string().nullable(),
      from: z.string(),
      to: z.string(),
      figures,
      /** Each day from `from` to `to`, also those on which nothing happened. */
      days,
      /** As many days right before `from`. Null if nothing happened before `from`. */
      before: otherDays.nullable(),
      /**
       * The past event on the days that lay as long before its start as these days lie before the start of this event.
       */
      pastEvent: otherDays.extend({ id: z.number(), title: z.string() }).nullable(),
      /** The sources of these days, the one with the most orders first, then by visitors. At most 50. */
      sources: z.array(source),
      now: z.object({
        /** Visitors of the page within the last five minutes. */
        visitors: z.number(),
        /** Open orders whose buyer has not given details yet, and those whose buyer has. */
        fillingIn: z.number(),
        paying: z.number(),
      }),
    }),
  ),
});

export const listPastEvents = endpoint({
  method: 'GET',
  path: '/events/:eventId/past_events',
  access: 'orders.read',
  summary:
    'Events of the account that an event can be compared with: they began before it, in the same currency, and sold tickets. The latest first, at most 50.',
  params: eventId,
  response: single(
    z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        startsAt: isoOut,
        timezone: z.string(),
        tickets: z.number(),
      }),
    ),
  ),
});

/** Tickets from the first sale on. `expected` begins with the day after today. */
const expectedDay = z.object({ day: z.string(), likely: z.number(), low: z.number(), high: z.number() });

export const getEventForecast = endpoint({
  method: 'GET',
  path: '/events/:eventId/forecast',
  access: 'orders.read',
  summary:
    'How many tickets an event will have sold on the day it begins, by its pace so far or by the course of a past event.',
  params: eventId,
  query: z.object({ past_event: pastEvent }),
  response: single(
    z.object({
      today: z.string(),
      /** The day on which the event begins, in its zone. */
      startDay: z.string(),
      /** Tickets that let people in and are not cancelled. */
      sold: z.number(),
      /** Of all these tickets; null without a limit. */
      capacity: z.number().nullable(),
      /**
       * `expected`: there is an expectation. `too_little`: the history is too short, see `missing`. `sold_out`: nothing is
       * left. `over`: the event has begun.
       */
      status: z.enum(['expected', 'too_little', 'sold_out', 'over']),
      /** What is missing for an expectation: days of sale, and tickets sold. Either may be 0. */
      missing: z.object({ days: z.number(), tickets: z.number() }).nullable(),
      /** How many tickets are sold when the event begins. In four of five cases it is between `low` and `high`. */
      expectation: z
        .object({
          method: z.enum(['pace', 'past_event']),
          likely: z.number(),
          low: z.number(),
          high: z.number(),
        })
        .nullable(),
      /** How many tickets were sold at the end of each day so far. */
      soFar: z.array(z.object({ day: z.string(), sold: z.number() })),
      expected: z.array(expectedDay),
      /** The past event on the days of this one: as long before its own start. Up to the start. */
      pastEvent: z
        .object({
          id: z.number(),
          title: z.string(),
          days: z.array(z.object({ day: z.string(), sold: z.number() })),
        })
        .nullable(),
    }),
  ),
});

export const getAccountFigures = endpoint({
  method: 'GET',
  path: '/figures',
  access: 'orders.read',
  summary:
    'Figures of all events of the account within the last days, for each currency: sums of different currencies are never added up.',
  query: z.object({ days: z.enum(['7', '30', '90']).default('30').transform(Number) }),
  response: single(
    z.object({
      days: z.number(),
      /** The currency with the most orders first. Only those in which something happened in these days or before them. */
      currencies: z.array(
        z.object({
          currency: z.string(),
          /** Of the last days, today with them, each event in its own zone. */
          figures,
          /** Of as many days before them. */
          before: figures,
        }),
      ),
    }),
  ),
});

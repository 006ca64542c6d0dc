import { z } from 'zod';
import { endpoint, single } from '../../endpoint.ts';
import { pathId } from '../../fields.ts';
import { SOURCE_KINDS } from '../figures.ts';
import { accountSpan, eventSpan, reportDays } from './money.ts';

const eventId = z.object({ eventId: pathId });
const days = z.object(reportDays);

const codeLine = z.object({
  /** Null if it does not exist any more. */
  promoCodeId: z.number().nullable(),
  code: z.string(),
  eventId: z.number(),
  eventTitle: z.string(),
  orders: z.number(),
  /** What it took off. */
  discounts: z.number(),
  /** What these orders paid, fees and taxes with it, before refunds. */
  paid: z.number(),
});
const codes = {
  /** The one with the most orders first. At most REPORT_ROWS. */
  codes: z.array(codeLine),
  /** How many codes there are, also beyond those. */
  codeCount: z.number(),
  /** Orders without a code. */
  without: z.object({ orders: z.number(), paid: z.number() }),
};

export const getEventCodeReport = endpoint({
  method: 'GET',
  path: '/events/:eventId/reports/promo_codes',
  access: 'orders.read',
  summary: 'Orders of some days by promo code: what it took off and what they paid.',
  params: eventId,
  query: days,
  response: single(z.object({ ...eventSpan, ...codes })),
});

export const getAccountCodeReport = endpoint({
  method: 'GET',
  path: '/reports/promo_codes',
  access: 'orders.read',
  summary: 'Orders of all events by promo code, for each currency.',
  query: days,
  response: single(
    z.object({ ...accountSpan, currencies: z.array(z.object({ currency: z.string(), ...codes })) }),
  ),
});

const sourceLine = z.object({
  /** As in the figures of an event. */
  kind: z.enum(SOURCE_KINDS),
  name: z.string(),
  medium: z.string(),
  campaign: z.string(),
  /** Null unless it is an affiliate that still exists. */
  affiliateId: z.number().nullable(),
  eventId: z.number(),
  eventTitle: z.string(),
  orders: z.number(),
  discounts: z.number(),
  /** What these orders paid, fees and taxes with it, before refunds. */
  paid: z.number(),
});
const sources = {
  /** Affiliates and all other sources, the one with the most orders first. At most REPORT_ROWS. */
  sources: z.array(sourceLine),
  sourceCount: z.number(),
};

export const getEventSourceReport = endpoint({
  method: 'GET',
  path: '/events/:eventId/reports/sources',
  access: 'orders.read',
  summary: 'Orders of some days by affiliate and by every other source. Each order has one.',
  params: eventId,
  query: days,
  response: single(z.object({ ...eventSpan, ...sources })),
});

export const getAccountSourceReport = endpoint({
  method: 'GET',
  path: '/reports/sources',
  access: 'orders.read',
  summary: 'Orders of all events by affiliate and by every other source, for each currency.',
  query: days,
  response: single(
    z.object({ ...accountSpan, currencies: z.array(z.object({ currency: z.string(), ...sources })) }),
  ),
});

import { z } from 'zod';
import { endpoint, single } from '../../endpoint.ts';
import { pathId } from '../../fields.ts';
import { accountSpan, eventSpan, reportDays } from './money.ts';

const days = z.object(reportDays);

/** A tax or fee as it was charged: two with the same name, rate and kind are one. Minor units. */
const chargeLine = z.object({
  type: z.enum(['tax', 'fee']),
  name: z.string(),
  calculation: z.enum(['percentage', 'fixed']),
  /** Percent as an exact decimal; null if it is fixed. */
  rate: z.string().nullable(),
  /** Minor units of each ticket; null if it is a percentage. */
  amount: z.number().nullable(),
  /** Taken out of the price instead of added to it. Never for a fee. */
  included: z.boolean(),
  /** What it was charged on: of a tax price and fees without any tax, of a fee the discounted price. */
  base: z.number(),
  collected: z.number(),
  /** The part of both that went back on these days. */
  baseRefunded: z.number(),
  refunded: z.number(),
  /** `base - baseRefunded` and `collected - refunded`: what a tax return says. */
  netBase: z.number(),
  net: z.number(),
});
export type ReportChargeLine = z.output<typeof chargeLine>;

const taxes = {
  /** Taxes by rate, the highest first, then fees. */
  charges: z.array(chargeLine),
  /** What was sold without any tax: price and fees of lines that carry none. */
  untaxed: z.object({ base: z.number(), baseRefunded: z.number(), netBase: z.number() }),
  total: z.object({
    taxes: z.number(),
    taxesRefunded: z.number(),
    fees: z.number(),
    feesRefunded: z.number(),
  }),
};

export const getEventTaxReport = endpoint({
  method: 'GET',
  path: '/events/:eventId/reports/taxes',
  access: 'orders.read',
  summary: 'Taxes and fees of some days by rate, what went back of them, and what was sold without any tax.',
  params: z.object({ eventId: pathId }),
  query: days,
  response: single(z.object({ ...eventSpan, ...taxes })),
});

export const getAccountTaxReport = endpoint({
  method: 'GET',
  path: '/reports/taxes',
  access: 'orders.read',
  summary: 'Taxes and fees of all events by rate, for each currency.',
  query: days,
  response: single(
    z.object({ ...accountSpan, currencies: z.array(z.object({ currency: z.string(), ...taxes })) }),
  ),
});

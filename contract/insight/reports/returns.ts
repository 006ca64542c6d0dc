import { z } from 'zod';
import { endpoint, single } from '../../endpoint.ts';
import { pathId } from '../../fields.ts';
import { accountSpan, eventSpan, reportDays } from './money.ts';

const days = z.object(reportDays);

/** Why money went back: the reasons of a refund, and a dispute that was lost. */
export const RETURN_REASONS = ['requested', 'provider', 'by_hand', 'dispute'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

const returns = {
  total: z.object({
    refunds: z.number(),
    refunded: z.number(),
    disputes: z.number(),
    lost: z.number(),
    /** Tickets that were cancelled on these days. */
    cancelled: z.number(),
  }),
  /** The largest amount first. Money that came twice or too late was never sold, so its way back is not here. */
  reasons: z.array(z.object({ reason: z.enum(RETURN_REASONS), count: z.number(), amount: z.number() })),
  /** The days on which any money went back. */
  days: z.array(z.object({ day: z.string(), count: z.number(), amount: z.number() })),
};

export const getEventRefundReport = endpoint({
  method: 'GET',
  path: '/events/:eventId/reports/refunds',
  access: 'orders.read',
  summary: 'What went back on some days: refunds that succeeded and lost disputes, by reason and by day.',
  params: z.object({ eventId: pathId }),
  query: days,
  response: single(z.object({ ...eventSpan, ...returns })),
});

export const getAccountRefundReport = endpoint({
  method: 'GET',
  path: '/reports/refunds',
  access: 'orders.read',
  summary: 'What went back of all events, for each currency.',
  query: days,
  response: single(
    z.object({ ...accountSpan, currencies: z.array(z.object({ currency: z.string(), ...returns })) }),
  ),
});

/** What one provider has taken and owes, in minor units. */
const providerLine = z.object({
  provider: z.enum(['stripe', 'test_bank']),
  payments: z.number(),
  /** By the day on which the order was completed. */
  charged: z.number(),
  refunded: z.number(),
  /** Lost disputes. */
  lost: z.number(),
  /** What banks have taken until they decide a dispute. As it is now, of payments of these days. */
  held: z.number(),
  /** What this installation keeps of the payments, less what it gave back with refunds. Known. */
  installationFee: z.number(),
  /** `charged - refunded - lost - held - installationFee`: to be paid out, before the provider's own fees. */
  due: z.number(),
});

const payouts = {
  /**
   * What providers have to pay out. They tell neither payouts nor their own fees to this installation, so `due` is before
   * those fees: what arrives at the bank is less by them.
   */
  providers: z.array(providerLine),
  /** Always false: no provider tells its own fees. */
  areProviderFeesKnown: z.boolean(),
  /** Paid and given back without a provider: by transfer, in cash, at the door, and differences of moves. */
  byHand: z.object({ received: z.number(), returned: z.number() }),
  /**
   * `received` of the sales report: the `charged - refunded - lost` of all providers, and `received - returned` by hand.
   */
  received: z.number(),
};

export const getEventPayoutReport = endpoint({
  method: 'GET',
  path: '/events/:eventId/reports/payouts',
  access: 'orders.read',
  summary: 'What payment providers have to pay out for some days, against what was sold.',
  params: z.object({ eventId: pathId }),
  query: days,
  response: single(z.object({ ...eventSpan, ...payouts })),
});

export const getAccountPayoutReport = endpoint({
  method: 'GET',
  path: '/reports/payouts',
  access: 'orders.read',
  summary: 'What payment providers have to pay out for all events, for each currency.',
  query: days,
  response: single(
    z.object({ ...accountSpan, currencies: z.array(z.object({ currency: z.string(), ...payouts })) }),
  ),
});

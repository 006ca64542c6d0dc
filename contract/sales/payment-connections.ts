import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';

/**
 * How an account takes card payments. `own`: through the installation's own account, so there is nothing to
 * connect. `connect`: the account first connects its own account at the provider.
 */
export const paymentConnection = z.object({
  provider: z.enum(['test_bank', 'stripe']).nullable(),
  mode: z.enum(['own', 'connect']),
  status: z.enum(['not_connected', 'incomplete', 'connected']),
  /** The provider's id of the connected account. */
  account: z.string().nullable(),
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  detailsSubmitted: z.boolean(),
  /**
   * The share of each charge that the installation keeps, as an exact decimal percentage; null if it keeps nothing.
   */
  applicationFeePercent: z.string().nullable(),
  isTestMode: z.boolean(),
});
export type PaymentConnection = z.output<typeof paymentConnection>;

export const getPaymentConnection = endpoint({
  method: 'GET',
  path: '/account/payment-connection',
  access: 'payments.read',
  summary: 'How the account takes card payments, asked of the provider where that may have changed.',
  response: single(paymentConnection),
});

export const connectPayments = endpoint({
  method: 'POST',
  path: '/account/payment-connection',
  access: 'payments.manage',
  summary: "Begin or resume connecting: answers the address of the provider's own onboarding.",
  response: single(z.object({ url: z.string() })),
});

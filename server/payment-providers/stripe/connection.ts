import type { Stripe } from 'stripe';
import type { AccountConnection } from '../port.ts';
import { unitOf } from './amounts.ts';
import { toProviderError } from './errors.ts';
import { withKeys } from './replays.ts';

/**
 * The organizer is the merchant and gets direct charges. The organizer's account pays Stripe's fees and bears
 * its losses. Stripe, and not Entrada, asks the organizer for the data that the law requires.
 */
const MERCHANT: Stripe.AccountCreateParams.Controller = {
  fees: { payer: 'account' },
  losses: { payments: 'stripe' },
  requirement_collection: 'stripe',
  stripe_dashboard: { type: 'full' },
};

/** Connects organizers' own accounts through Stripe Connect. */
export function createConnection(stripe: Stripe): AccountConnection {
  async function open(input: { idempotencyKey: string; email: string; country: string | null }) {
    const { idempotencyKey, email, country } = input;
    // If the first call had no answer, `find` does not look for the account that the call may have created.
    // Nobody uses that account.
    const opened = await withKeys(idempotencyKey, {
      make: (key) =>
        stripe.accounts.create(
          { controller: MERCHANT, email, ...(country !== null && { country }) },
          { idempotencyKey: key },
        ),
      find: async () => null,
    });
    return opened.id;
  }

  return {
    async begin({ returnUrl, refreshUrl, account: known, ...input }) {
      try {
        const account = known ?? (await open(input));
        const link = await stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        });
        return { account, url: link.url };
      } catch (error) {
        throw toProviderError(error, 'connect.begin');
      }
    },
    async lookUp({ account }) {
      try {
        const found = await stripe.accounts.retrieve(account);
        return {
          account: found.id,
          chargesEnabled: found.charges_enabled,
          payoutsEnabled: found.payouts_enabled,
          detailsSubmitted: found.details_submitted,
        };
      } catch (error) {
        throw toProviderError(error, 'connect.lookUp');
      }
    },
    feeUnit: unitOf,
  };
}

import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { ProviderError } from '../../payment-providers/port.ts';
import { createStripeProvider } from '../../payment-providers/stripe/provider.ts';
import { NO_MISCHIEF } from '../../payment-providers/test-bank/mischief.ts';
import {
  FAKE_KEYS,
  type FakeStripe,
  type FakeStripeOptions,
  startFakeStripe,
} from '../fake-stripe/server.ts';

/** Returns the error of a call that must fail. */
export const failure = async (call: Promise<unknown>): Promise<ProviderError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: ProviderError) => error,
  );

/** The fake for one test file. An unknown request fails the test that made it. */
export async function useFakeStripe(options: FakeStripeOptions = {}): Promise<FakeStripe> {
  const fake = await startFakeStripe(options);
  beforeEach(() => {
    fake.faults.clear();
    fake.requests.length = 0;
    Object.assign(fake.mischief, NO_MISCHIEF, options.mischief);
  });
  afterEach(() => expect(fake.unexpected.splice(0)).toEqual([]));
  afterAll(() => fake.stop());
  return fake;
}

/** The adapter with the real SDK, which calls the fake. */
export function providerAt(fake: FakeStripe, change: { connect?: boolean; timeoutMs?: number } = {}) {
  return createStripeProvider({
    secretKey: FAKE_KEYS.secret,
    publishableKey: FAKE_KEYS.publishable,
    webhookSecrets: [FAKE_KEYS.webhook, FAKE_KEYS.connectWebhook],
    connect: false,
    apiBase: fake.base,
    fetch: async (input, init) => {
      if (!String(input).startsWith(`${fake.base}/`)) throw new Error(`No request goes to ${String(input)}`);
      return fetch(input, init);
    },
    ...change,
  });
}

/** An account that has finished Stripe's onboarding. */
export function connectedAccount(fake: FakeStripe): string {
  const { id } = fake.state.openAccount({ email: null, country: 'ES' });
  fake.state.changeAccount(id, { detailsSubmitted: true, chargesEnabled: true, payoutsEnabled: true });
  return id;
}

/** A buyer pays with a test card, as Stripe.js does. */
export function payAs(fake: FakeStripe, id: string, number = '4242424242424242'): void {
  const known = fake.state.payments.get(id);
  if (!known) throw new Error(`No payment ${id}`);
  fake.state.confirm(id, known.account, number, '');
}

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { failure } from '../../test/payments/stripe.ts';
import { useStripeShop } from '../../test/payments/stripe-shop.ts';
import { visitor } from '../../test/shop.ts';
import { type PaymentProvider, ProviderError, type ProviderErrorKind } from '../port.ts';
import { withBreaker } from './breaker.ts';

vi.setConfig({ testTimeout: 60_000 });
const reference = { providerPaymentId: 'pay_1', account: null };

/** A provider whose look-ups end as the test says, behind a breaker with its own clock. */
function breaking() {
  const clock = { ms: 0 };
  const calls: string[] = [];
  const answers: (ProviderErrorKind | [ProviderErrorKind, number] | Promise<never>)[] = [];
  const fake = createFakeProvider().provider;
  const provider: PaymentProvider = {
    ...fake,
    lookUp: async () => {
      calls.push('lookUp');
      const answer = answers.shift();
      if (answer instanceof Promise) return answer;
      const [kind, status] = Array.isArray(answer) ? answer : [answer, undefined];
      if (kind) throw new ProviderError(kind, 'told to', { provider: 'stripe', operation: 'lookUp', status });
      return { id: 'pay_1' } as never;
    },
    refund: async () => {
      calls.push('refund');
      return { id: 'refund_1' } as never;
    },
  };
  return { clock, calls, answers, guarded: withBreaker(provider, () => clock.ms) };
}
type Breaking = ReturnType<typeof breaking>;

async function fail({ answers, guarded }: Breaking, n: number, how: Breaking['answers'][number] = 'timeout') {
  for (let nth = 0; nth < n; nth += 1) {
    answers.push(how);
    await failure(guarded.lookUp(reference));
  }
}

test.each<[string, Breaking['answers'][number]]>([
  ['time-outs', 'timeout'],
  ['broken connections', 'unknown'],
  ['a server that is not there', 'unavailable'],
  ['server errors', ['unknown', 503]],
])('after five %s in a row nobody is asked for ten seconds', async (_, how) => {
  const one = breaking();
  await fail(one, 5, how);
  const { calls, clock, guarded } = one;
  clock.ms = 9_999;
  for (const call of [
    guarded.lookUp(reference),
    guarded.refund({ ...reference, idempotencyKey: 'k', amount: 1 }),
  ]) {
    // The provider was not called, so nothing can have happened.
    expect(await failure(call)).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 });
  }
  expect(calls).toHaveLength(5);
  clock.ms = 10_000;
  await guarded.lookUp(reference);
  await guarded.refund({ ...reference, idempotencyKey: 'k', amount: 1 });
  expect(calls).toHaveLength(7);
});

test.each<[string, Breaking['answers'][number]]>([
  ['a refusal', ['rejected', 402]],
  ['too many requests', ['unavailable', 429]],
  ['a key that is being worked on', ['unavailable', 409]],
])('%s is an answer: it is asked on', async (_, how) => {
  const one = breaking();
  await fail(one, 8, how);
  await fail(one, 4);
  await fail(one, 1, how);
  await fail(one, 4);
  expect(one.calls).toHaveLength(17);
  await one.guarded.lookUp(reference);
});

test('what we refuse ourselves says nothing about the other side', async () => {
  const one = breaking();
  await fail(one, 4);
  await fail(one, 1, 'rejected');
  await fail(one, 1);
  expect(await failure(one.guarded.lookUp(reference))).toMatchObject({ kind: 'unavailable' });
  expect(one.calls).toHaveLength(6);
});

test('one call finds out whether it is there again; when it is not, ten more seconds pass', async () => {
  const one = breaking();
  await fail(one, 5);
  const { clock, answers, calls, guarded } = one;
  clock.ms = 10_000;
  const probe = Promise.withResolvers<never>();
  answers.push(probe.promise);
  const asked = failure(guarded.lookUp(reference));
  expect(await failure(guarded.lookUp(reference))).toMatchObject({ kind: 'unavailable' });
  expect(calls).toHaveLength(6);
  clock.ms = 20_000;
  probe.reject(new ProviderError('timeout', 'no answer', { provider: 'stripe', operation: 'lookUp' }));
  expect((await asked).kind).toBe('timeout');
  clock.ms = 29_999;
  expect((await failure(guarded.lookUp(reference))).kind).toBe('unavailable');
  clock.ms = 30_000;
  await guarded.lookUp(reference);
  await guarded.lookUp(reference);
  expect(calls).toHaveLength(8);
});

const shopping = await useStripeShop();
const { app, db, fake, paidShop, heldBy, start } = shopping;
keepInvariants(db);
beforeEach(() => {
  fake.requests.length = 0;
});

test('the shop leaves a Stripe alone that is away: buyers are told at once, and their payment is the same later', async () => {
  const shop = await paidShop();
  const client = visitor(app);
  const shortId = await heldBy(client, shop);
  for (let nth = 0; nth < 5; nth += 1) fake.faults.add('createPayment', 'disconnect_before');
  for (let nth = 0; nth < 7; nth += 1) {
    expect((await start(client, shortId)).problem).toMatchObject({
      status: 503,
      code: 'PAYMENT_UNCONFIRMED',
    });
  }
  expect(fake.requests).toHaveLength(5);
  // Ten seconds pass.
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  onTestFinished(() => clock.mockRestore());
  const status = async () => (await start(client, shortId)).status;
  await expect.poll(status, { timeout: 30_000, interval: 500 }).toBe(200);
  // Stripe has only one payment.
  expect(shopping.intentOf(shortId).amount).toBe(2500);
});

import { describe, expect, test } from 'vitest';
import { sample } from '../../test/deep.ts';
import type { StripeFault, StripeOperation } from '../../test/fake-stripe/faults.ts';
import { startFakeStripe } from '../../test/fake-stripe/server.ts';
import { failure, payAs, providerAt, useFakeStripe } from '../../test/payments/stripe.ts';
import { mayHaveHappened, ProviderError, type ProviderErrorKind } from '../port.ts';
import { toProviderError } from './errors.ts';
import { createStripeProvider } from './provider.ts';

const fake = await useFakeStripe();
// Short, so that calls without an answer end soon. A call with an answer takes much less.
const provider = providerAt(fake, { timeoutMs: 700, connect: true });

const KINDS: Record<Exclude<StripeFault, 'slow'>, ProviderErrorKind> = {
  timeout_before: 'timeout',
  timeout_after: 'timeout',
  half_open_before: 'timeout',
  half_open_after: 'timeout',
  disconnect_before: 'unknown',
  disconnect_after: 'unknown',
  status_500_before: 'unknown',
  status_500_after: 'unknown',
  status_429: 'unavailable',
  status_409: 'unavailable',
};
const FAULTS = Object.keys(KINDS) as (keyof typeof KINDS)[];

let orders = 0;
const newOrder = () => {
  orders += 1;
  const orderShortId = `o_${orders}`;
  return {
    orderShortId,
    create: () =>
      provider.createPayment({
        idempotencyKey: `order:${orders}:payment:1`,
        amount: 2500,
        currency: 'EUR',
        orderShortId,
        description: 'Marea',
        receiptEmail: null,
        returnUrl: 'http://shop.example/back',
        account: null,
      }),
    made: () => [...fake.state.payments.values()].filter((one) => one.orderShortId === orderShortId),
  };
};

/** Expects one failure of the right kind. Then the same call succeeds. */
async function failsOnce<T>(operation: StripeOperation, fault: keyof typeof KINDS, call: () => Promise<T>) {
  fake.faults.add(operation, fault);
  const error = await failure(call());
  expect(error).toBeInstanceOf(ProviderError);
  expect(error.kind).toBe(KINDS[fault]);
  expect(error.provider).toBe('stripe');
  if (fault.endsWith('_after')) expect(mayHaveHappened(error)).toBe(true);
  if (fault === 'status_429') expect(error.retryAfterSeconds).toBe(1);
  return call();
}

describe.each(sample(FAULTS, 5))('%s', (fault) => {
  test('creating: one payment in the end', async () => {
    const order = newOrder();
    const payment = await failsOnce('createPayment', fault, order.create);
    expect(order.made().map((one) => one.id)).toEqual([payment.id]);
    expect((await order.create()).id).toBe(payment.id);
    expect(order.made()).toHaveLength(1);
  });

  test('looking up', async () => {
    const { id } = await newOrder().create();
    const reference = { providerPaymentId: id, account: null };
    expect(await failsOnce('lookUp', fault, () => provider.lookUp(reference))).toMatchObject({ id });
  });

  test('cancelling: cancelled in the end', async () => {
    const { id } = await newOrder().create();
    const reference = { providerPaymentId: id, account: null };
    const cancelled = await failsOnce('cancel', fault, () => provider.cancel(reference));
    expect(cancelled.status).toBe('cancelled');
  });

  test('cancelling what has been paid: the second question may fail too', async () => {
    const { id } = await newOrder().create();
    payAs(fake, id);
    const reference = { providerPaymentId: id, account: null };
    expect(await failsOnce('lookUp', fault, () => provider.cancel(reference))).toMatchObject({
      status: 'succeeded',
    });
  });

  test('refunding: one refund in the end', async () => {
    const { id } = await newOrder().create();
    payAs(fake, id);
    const refund = await failsOnce('refund', fault, () =>
      provider.refund({
        idempotencyKey: `refund:${id}`,
        providerPaymentId: id,
        account: null,
        amount: 700,
        currency: 'EUR',
      }),
    );
    expect([...fake.state.refunds.values()].filter((one) => one.paymentId === id)).toMatchObject([
      { id: refund.id, amount: 700 },
    ]);
    expect(fake.state.payments.get(id)?.refunded).toBe(700);
  });

  test('looking up a refund and a dispute', async () => {
    const { id } = await newOrder().create();
    payAs(fake, id, '4000000000000259');
    const made = fake.state.refund(id, null, { amount: 100, withFee: false, metadata: {}, reason: null });
    if (!made.ok) throw new Error(made.code);
    const providerRefundId = made.refund.id;
    expect(
      await failsOnce('lookUpRefund', fault, () =>
        provider.lookUpRefund({ providerRefundId, account: null }),
      ),
    ).toMatchObject({ amount: 100 });
    const find = () => [...fake.state.disputes.values()].find((one) => one.paymentId === id);
    while (!find()) await new Promise((done) => setTimeout(done, 10));
    const providerDisputeId = find()?.id ?? '';
    expect(
      await failsOnce('lookUpDispute', fault, () =>
        provider.lookUpDispute({ providerDisputeId, account: null }),
      ),
    ).toMatchObject({ status: 'needs_response' });
  });

  test('connecting: one account in the end', async () => {
    const before = fake.state.accounts.size;
    const begin = () =>
      provider.connect?.begin({
        idempotencyKey: `connection:${fault}`,
        account: null,
        email: 'nuria@example.com',
        country: 'ES',
        returnUrl: 'http://shop.example/a',
        refreshUrl: 'http://shop.example/b',
      }) ?? Promise.reject(new Error('not to be connected'));
    const begun = await failsOnce('createAccount', fault, begin);
    await failsOnce('linkAccount', fault, begin);
    const { account } = begun;
    const connect = provider.connect;
    await failsOnce('lookUpAccount', fault, async () => connect?.lookUp({ account }));
    // A kept server error hides the account that the call created. Nobody uses that account.
    expect(fake.state.accounts.size - before).toBe(fault === 'status_500_after' ? 2 : 1);
  });
});

describe('a server error that Stripe keeps under the key', () => {
  test('what the call made is found again', async () => {
    const order = newOrder();
    fake.faults.add('createPayment', 'status_500_after');
    expect(await failure(order.create())).toMatchObject({ kind: 'unknown', status: 500 });
    const payment = await order.create();
    expect(order.made().map((one) => one.id)).toEqual([payment.id]);
  });

  test('where it made nothing, the next key in the row is used, by every repetition', async () => {
    const order = newOrder();
    fake.faults.add('createPayment', 'status_500_after');
    await failure(order.create());
    for (const { id } of order.made()) fake.state.payments.delete(id);
    const payment = await order.create();
    expect((await order.create()).id).toBe(payment.id);
    expect(order.made()).toHaveLength(1);
    expect(fake.requests.at(-1)?.idempotencyKey).toMatch(/~2$/);
  });

  test('looking for it may fail as well, and nothing is made then', async () => {
    const order = newOrder();
    fake.faults.add('createPayment', 'status_500_after');
    await failure(order.create());
    fake.faults.add('listPayments', 'disconnect_before');
    expect(await failure(order.create())).toMatchObject({ kind: 'unknown' });
    expect(order.made()).toHaveLength(1);
  });
});

test('a provider that is not there at all is unavailable', async () => {
  const gone = await startFakeStripe();
  await gone.stop();
  expect(await failure(providerAt(gone).lookUp({ providerPaymentId: 'pi_1', account: null }))).toMatchObject({
    kind: 'unavailable',
  });
});

test('a wrong key is refused, and the error carries no secret', async () => {
  const wrong = createStripeProvider({
    secretKey: 'sk_test_wrong',
    publishableKey: 'pk_test_wrong',
    webhookSecrets: [],
    connect: false,
    apiBase: fake.base,
  });
  const error = await failure(wrong.lookUp({ providerPaymentId: 'pi_1', account: null }));
  expect(error).toMatchObject({ kind: 'rejected', status: 401 });
  expect(JSON.stringify(error)).not.toContain('sk_test_wrong');
});

test.each([
  [{ statusCode: 402, code: 'card_declined', decline_code: 'lost_card' }, 'rejected', 'lost_card'],
  [{ statusCode: 429, code: 'lock_timeout' }, 'unavailable', 'lock_timeout'],
  [{ statusCode: 400, code: 'rate_limit' }, 'unavailable', 'rate_limit'],
  [{ statusCode: 409, code: 'idempotency_key_in_use' }, 'unavailable', 'idempotency_key_in_use'],
  [{ statusCode: 400, rawType: 'idempotency_error' }, 'rejected', 'idempotency_error'],
  [{ statusCode: 424 }, 'unknown', null],
  [{ statusCode: 503 }, 'unknown', null],
  [{}, 'unknown', null],
])('%o is %s', (given, kind, code) => {
  const error = toProviderError(Object.assign(new Error('said'), given), 'createPayment');
  expect(error).toMatchObject({ kind, code, operation: 'createPayment', provider: 'stripe' });
});

import { describe, expect, test } from 'vitest';
import { connectedAccount, failure, payAs, providerAt, useFakeStripe } from '../../test/payments/stripe.ts';
import { API_VERSION } from './client.ts';

const fake = await useFakeStripe({ settleDelayMs: 40 });
const provider = providerAt(fake);
// Its bank does not decide during the test, even on a slow machine.
const slow = await useFakeStripe({ settleDelayMs: 3_600_000 });
const slowProvider = providerAt(slow);

let keys = 0;
const wanted = {
  amount: 25_910,
  currency: 'EUR',
  orderShortId: 'o_1',
  description: 'Marea · A-1',
  merchantName: 'Laboratorio Marea',
  receiptEmail: 'lucia@example.com',
  returnUrl: 'http://shop.example/back',
  account: null as string | null,
};
const create = (change: Partial<typeof wanted & { applicationFee: number }> = {}, key?: string) => {
  keys += 1;
  return provider.createPayment({ ...wanted, ...change, idempotencyKey: key ?? `key-${keys}` });
};
const look = (id: string, account: string | null = null) =>
  provider.lookUp({ providerPaymentId: id, account });
const until = async (check: () => Promise<boolean>) => {
  while (!(await check())) await new Promise((done) => setTimeout(done, 10));
};
async function paidSlowly(number: string) {
  keys += 1;
  const payment = await slowProvider.createPayment({ ...wanted, idempotencyKey: `slow-${keys}` });
  payAs(slow, payment.id, number);
  return { providerPaymentId: payment.id, account: null };
}
async function paid(number = '4242424242424242', change: Parameters<typeof create>[0] = {}) {
  const payment = await create(change);
  payAs(fake, payment.id, number);
  return payment;
}

test('a payment is created with everything that Stripe is to know, and nothing else', async () => {
  const payment = await create();
  expect(payment).toMatchObject({
    status: 'requires_payment',
    amount: 25_910,
    currency: 'EUR',
    refunded: 0,
    failure: null,
    card: null,
    metadata: { orderShortId: 'o_1' },
  });
  expect(payment.clientToken).toMatch(new RegExp(`^${payment.id}_secret_`));
  const [request] = fake.requests;
  expect(request).toMatchObject({ operation: 'createPayment', account: null, version: API_VERSION });
  expect(request?.idempotencyKey).toBe(`key-${keys}:o_1`);
  expect(request?.params).toEqual({
    amount: '25910',
    currency: 'eur',
    'automatic_payment_methods[enabled]': 'true',
    description: 'Marea · A-1',
    receipt_email: 'lucia@example.com',
    'metadata[order_short_id]': 'o_1',
    'metadata[entrada_key]': `key-${keys}:o_1`,
    'expand[0]': 'latest_charge',
  });
});

test('the same key answers the same payment; with another request it is refused', async () => {
  const first = await create({}, 'twice');
  expect(await create({}, 'twice')).toEqual(first);
  expect(await failure(create({ amount: 100 }, 'twice'))).toMatchObject({
    kind: 'rejected',
    code: 'idempotency_error',
  });
  expect([...fake.state.payments.values()].filter((one) => one.id === first.id)).toHaveLength(1);
});

test('a key that is being worked on is refused for now', async () => {
  fake.faults.add('createPayment', 'slow');
  const first = create({}, 'slow');
  await until(async () => fake.requests.length === 1);
  expect(await failure(create({}, 'slow'))).toMatchObject({ kind: 'unavailable', status: 409 });
  expect((await first).id).toBe((await create({}, 'slow')).id);
});

describe('what a card comes to', () => {
  test.each([
    ['4242424242424242', 'succeeded', null, { brand: 'visa', last4: '4242' }],
    ['4000000000000002', 'requires_payment', 'declined', { brand: 'visa', last4: '0002' }],
    ['4000000000009995', 'requires_payment', 'insufficient_funds', { brand: 'visa', last4: '9995' }],
    ['4000000000000069', 'requires_payment', 'expired_card', { brand: 'visa', last4: '0069' }],
    ['4000000000000127', 'requires_payment', 'incorrect_cvc', { brand: 'visa', last4: '0127' }],
    ['4000000000000119', 'requires_payment', 'processing_error', { brand: 'visa', last4: '0119' }],
    ['4000002760003184', 'requires_action', null, null],
    ['4000000000000077', 'processing', null, { brand: 'visa', last4: '0077' }],
  ])('%s: %s', async (number, status, code, card) => {
    const reference = await paidSlowly(number);
    const found = await slowProvider.lookUp(reference);
    expect(found).toMatchObject({ id: reference.providerPaymentId, status, card });
    expect(found.failure?.code ?? null).toBe(code);
  });

  test('a refused confirmation is a failed attempt, and the next card is taken', async () => {
    const payment = await paid('4000002760003184');
    const { challengeId } = fake.state.payments.get(payment.id) ?? {};
    fake.state.decide(challengeId ?? '', 'refuse');
    expect(await look(payment.id)).toMatchObject({
      status: 'requires_payment',
      failure: { code: 'authentication_failed' },
    });
    payAs(fake, payment.id);
    expect(await look(payment.id)).toMatchObject({ status: 'succeeded', failure: null });
  });

  test('a bank that takes its time decides in the end', async () => {
    const good = await paid('4000000000000077');
    const bad = await paid('4000000000000341');
    await until(async () => (await look(good.id)).status === 'succeeded');
    await until(async () => (await look(bad.id)).status === 'requires_payment');
    expect((await look(bad.id)).failure?.code).toBe('declined');
  });

  test('less than was asked for is another amount', async () => {
    const payment = await paid();
    const known = fake.state.payments.get(payment.id);
    if (known) fake.state.payments.set(payment.id, { ...known, amount: 100 });
    expect(await look(payment.id)).toMatchObject({ status: 'succeeded', amount: 100 });
  });
});

describe('cancelling', () => {
  const cancel = (id: string) => provider.cancel({ providerPaymentId: id, account: null });

  test('an open payment, again and again', async () => {
    const payment = await create();
    expect(await cancel(payment.id)).toMatchObject({ status: 'cancelled' });
    expect(await cancel(payment.id)).toMatchObject({ status: 'cancelled' });
  });

  test('one that has been decided, or is being decided, answers how it stands', async () => {
    expect(await cancel((await paid()).id)).toMatchObject({ status: 'succeeded' });
    const undecided = await paidSlowly('4000000000000077');
    expect(await slowProvider.cancel(undecided)).toMatchObject({ status: 'processing' });
  });

  test('one that is not there is refused', async () => {
    expect(await failure(cancel('pi_none'))).toMatchObject({ kind: 'rejected', status: 404 });
  });
});

describe('refunds', () => {
  const refund = (id: string, amount: number, key: string, more: object = {}) =>
    provider.refund({
      providerPaymentId: id,
      account: null,
      amount,
      currency: 'EUR',
      idempotencyKey: key,
      ...more,
    });
  const lookRefund = (id: string) => provider.lookUpRefund({ providerRefundId: id, account: null });

  test('in part and in full, once for each key, and never more than was paid', async () => {
    const { id } = await paid();
    const part = await refund(id, 910, 'r-part', { reason: 'late_payment' });
    expect(part).toMatchObject({ paymentId: id, status: 'succeeded', amount: 910, currency: 'EUR' });
    expect(await refund(id, 910, 'r-part', { reason: 'late_payment' })).toEqual(part);
    expect(fake.requests.at(-1)?.params).toMatchObject({
      reason: 'requested_by_customer',
      'metadata[entrada_reason]': 'late_payment',
    });
    expect(await look(id)).toMatchObject({ status: 'succeeded', refunded: 910 });
    expect(await failure(refund(id, 25_001, 'r-more'))).toMatchObject({ kind: 'rejected' });
    await refund(id, 25_000, 'r-rest');
    expect(await look(id)).toMatchObject({ refunded: 25_910 });
  });

  test('one that stays pending, and one that fails in the end', async () => {
    const slow = await refund((await paid('4000000000007726')).id, 500, 'r-slow');
    expect(slow.status).toBe('pending');
    const payment = await paid('4000000000005126');
    const failing = await refund(payment.id, 500, 'r-failing');
    expect(failing).toMatchObject({ status: 'succeeded', failure: null });
    await until(async () => (await lookRefund(slow.id)).status === 'succeeded');
    await until(async () => (await lookRefund(failing.id)).status === 'failed');
    expect((await lookRefund(failing.id)).failure?.code).toBe('declined');
    expect(await look(payment.id)).toMatchObject({ refunded: 0 });
  });

  test('the currency is looked up where it is not said', async () => {
    const { id } = await paid('4242424242424242', { currency: 'ISK', amount: 500 });
    expect(await refund(id, 200, 'r-isk', { currency: undefined })).toMatchObject({
      amount: 200,
      currency: 'ISK',
    });
    expect(fake.requests.at(-1)?.params['amount']).toBe('20000');
  });
});

test('disputes', async () => {
  const { id } = await paid('4000000000000259');
  await until(async () => [...fake.state.disputes.values()].some((one) => one.paymentId === id));
  const disputeId = [...fake.state.disputes.values()].find((one) => one.paymentId === id)?.id ?? '';
  const dispute = () => provider.lookUpDispute({ providerDisputeId: disputeId, account: null });
  expect(await dispute()).toMatchObject({
    paymentId: id,
    status: 'needs_response',
    amount: 25_910,
    currency: 'EUR',
    reason: 'fraudulent',
    respondBy: expect.any(Date),
  });
  fake.state.dispute(disputeId, 'respond');
  expect(await dispute()).toMatchObject({ status: 'under_review', respondBy: null });
  fake.state.dispute(disputeId, 'lose');
  expect(await dispute()).toMatchObject({ status: 'lost' });
});

describe('currencies that Stripe counts otherwise', () => {
  test.each([
    ['JPY', 5000, '5000'],
    ['KWD', 12_340, '12340'],
    ['ISK', 4500, '450000'],
    ['MGA', 500_000, '5000'],
  ])('%s %i is sent as %s and read back as what it was', async (currency, amount, sent) => {
    const payment = await paid('4242424242424242', { currency, amount });
    expect(fake.requests[0]?.params['amount']).toBe(sent);
    expect(await look(payment.id)).toMatchObject({ status: 'succeeded', amount, currency });
  });

  test('what cannot be expressed is refused without asking', async () => {
    expect(await failure(create({ currency: 'KWD', amount: 12_345 }))).toMatchObject({
      kind: 'rejected',
      code: 'AMOUNT_NOT_A_MULTIPLE',
    });
    expect(fake.requests).toEqual([]);
  });
});

describe('connected accounts', () => {
  const account = connectedAccount(fake);

  test('a direct charge with our fee, which a refund returns in proportion', async () => {
    const payment = await paid('4242424242424242', { account, applicationFee: 648 });
    expect(fake.requests[0]).toMatchObject({ account, params: { application_fee_amount: '648' } });
    expect(await look(payment.id, account)).toMatchObject({ status: 'succeeded' });
    await provider.refund({
      providerPaymentId: payment.id,
      account,
      amount: 12_955,
      currency: 'EUR',
      applicationFee: 648,
      idempotencyKey: 'half',
    });
    expect(fake.requests.at(-1)?.params['refund_application_fee']).toBe('true');
    expect(fake.state.payments.get(payment.id)?.feeRefunded).toBe(324);
  });

  test('without a fee nothing is said of it', async () => {
    const payment = await paid('4242424242424242', { account, applicationFee: 0 });
    await provider.refund({
      providerPaymentId: payment.id,
      account,
      amount: 100,
      currency: 'EUR',
      applicationFee: 0,
      idempotencyKey: 'no-fee',
    });
    for (const { params } of fake.requests) {
      expect(params).not.toHaveProperty('application_fee_amount');
      expect(params).not.toHaveProperty('refund_application_fee');
    }
  });

  test('the payments of one account are not there for another', async () => {
    const payment = await paid('4242424242424242', { account });
    const other = connectedAccount(fake);
    for (const stranger of [null, other, 'acct_unknown']) {
      expect(await failure(look(payment.id, stranger))).toMatchObject({ kind: 'rejected' });
      expect(
        await failure(provider.cancel({ providerPaymentId: payment.id, account: stranger })),
      ).toMatchObject({ kind: 'rejected' });
    }
  });
});

test('connecting an account, and going on with it', async () => {
  const { connect } = providerAt(fake, { connect: true });
  const input = {
    idempotencyKey: 'c-1',
    account: null,
    email: 'nuria@example.com',
    country: null,
    returnUrl: 'http://shop.example/account/payment',
    refreshUrl: 'http://shop.example/account/payment?resume=1',
  };
  const begun = await connect?.begin(input);
  const again = await connect?.begin(input);
  expect(again?.account).toBe(begun?.account);
  expect(fake.requests[0]?.params).toEqual({
    email: 'nuria@example.com',
    'controller[fees][payer]': 'account',
    'controller[losses][payments]': 'stripe',
    'controller[requirement_collection]': 'stripe',
    'controller[stripe_dashboard][type]': 'full',
  });
  const account = begun?.account ?? '';
  expect(await connect?.lookUp({ account })).toEqual({
    account,
    chargesEnabled: false,
    payoutsEnabled: false,
    detailsSubmitted: false,
  });
  const page = await fetch(begun?.url ?? '', { method: 'POST', redirect: 'manual' });
  expect(page.headers.get('location')).toBe(input.returnUrl);
  expect(await connect?.lookUp({ account })).toMatchObject({ chargesEnabled: true, detailsSubmitted: true });
  expect(providerAt(fake).connect).toBeNull();
});

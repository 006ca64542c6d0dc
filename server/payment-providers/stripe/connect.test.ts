import { listAuditEntries } from '@entrada/contract/insight/audit-log';
import { connectPayments, getPaymentConnection } from '@entrada/contract/sales/payment-connections';
import { createRefund } from '@entrada/contract/sales/refunds';
import { expect, test, vi } from 'vitest';
import { buildUserIn } from '../../accounts/factory.ts';
import { findPaymentByProviderId } from '../../sales/payments/queries.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useStripeShop } from '../../test/payments/stripe-shop.ts';
import { visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const shopping = await useStripeShop({ connect: true, applicationFeePercent: '2.5' });
const { app, db, fake, paidShop, begin, confirm, show, untilBadge, settled } = shopping;
keepInvariants(db);

const connection = async (token: string) =>
  (await app.as({ token }).call(getPaymentConnection, {})).body.data;
const connect = (token: string) => app.as({ token }).call(connectPayments, {});
const accountOf = async (accountId: number) =>
  db.selectFrom('payment_connections').selectAll().where('account_id', '=', accountId).executeTakeFirst();
const audits = async (accountId: number) =>
  (
    await db
      .selectFrom('audit_entries')
      .select('action')
      .where('account_id', '=', accountId)
      .where('target_type', '=', 'payment_connection')
      .orderBy('id')
      .execute()
  ).map((row) => row.action);

/** A shop whose organizer has finished Stripe's onboarding. */
async function connectedShop(change: Parameters<typeof paidShop>[0] = {}) {
  const shop = await paidShop(change);
  const begun = await connect(shop.token);
  await fetch(begun.body.data.url, { method: 'POST', redirect: 'manual' });
  await settled();
  const account = (await accountOf(shop.accountId))?.provider_account ?? '';
  return { ...shop, account };
}

test('from nothing to an account that can charge, and back to the page', async () => {
  const shop = await paidShop();
  expect(await connection(shop.token)).toEqual({
    provider: 'stripe',
    mode: 'connect',
    status: 'not_connected',
    account: null,
    chargesEnabled: false,
    payoutsEnabled: false,
    detailsSubmitted: false,
    applicationFeePercent: '2.5',
    isTestMode: true,
  });
  const begun = await connect(shop.token);
  expect(begun.status).toBe(200);
  const again = await connect(shop.token);
  expect(again.status).toBe(200);
  const account = (await accountOf(shop.accountId))?.provider_account;
  expect(await connection(shop.token)).toMatchObject({ status: 'incomplete', account });
  const back = await fetch(again.body.data.url, { method: 'POST', redirect: 'manual' });
  expect(back.headers.get('location')).toBe(`${app.config.baseUrl}/account/payment`);
  expect(await connection(shop.token)).toMatchObject({
    status: 'connected',
    account,
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
  });
  expect(fake.requests.filter((request) => request.operation === 'createAccount')).toHaveLength(1);
  expect(await audits(shop.accountId)).toEqual([
    'payments.connection_begun',
    'payments.account_opened',
    'payments.connection_changed',
  ]);
  // The page of payments shows them as the history of the account's connection.
  const query = { kind: 'payment_connection', record: String(shop.accountId) } as const;
  const { data } = (await app.as(shop).call(listAuditEntries, { query })).body;
  expect(data.map(({ action }) => action).toReversed()).toEqual(await audits(shop.accountId));
});

test.each(['disconnect_before', 'disconnect_after', 'status_429'] as const)(
  'an account is opened once although the first call was lost: %s',
  async (fault) => {
    const shop = await paidShop();
    const before = fake.state.accounts.size;
    fake.faults.add('createAccount', fault);
    expect((await connect(shop.token)).problem).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect((await connect(shop.token)).status).toBe(200);
    expect(fake.state.accounts.size - before).toBe(1);
  },
);

test('the webhook tells of an account, and of its end; the last word counts where Stripe does not answer', async () => {
  const shop = await connectedShop();
  expect(await accountOf(shop.accountId)).toMatchObject({ charges_enabled: true });
  fake.state.changeAccount(shop.account, { chargesEnabled: false });
  await settled();
  expect(await accountOf(shop.accountId)).toMatchObject({ charges_enabled: false, payouts_enabled: true });
  fake.faults.add('lookUpAccount', 'disconnect_before');
  expect(await connection(shop.token)).toMatchObject({ status: 'incomplete', payoutsEnabled: true });
  const held = visitor(app);
  fake.state.changeAccount(shop.account, { chargesEnabled: true });
  await settled();
  const shortId = await shopping.heldBy(held, shop);
  fake.state.accounts.delete(shop.account);
  expect(await connection(shop.token)).toMatchObject({ status: 'incomplete', detailsSubmitted: false });
  expect((await shopping.start(held, shortId)).problem.code).toBe('PAYMENTS_NOT_SET_UP');
  expect((await connect(shop.token)).problem.code).toBe('UNAVAILABLE');
  expect(await connection(shop.token)).toMatchObject({ status: 'not_connected', account: null });
  expect((await connect(shop.token)).status).toBe(200);
  expect((await accountOf(shop.accountId))?.provider_account).not.toBe(shop.account);
  expect(await audits(shop.accountId)).toContain('payments.account_gone');
});

test('a direct charge keeps the fee, is completed by the webhook of that account, and is refunded with it', async () => {
  const shop = await connectedShop({ amount: 3333 });
  const client = visitor(app);
  const { shortId, ...started } = await begin(client, shop);
  expect(started.account).toBe(shop.account);
  // 2.5 % of 33.33 is 0.83325.
  expect(shopping.intentOf(shortId)).toMatchObject({
    account: shop.account,
    amount: 3333,
    applicationFee: 83,
  });
  await confirm(started);
  await untilBadge(client, shortId, 'COMPLETED');
  await settled();
  expect((await show(client, shortId)).payment?.status).toBe('succeeded');
  const payment = await findPaymentByProviderId(db, 'stripe', shopping.intentOf(shortId).id);
  expect(payment).toMatchObject({ providerAccount: shop.account, applicationFee: 83 });

  const refunded = await app.as({ token: shop.token }).call(createRefund, {
    params: { eventId: String(shop.eventId), orderId: String(payment?.orderId) },
    body: { amount: 3333, cancel: false, notify: false, note: '' },
  });
  expect(refunded.problem).toMatchObject({ data: {} });
  await untilBadge(client, shortId, 'REFUNDED');
  await settled();
  expect(shopping.intentOf(shortId)).toMatchObject({ refunded: 3333, feeRefunded: 83 });
});

test.each([
  // 2.5 % of 12.340 is 0.3085, and the networks carry two decimals.
  ['KWD', 12_340, 310],
  // 2.5 % of 5,020 is 125.5.
  ['JPY', 5020, 126],
])('the fee in %s is what can be sent', async (currency, amount, fee) => {
  const shop = await connectedShop({ currency, amount });
  const { shortId } = await begin(visitor(app), shop);
  expect(shopping.intentOf(shortId)).toMatchObject({ applicationFee: fee });
});

test('a refusal of Stripe ends the attempt, and the next one is another payment', async () => {
  const shop = await connectedShop();
  const client = visitor(app);
  const shortId = await shopping.heldBy(client, shop);
  const known = fake.state.accounts.get(shop.account);
  if (!known) throw new Error('The account is gone');
  // Stripe has stopped the account, and Entrada does not know it yet.
  fake.state.accounts.set(shop.account, { ...known, chargesEnabled: false });
  expect((await shopping.start(client, shortId)).problem.code).toBe('PAYMENT_FAILED');
  expect(await show(client, shortId)).toMatchObject({ badge: 'PAYMENT_FAILED', step: 'payment' });
  fake.state.accounts.set(shop.account, known);
  const started = await shopping.start(client, shortId);
  await confirm(started.body.data);
  await untilBadge(client, shortId, 'COMPLETED');
});

test('organizers and strangers neither see nor change it', async () => {
  const shop = await paidShop();
  const organizer = await buildUserIn(db, shop.accountId, 'organizer');
  expect((await connect(organizer.token)).status).toBe(403);
  expect((await app.as({ token: organizer.token }).call(getPaymentConnection, {})).status).toBe(403);
  expect((await app.as().call(getPaymentConnection, {})).status).toBe(401);
});

test('with the test bank, or an account of the installation, there is nothing to connect', async () => {
  const own = await buildTestApp({ database: app.database });
  const shop = await paidShop();
  const client = own.as({ token: shop.token });
  expect((await client.call(getPaymentConnection, {})).body.data).toEqual({
    provider: 'test_bank',
    mode: 'own',
    status: 'connected',
    account: null,
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
    applicationFeePercent: null,
    isTestMode: true,
  });
  expect((await client.call(connectPayments, {})).problem.code).toBe('PAYMENTS_NOT_SET_UP');
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { mayHaveHappened, type ProviderError } from '../port.ts';
import { startTestBankDeliveries } from './deliveries.ts';
import type { BankFault } from './faults.ts';
import { createTestBankProvider } from './provider.ts';
import { failure, useRunningBank } from './running-bank.ts';

const { pool } = await useTestDatabase();
const {
  provider,
  secret,
  faults,
  mischief,
  received,
  control,
  deliveries,
  deliveryOptions,
  newKey,
  create,
  paid,
  told,
} = await useRunningBank(pool);

describe('refunds', () => {
  const refund = (id: string, amount: number, idempotencyKey = newKey()) =>
    provider.refund({ providerPaymentId: id, account: null, amount, idempotencyKey });

  test('in parts, with a key, never above what was paid', async () => {
    const { id } = await paid();
    const key = newKey();
    const first = await refund(id, 10000, key);
    expect(first).toMatchObject({ status: 'succeeded', amount: 10000, paymentId: id });
    expect(await refund(id, 10000, key)).toEqual(first);
    expect(await failure(refund(id, 5000, key))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await failure(refund(id, 15911))).toMatchObject({
      kind: 'rejected',
      code: 'REFUND_EXCEEDS_PAYMENT',
    });
    await refund(id, 15910);
    expect((await provider.lookUp({ providerPaymentId: id, account: null })).refunded).toBe(25910);
    expect(await failure(refund((await create()).id, 100))).toMatchObject({ code: 'PAYMENT_NOT_REFUNDABLE' });
  });

  test('20 at once give back no more than was paid', async () => {
    const { id } = await paid();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => refund(id, 10000)));
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBe(2);
  });

  test.each([
    ['4000000000007726', 'pending', 'succeeded', 500],
    ['4000000000005126', 'succeeded', 'failed', 0],
  ])('%s: %s, later %s', async (number, first, last, refunded) => {
    const { id } = await paid(number);
    const made = await refund(id, 500);
    expect(made.status).toBe(first);
    await expect.poll(() => told({ id })).toContain(`refund.${last}`);
    const found = await provider.lookUpRefund({ providerRefundId: made.id, account: null });
    expect(found.status).toBe(last);
    expect((await provider.lookUp({ providerPaymentId: id, account: null })).refunded).toBe(refunded);
  });
});

describe('deliveries', () => {
  test('are repeated until accepted', async () => {
    control.refusals = 3;
    const payment = await paid();
    await expect.poll(() => told(payment), { timeout: 10_000 }).toEqual(['payment.succeeded']);
    expect(control.refusals).toBe(0);
    await expect
      .poll(
        async () =>
          (await pool.query('select 1 from test_bank.deliveries where next_attempt_at is not null')).rowCount,
      )
      .toBe(0);
  });

  test('come twice, late or never when told to', async () => {
    Object.assign(mischief, { seed: 'a', duplicate: 1 });
    const doubled = await paid();
    await expect.poll(() => told(doubled)).toEqual(['payment.succeeded', 'payment.succeeded']);
    const ids = received.flatMap(({ result }) =>
      result.ok && result.event.providerPaymentId === doubled.id ? [result.event.eventId] : [],
    );
    expect(new Set(ids).size).toBe(1);
    Object.assign(mischief, { drop: 1 });
    const dropped = await paid();
    const { rows } = await pool.query('select id from test_bank.events where payment_id = $1', [dropped.id]);
    expect(rows.length).toBe(1);
    await new Promise((done) => setTimeout(done, 250));
    expect(told(dropped)).toEqual([]);
  });

  test('go on after a restart, once each with two processes', async () => {
    await deliveries.stop();
    received.length = 0;
    await Promise.all(Array.from({ length: 30 }, () => paid()));
    expect(received).toEqual([]);
    const both = [startTestBankDeliveries(deliveryOptions), startTestBankDeliveries(deliveryOptions)];
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(30);
    await Promise.all(both.map(({ stop }) => stop()));
    expect(received.length).toBe(30);
  });
});

describe('faults', () => {
  const cases: [BankFault, ProviderError['kind'], boolean][] = [
    ['timeout_before', 'timeout', false],
    ['timeout_after', 'timeout', true],
    ['disconnect_before', 'unknown', false],
    ['disconnect_after', 'unknown', true],
    ['status_500_before', 'unknown', false],
    ['status_500_after', 'unknown', true],
    ['status_429', 'unavailable', false],
  ];

  test.each(cases)(
    '%s is told as %s, and the same key repeats the call safely',
    async (fault, kind, happened) => {
      const { id } = await paid();
      const refund = { providerPaymentId: id, account: null, amount: 100, idempotencyKey: newKey() };
      faults.add('refund', fault);
      const error = await failure(provider.refund(refund));
      expect(error.kind).toBe(kind);
      expect(mayHaveHappened(error)).toBe(kind !== 'unavailable');
      const look = () => provider.lookUp({ providerPaymentId: id, account: null });
      expect((await look()).refunded).toBe(happened ? 100 : 0);
      await provider.refund(refund);
      expect((await look()).refunded).toBe(100);
    },
  );

  test('a bank that is not there has done nothing', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => free.once('listening', done));
    const { port } = free.address() as AddressInfo;
    await new Promise((done) => free.close(done));
    const nowhere = createTestBankProvider({ baseUrl: `http://127.0.0.1:${port}`, secret });
    const error = await failure(nowhere.lookUp({ providerPaymentId: 'x', account: null }));
    expect([error.kind, mayHaveHappened(error)]).toEqual(['unavailable', false]);
  });
});

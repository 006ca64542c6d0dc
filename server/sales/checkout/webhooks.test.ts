import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { deriveKeys, SIGNATURE_HEADER, signWebhook } from '../../payment-providers/test-bank/signature.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { usePayingApp } from '../../test/payments/paying.ts';
import { TEST_SECRET } from '../../test/secret.ts';
import { visitor } from '../../test/shop.ts';
import { sweepHolds } from '../reservations/jobs.ts';

vi.setConfig({ testTimeout: 30_000 });
const { app, db, paidShop, show, refresh, confirm, begin } = await usePayingApp();
keepInvariants(db);

describe('webhooks', () => {
  const post = (body: string, headers: Record<string, string>) =>
    app.app.inject({
      method: 'POST',
      url: '/api/public/webhooks/test_bank',
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });
  const signed = (body: string, now = new Date()) => ({
    [SIGNATURE_HEADER]: signWebhook({ key: deriveKeys(TEST_SECRET).webhook, rawBody: body, now }),
  });
  const event = (id: string, paymentId: string, account: string | null = null) =>
    JSON.stringify({
      id,
      type: 'payment.succeeded',
      account,
      createdAt: new Date().toISOString(),
      data: { payment: { id: paymentId }, refund: null },
    });
  const outcomeOf = async (eventId: string) => {
    await app.runJobs();
    return (
      await db
        .selectFrom('webhook_inbox')
        .select('outcome')
        .where('event_id', '=', eventId)
        .executeTakeFirst()
    )?.outcome;
  };

  test('the sweep repeats a webhook whose tries are used up', async () => {
    const body = event('evt_lost', 'pay_nobody_knows');
    expect((await post(body, signed(body))).statusCode).toBe(200);
    await sql`delete from graphile_worker._private_jobs where key like 'webhook:%'`.execute(db);
    await sql`update app.webhook_inbox set received_at = app.now() - interval '1 day' where event_id = 'evt_lost'`.execute(
      db,
    );
    expect(await outcomeOf('evt_lost')).toBeNull();
    await sweepHolds(app.jobCtx);
    expect(await outcomeOf('evt_lost')).toBe('payment_not_at_provider');
  });

  test('a webhook that ended its process at every try is parked, one that met an error is tried again', async () => {
    const used = async (eventId: string, error: string | null) => {
      const body = event(eventId, 'pay_nobody_knows');
      expect((await post(body, signed(body))).statusCode).toBe(200);
      await sql`update graphile_worker._private_jobs set attempts = max_attempts, locked_at = null, last_error = ${error}
        where key = 'webhook:' || (select id from app.webhook_inbox where event_id = ${eventId})`.execute(db);
      await sql`update app.webhook_inbox set received_at = app.now() - interval '1 day' where event_id = ${eventId}`.execute(
        db,
      );
    };
    await used('evt_deadly', null);
    await used('evt_refused', 'The provider is away');
    await sweepHolds(app.jobCtx);
    expect(await outcomeOf('evt_deadly')).toBe('process_ended');
    expect(await outcomeOf('evt_refused')).toBe('payment_not_at_provider');
  });

  test('unsigned, forged, changed and old ones are refused and leave no trace', async () => {
    const body = event('evt_forged', 'pay_x');
    const other = { [SIGNATURE_HEADER]: signWebhook({ key: 'guess', rawBody: body, now: new Date() }) };
    const refused = [
      await post(body, {}),
      await post(body, other),
      await post(`${body} `, signed(body)),
      await post(body, signed(body, new Date(Date.now() - 3_600_000))),
      await post('not json', signed('not json')),
      await post('', signed('')),
    ];
    expect(refused.map((reply) => reply.statusCode)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(refused[0]?.json()).toMatchObject({ code: 'MALFORMED_REQUEST' });
    const kept = await db
      .selectFrom('webhook_inbox')
      .select('id')
      .where('event_id', '=', 'evt_forged')
      .execute();
    expect(kept).toEqual([]);
    const elsewhere = await app.app.inject({
      method: 'POST',
      url: '/api/public/webhooks/stripe',
      payload: body,
      headers: signed(body),
    });
    expect(elsewhere.statusCode).toBe(404);
  });

  test('the same event ten times is kept once; a claim that the bank does not confirm does nothing', async () => {
    const client = visitor(app);
    const { shortId } = await begin(await paidShop(), client);
    const payment = await db
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select('p.provider_payment_id')
      .where('o.short_id', '=', shortId)
      .executeTakeFirstOrThrow();
    const body = event('evt_premature', payment.provider_payment_id ?? '');
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(body, signed(body))));
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
    expect(await outcomeOf('evt_premature')).toBe('unchanged');
    expect((await show(client, shortId)).step).toBe('payment');
    const kept = await db
      .selectFrom('webhook_inbox')
      .select('id')
      .where('event_id', '=', 'evt_premature')
      .execute();
    expect(kept).toHaveLength(1);
  });

  test('another account, an unknown payment and another amount are parked', async () => {
    const client = visitor(app);
    const { shortId, ...started } = await begin(await paidShop(), client);
    const payment = await db
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select(['p.id', 'p.provider_payment_id as at'])
      .where('o.short_id', '=', shortId)
      .executeTakeFirstOrThrow();
    const foreign = event('evt_foreign', payment.at ?? '', 'acct_b');
    await post(foreign, signed(foreign));
    expect(await outcomeOf('evt_foreign')).toBe('account_mismatch');
    const unknown = event('evt_unknown', 'pay_nobody');
    await post(unknown, signed(unknown));
    expect(await outcomeOf('evt_unknown')).toBe('payment_not_at_provider');

    await sql`update test_bank.payments set amount = 1 where id = ${payment.at}`.execute(db);
    await confirm(started, '4242424242424242');
    const cheap = event('evt_cheap', payment.at ?? '');
    await post(cheap, signed(cheap));
    expect(await outcomeOf('evt_cheap')).toBe('mismatch');
    expect((await refresh(client, shortId)).step).toBe('payment');
    await sql`update test_bank.payments set amount = 2500 where id = ${payment.at}`.execute(db);
    expect((await refresh(client, shortId)).badge).toBe('COMPLETED');
  });
});

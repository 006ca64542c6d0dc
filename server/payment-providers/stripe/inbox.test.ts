import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { sweepHolds } from '../../sales/reservations/jobs.ts';
import { signatureOf } from '../../test/fake-stripe/deliveries.ts';
import { FAKE_KEYS } from '../../test/fake-stripe/server.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { connectedAccount } from '../../test/payments/stripe.ts';
import { useStripeShop } from '../../test/payments/stripe-shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, fake, paidShop, webhookUrl } = await useStripeShop({ connect: true });
keepInvariants(db);

const tell = async (event: object) => {
  const body = JSON.stringify({ livemode: false, created: Math.floor(Date.now() / 1000), ...event });
  const signature = signatureOf(body, FAKE_KEYS.connectWebhook, new Date());
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(webhookUrl, { method: 'POST', headers, body })).status;
};
const keptOf = (eventId: string) =>
  db.selectFrom('webhook_inbox').selectAll().where('event_id', '=', eventId).executeTakeFirstOrThrow();

test('an event is kept whatever a name in it is made of', async () => {
  const object = { id: 'pi_x', object: 'payment_intent', description: 'NUL \0 and half a smile \ud83d.' };
  expect(await tell({ id: 'evt_odd', type: 'payment_intent.created', data: { object } })).toBe(200);
  const { payload } = await keptOf('evt_odd');
  expect(payload).toMatchObject({
    body: { data: { object: { id: 'pi_x', description: 'NUL \ufffd and half a smile \ufffd.' } } },
  });
  await app.runJobs();
  expect((await keptOf('evt_odd')).outcome).toBe('payment_not_at_provider');
});

test('one about an account whose tries are used up is taken up again for that account', async () => {
  const shop = await paidShop();
  const account = connectedAccount(fake);
  await db
    .insertInto('payment_connections')
    .values({
      account_id: shop.accountId,
      provider: 'stripe',
      idempotency_key: `connection:${shop.accountId}`,
      email: 'owner@example.com',
      provider_account: account,
      charges_enabled: true,
    })
    .execute();
  const url = fake.control.webhookUrl;
  fake.control.webhookUrl = null;
  fake.state.changeAccount(account, { chargesEnabled: false });
  fake.control.webhookUrl = url;
  const object = { id: account, object: 'account' };
  expect(await tell({ id: 'evt_account', type: 'account.updated', account, data: { object } })).toBe(200);
  await sql`delete from graphile_worker._private_jobs where key like 'webhook:%'`.execute(db);
  await sql`update app.webhook_inbox set received_at = app.now() - interval '1 day' where event_id = 'evt_account'`.execute(
    db,
  );
  await sweepHolds(app.jobCtx);
  await app.runJobs();
  expect((await keptOf('evt_account')).outcome).toBe('applied');
  const connection = db.selectFrom('payment_connections').select('charges_enabled');
  expect(await connection.where('account_id', '=', shop.accountId).executeTakeFirst()).toEqual({
    charges_enabled: false,
  });
});

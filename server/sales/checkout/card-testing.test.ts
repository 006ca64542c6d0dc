import { expect, test } from 'vitest';
import { usePayingApp } from '../../test/payments/paying.ts';
import { proofHeaders } from '../../test/proof.ts';

const { app, paidShop, heldWithDetails, start, begin, confirm } = await usePayingApp();

const DECLINED = '4000000000000002';

test('of two hundred stolen cards few are tried from one address, and nobody else is held up', async () => {
  const shop = await paidShop(300);
  const thief = app.as();
  let tried = 0;
  let refused = null;
  while (tried < 200 && refused === null) {
    // Each order comes from another address, so that only the payments can reach a limit.
    const shortId = await heldWithDetails(shop, app.as());
    const started = await start(thief, shortId);
    if (started.status !== 200) {
      refused = { reply: started, shortId };
      break;
    }
    for (let card = 0; card < 5; card += 1) {
      await confirm(started.body.data, DECLINED);
      tried += 1;
    }
    // The page of an open payment may be loaded again.
  }
  expect(refused?.reply.problem.code).toBe('PROOF_REQUIRED');
  // An address may open ten payments an hour. The bank ends each payment after five refused cards.
  expect(tried).toBe(50);
  const buyer = app.as();
  const paid = await begin(shop, buyer);
  expect((await confirm(paid, '4242424242424242')).status).toBe('succeeded');
  // An honest buyer behind the same address can continue with a proof of work of about a second.
  if (!refused) throw new Error('never refused');
  const headers = await proofHeaders(refused.reply);
  const repeated = await start(thief, refused.shortId, headers);
  expect(repeated.status).toBe(200);
});

test('looking at the payment page again counts nothing', async () => {
  const shop = await paidShop();
  const client = app.as();
  const { shortId, clientToken } = await begin(shop, client);
  for (let view = 0; view < 20; view += 1) {
    const again = await start(client, shortId);
    expect([again.status, again.body.data.clientToken]).toEqual([200, clientToken]);
  }
  const neighbour = app.as({ address: client.address });
  expect((await begin(shop, neighbour)).shortId).not.toBe(shortId);
});

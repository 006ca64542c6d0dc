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
    // Orders come from anywhere, so that nothing but the payments is in the way.
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
    // The page of a payment that is under way may be looked at again.
  }
  expect(refused?.reply.problem.code).toBe('PROOF_REQUIRED');
  // Ten payments an hour, of which the bank ends each after five refused cards.
  expect(tried).toBe(50);
  const buyer = app.as();
  const paid = await begin(shop, buyer);
  expect((await confirm(paid, '4242424242424242')).status).toBe('succeeded');
  // Somebody honest behind the same address goes on with a second of work.
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

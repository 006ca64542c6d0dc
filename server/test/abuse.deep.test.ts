import { register } from '@entrada/contract/accounts/accounts';
import { getPublicEvent, validatePromoCode } from '@entrada/contract/catalog/shop';
import { saveOrderDetails } from '@entrada/contract/sales/checkout';
import { describe, expect, test } from 'vitest';
import { buildPromoCode } from '../catalog/tickets/factory.ts';
import { buildTestApp, type Client, type Reply, type TestApp } from './app.ts';
import { IS_DEEP } from './deep.ts';
import { proofHeaders } from './proof.ts';
import { buildShop, detailsAs, reserveAs, stockOf } from './shop.ts';

const app = await buildTestApp();
/** Only the limit on held places applies here, because the rate limit is very high. */
const unpaced = await buildTestApp({ config: { rateLimits: { reserve: { points: 1e6, seconds: 60 } } } });
const strict = await buildTestApp({
  config: {
    rateLimits: {
      reserve: { points: 3, seconds: 60 },
      'reserve-hard': { points: 6, seconds: 60 },
      'details-hard': { points: 3, seconds: 60 },
    },
  },
});

let networks = 0;
/** One address that many browsers share. */
const network = () => {
  networks += 1;
  return `172.16.${networks >> 8}.${networks & 255}`;
};

/** A separate browser behind a shared address. */
const browser = (at: TestApp, address: string): Client => at.as({ address });

const codes = (replies: Reply<unknown>[]) =>
  replies.map(({ status, problem }) => (status < 300 ? status : problem.code));

const times = <T>(n: number, run: (round: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, round) => run(round)));

describe('reservations from one address', () => {
  test('ask for proof beyond the limit; with it they go through, once for each proof', async () => {
    const shop = await buildShop(strict.db, { ticket: { quantity: 100 } });
    const address = network();
    const items = [{ priceId: shop.priceId, quantity: 1 }];
    const take = (headers: Record<string, string> = {}) =>
      reserveAs(browser(strict, address), shop.eventId, items, { headers });
    const replies = [await take(), await take(), await take(), await take()];
    expect(codes(replies)).toEqual([201, 201, 201, 'PROOF_REQUIRED']);
    const [, , , asked] = replies;
    if (!asked) throw new Error('no reply');
    expect(asked.status).toBe(429);
    expect(Number(asked.headers['retry-after'])).toBeGreaterThan(0);
    const headers = await proofHeaders(asked);
    expect((await take(headers)).status).toBe(201);
    expect((await take(headers)).problem.code).toBe('PROOF_REQUIRED');
    // Six calls were counted. Beyond the hard limit a proof does not help.
    const late = await take(await proofHeaders(asked));
    expect([late.status, late.problem.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await reserveAs(strict.as(), shop.eventId, items)).status).toBe(201);
  });

  test('a proof counts for the address that was asked, and for reservations only', async () => {
    const shop = await buildShop(strict.db, { ticket: { quantity: 100 } });
    const items = [{ priceId: shop.priceId, quantity: 1 }];
    const [here, there] = [network(), network()];
    const fill = async (address: string) => {
      const replies = [];
      for (let round = 0; round < 4; round += 1)
        replies.push(await reserveAs(browser(strict, address), shop.eventId, items));
      const asked = replies.at(-1);
      if (!asked) throw new Error('no reply');
      return asked;
    };
    const headers = await proofHeaders(await fill(here));
    await fill(there);
    const reply = await reserveAs(browser(strict, there), shop.eventId, items, { headers });
    expect(reply.problem.code).toBe('PROOF_REQUIRED');
    expect((await reserveAs(browser(strict, here), shop.eventId, items, { headers })).status).toBe(201);
  });

  test('five hundred bots at ten addresses hold at most twenty places from each, and everybody else the rest', async () => {
    const shop = await buildShop(unpaced.db, { ticket: { quantity: 1000, maxPerOrder: 10 } });
    const addresses = Array.from({ length: 8 }, network);
    // Two households with IPv6: each of their bots has an address of its own in the same /64.
    const addressOf = (bot: number) =>
      addresses[bot % 10] ?? `2001:db8:0:${bot % 10}::${(bot + 1).toString(16)}`;
    const bots = await times(500, (bot) =>
      reserveAs(browser(unpaced, addressOf(bot)), shop.eventId, [
        { priceId: shop.priceId, quantity: (bot % 7) + 1 },
      ]),
    );
    expect(new Set(codes(bots))).toEqual(new Set([201, 'PROOF_REQUIRED']));
    const { reserved } = await stockOf(unpaced.db, shop.counterId);
    expect(reserved).toBeLessThanOrEqual(200);
    expect(reserved).toBeGreaterThan(100);
    const others = await times(79, () =>
      reserveAs(unpaced.as(), shop.eventId, [{ priceId: shop.priceId, quantity: 10 }]),
    );
    expect(new Set(codes(others))).toEqual(new Set([201]));
    // An honest buyer on the network of bots pays with a second of work.
    const asked = bots.findIndex(({ status }) => status !== 201);
    const refused = bots[asked];
    if (!refused) throw new Error('no bot was refused');
    const honest = await reserveAs(
      browser(unpaced, addressOf(asked)),
      shop.eventId,
      [{ priceId: shop.priceId, quantity: 10 }],
      { headers: await proofHeaders(refused) },
    );
    expect(honest.status).toBe(201);
  });

  test('a larger selection in place of a small one counts as what it adds', async () => {
    const shop = await buildShop(unpaced.db, { ticket: { quantity: 100, maxPerOrder: 10 } });
    const address = network();
    const browsers = Array.from({ length: 10 }, () => browser(unpaced, address));
    const all = async (quantity: number) =>
      codes(
        await Promise.all(
          browsers.map((one) => reserveAs(one, shop.eventId, [{ priceId: shop.priceId, quantity }])),
        ),
      );
    expect(new Set(await all(2))).toEqual(new Set([201]));
    expect(new Set(await all(1))).toEqual(new Set([201]));
    expect((await all(6)).filter((code) => code === 201)).toHaveLength(2);
    expect(await stockOf(unpaced.db, shop.counterId)).toMatchObject({ reserved: 20 });
  });
});

describe('mails to people whom a buyer names', () => {
  const mailing = (name: string, points: number) =>
    buildTestApp({ config: { rateLimits: { [name]: { points, seconds: 60 } } } });
  const people = (from: number, n: number) =>
    Array.from({ length: n }, (_, nth) => ({
      firstName: 'Win',
      lastName: 'Money',
      email: `stranger-${from + nth}@example.com`,
    }));
  const order = async (at: TestApp, address: string, guests: ReturnType<typeof people>, quantity: number) => {
    const shop = await buildShop(at.db, { ticket: { quantity: 100, maxPerOrder: 20 } });
    const client = browser(at, address);
    const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity }]);
    const { shortId, lines } = held.body.data;
    const [line] = lines;
    const [buyer] = guests;
    if (!line || !buyer) throw new Error('nothing was held');
    const body = {
      ...buyer,
      emailConfirmation: buyer.email,
      sendAllToBuyer: false,
      attendees: guests.slice(0, quantity).map((guest) => ({ ...guest, itemId: line.id })),
    };
    return (headers: Record<string, string> = {}) =>
      client.call(saveOrderDetails, { params: { orderShortId: shortId }, body }, { headers });
  };

  test('one address names so many people, and more with proof', async () => {
    const at = await mailing('ticket-mails', 12);
    const address = network();
    expect((await (await order(at, address, people(0, 10), 10))()).status).toBe(200);
    const second = await order(at, address, people(100, 10), 10);
    const asked = await second();
    expect([asked.status, asked.problem.code]).toEqual([429, 'PROOF_REQUIRED']);
    await at.runJobs();
    const sent = await at.db.selectFrom('mails').select('to_address').execute();
    expect(sent.filter(({ to_address }) => to_address.startsWith('stranger-10'))).toEqual([]);
    expect((await second(await proofHeaders(asked))).status).toBe(200);
    expect((await (await order(at, network(), people(200, 10), 10))()).status).toBe(200);
  });

  test('one person is named so often, wherever from, and the case of the letters makes no difference', async () => {
    const at = await mailing('ticket-mails-to', 3);
    const [victim] = people(300, 1);
    if (!victim) throw new Error('nobody');
    const name = async (email: string) => order(at, network(), [{ ...victim, email }], 1);
    for (const email of [victim.email, victim.email.toUpperCase(), victim.email])
      expect((await (await name(email))()).status).toBe(200);
    const fourth = await name(victim.email);
    const asked = await fourth();
    expect(asked.problem.code).toBe('PROOF_REQUIRED');
    expect((await fourth(await proofHeaders(asked))).status).toBe(200);
    expect((await (await name('somebody-else@example.com'))()).status).toBe(200);
  });
});

test('details of orders are saved only so often from one address, whichever orders they are', async () => {
  const shop = await buildShop(strict.db, { ticket: { type: 'paid', amount: 1000, quantity: 100 } });
  const items = [{ priceId: shop.priceId, quantity: 1 }];
  const hold = async () => (await reserveAs(strict.as(), shop.eventId, items)).body.data.shortId;
  const [first, second] = [await hold(), await hold()];
  const address = network();
  const save = (shortId: string) => detailsAs(browser(strict, address), shortId);
  const replies = [await save(first), await save(first), await save(second), await save(second)];
  expect(codes(replies)).toEqual([200, 200, 200, 'RATE_LIMITED']);
  expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await detailsAs(strict.as(), second)).status).toBe(200);
});

describe('guessing promo codes', () => {
  test('thousands of codes: twenty a minute are answered, and others are not held up', async () => {
    const shop = await buildShop(app.db);
    await buildPromoCode(app.db, { accountId: shop.accountId, eventId: shop.eventId, code: 'GOOD' });
    const address = network();
    const eventId = String(shop.eventId);
    let answered = 0;
    for (let batch = 0; batch < (IS_DEEP ? 100 : 10); batch += 1) {
      const replies = await times(100, (n) =>
        browser(app, address).call(validatePromoCode, { params: { eventId, code: `GUESS${batch}-${n}` } }),
      );
      answered += replies.filter(({ status }) => status === 200).length;
      expect(replies.every(({ status, problem }) => status === 200 || problem.code === 'RATE_LIMITED')).toBe(
        true,
      );
    }
    // The one-minute count may start again while so many calls are sent.
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThanOrEqual(100);
    const other = await app.as().call(validatePromoCode, { params: { eventId, code: 'GOOD' } });
    expect(other.body.data.valid).toBe(true);
  });

  test('a reservation is no way around: after twenty wrong codes not even a good one is looked at', async () => {
    const shop = await buildShop(unpaced.db, { ticket: { quantity: 100 } });
    await buildPromoCode(unpaced.db, { accountId: shop.accountId, eventId: shop.eventId, code: 'GOOD' });
    const address = network();
    const items = [{ priceId: shop.priceId, quantity: 1 }];
    const guess = (promoCode: string) =>
      reserveAs(browser(unpaced, address), shop.eventId, items, { promoCode });
    expect((await guess('GOOD')).status).toBe(201);
    const replies = [];
    for (let n = 0; n < 20; n += 1) replies.push(await guess(`WRONG${n}`));
    expect(new Set(codes(replies))).toEqual(new Set(['PROMO_CODE_INVALID']));
    expect(codes([await guess('GOOD'), await guess('WRONG')])).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    expect((await reserveAs(browser(unpaced, address), shop.eventId, items)).status).toBe(201);
  });
});

test('a thousand registrations from one /64: five, then only with proof of work', async () => {
  const body = (n: number) => ({
    firstName: 'Bot',
    lastName: '',
    email: `bot-${n}@example.com`,
    password: 'a-good-password',
    passwordConfirmation: 'a-good-password',
    termsAgreed: true as const,
  });
  const replies = [];
  for (let n = 0; n < 1000; n += 1) {
    const client = app.as({ address: `2001:db8:0:7::${(n + 1).toString(16)}` });
    replies.push(await client.call(register, { body: body(n) }));
  }
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(5);
  expect(new Set(codes(replies.slice(5)))).toEqual(new Set(['PROOF_REQUIRED', 'RATE_LIMITED']));
});

test('reading public pages is limited for an address, not for others', async () => {
  const shop = await buildShop(app.db);
  const address = network();
  const params = { eventId: String(shop.eventId) };
  const replies = await times(320, () => browser(app, address).call(getPublicEvent, { params, query: {} }));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(300);
  expect((await app.as().call(getPublicEvent, { params, query: {} })).status).toBe(200);
});

import { DAY_MS } from '@entrada/contract/constants';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { getIssuedTicket, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { findTickets } from '@entrada/contract/sales/lost-tickets/find';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { mailsTo } from '../../accounts/mails-fixture.ts';
import type { TicketOverrides } from '../../catalog/tickets/factory.ts';
import { buildTestApp, type Client } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { proofHeaders } from '../../test/proof.ts';
import { BUYER, buildShop, detailsAs, reserveAs } from '../../test/shop.ts';
import { mailFoundTickets } from './service.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

let people = 0;
let lucia = BUYER;
beforeEach(() => {
  people += 1;
  lucia = { ...BUYER, email: `lucia-${people}@example.com` };
});

const ask = (email: string, client: Client = app.as(), headers: Record<string, string> = {}) =>
  client.call(findTickets, { body: { email } }, { headers });

/** The texts of the mails with links that an address got. */
const found = async (email: string) =>
  (await mailsTo(app, email)).filter(({ kind }) => kind === 'found_tickets').map(({ text }) => text);

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** A free order of one ticket for an event of its own. */
async function orderOf(
  buyer: typeof BUYER,
  title: string,
  startsAt = inDays(30),
  ticket: Partial<TicketOverrides> = {},
) {
  const shop = await buildShop(db, { event: { title }, ticket });
  const client = app.as();
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId, lines } = held.body.data;
  await detailsAs(client, shortId, buyer);
  // Nobody can buy for an event that is over, so it moves afterwards.
  await db
    .updateTable('events')
    .set({ starts_at: startsAt, ends_at: null })
    .where('id', '=', shop.eventId)
    .execute();
  return { shop, client, shortId, itemId: lines[0]?.id ?? 0 };
}

/** The organizer cancels an order. */
async function cancel({ shop, shortId }: Awaited<ReturnType<typeof orderOf>>) {
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow();
  const cancelled = await app.as({ token: shop.token }).call(cancelOrder, {
    params: { eventId: String(shop.eventId), orderId: String(orderId) },
    body: { notify: false },
  });
  expect(cancelled.status).toBe(200);
}

test('asking is the same work for every address until a job looks it up', async () => {
  await orderOf(lucia, 'Marea');
  await app.runJobs();
  const traces = [];
  for (const address of [lucia.email, 'nobody-at-all@example.com']) {
    const replies = [];
    // Something else of the application may take a connection meanwhile, but not each time.
    for (let n = 0; n < 3; n += 1) {
      const mark = vi.spyOn(app.database.pool, 'connect');
      const { status, body } = await ask(address);
      replies.push({ calls: mark.mock.calls.length, status, body });
      mark.mockRestore();
    }
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from app.mails where to_address = ${address} and kind = 'found_tickets'`.execute(
      db,
    );
    const calls = Math.min(...replies.map((reply) => reply.calls));
    traces.push({ ...replies[0], calls, left: rows[0]?.n });
  }
  expect(traces[0]).toEqual(traces[1]);
  expect(traces[0]).toMatchObject({ status: 204, left: 0 });
  expect(traces[0]?.calls).toBeGreaterThan(0);
  expect(await found('nobody-at-all@example.com')).toEqual([]);
  expect(await found(lucia.email)).toHaveLength(1);
});

test('the mail lists orders of all accounts, what comes next first, and says what is no longer valid', async () => {
  const later = await orderOf(lucia, 'Later', inDays(60));
  const sooner = await orderOf(lucia, 'Sooner', inDays(3));
  const past = await orderOf(lucia, 'A short time ago', inDays(-5));
  const longPast = await orderOf(lucia, 'Long ago', inDays(-40));
  const gone = await orderOf(lucia, 'Called off', inDays(10));
  await cancel(gone);
  // Not paid yet, so it is a hold.
  const held = await orderOf(lucia, 'Left', inDays(4), { type: 'paid', amount: 10_00 });

  await ask(lucia.email.toUpperCase());
  const [text = '', ...more] = await found(lucia.email);
  expect(more).toEqual([]);
  const at = [sooner, gone, later, past].map(({ shop, shortId }) =>
    text.indexOf(`/order/${shop.eventId}/${shortId}`),
  );
  expect(Math.min(...at)).toBeGreaterThan(0);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(text).toMatch(/Called off, .*Cancelado\n/);
  expect(text).not.toMatch(/Sooner, .*Cancelado\n/);
  expect(text).not.toContain(longPast.shortId);
  expect(text).not.toContain(held.shortId);
});

test('tickets of an event that is called off are named so, unless they were cancelled before', async () => {
  const off = await orderOf(lucia, 'Off', inDays(3));
  const gone = await orderOf(lucia, 'Gone', inDays(4));
  await cancel(gone);
  const both = [off.shop.eventId, gone.shop.eventId];
  await sql`update app.events set called_off_at = app.now() where id = any(${both})`.execute(db);
  await ask(lucia.email);
  const [text = ''] = await found(lucia.email);
  expect(text).toMatch(/Off, .*Evento cancelado\n/);
  expect(text).toMatch(/Gone, .* Cancelado\n/);
});

test('who has a ticket in the order of somebody else gets the link of the ticket, and not of the order', async () => {
  const shop = await buildShop(db);
  const client = app.as();
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  const { shortId, lines } = held.body.data;
  const itemId = lines[0]?.id ?? 0;
  const tomas = `tomas-${people}@example.com`;
  const attendees = [
    { ...lucia, itemId },
    { firstName: 'Tomás', lastName: 'Ruiz', email: tomas, itemId },
  ];
  await client.call(saveOrderDetails, {
    params: { orderShortId: shortId },
    body: { ...lucia, sendAllToBuyer: false, attendees },
  });
  await ask(tomas);
  const [text = ''] = await found(tomas);
  const [, attendeeShortId = ''] = new RegExp(`/ticket/${shop.eventId}/(a_[\\w-]+)`).exec(text) ?? [];
  const opened = await client.call(getIssuedTicket, { params: { attendeeShortId } });
  expect(opened.body.data.ticket).toMatchObject({ firstName: 'Tomás' });
  expect(text).not.toContain(shortId);
  expect(text.match(/\/ticket\//g)).toHaveLength(1);

  await ask(lucia.email);
  const [own = ''] = await found(lucia.email);
  expect(own).toContain(`/order/${shop.eventId}/${shortId}`);
  expect(own).not.toContain('/ticket/');
});

test('one address gets one mail in 15 minutes, however many ask, and another one later', async () => {
  await orderOf(lucia, 'Marea');
  await Promise.all([ask(lucia.email), ask(lucia.email), ask(lucia.email.toUpperCase())]);
  await app.runJobs();
  await Promise.all([mailFoundTickets({ db }, lucia.email), mailFoundTickets({ db }, lucia.email)]);
  expect(await found(lucia.email)).toHaveLength(1);
  try {
    // Just before and just after the time, wherever in its span the first mail was.
    await app.travel(890);
    await mailFoundTickets({ db }, lucia.email);
    expect(await found(lucia.email)).toHaveLength(1);
    await app.travel(910);
    await mailFoundTickets({ db }, lucia.email);
    expect(await found(lucia.email)).toHaveLength(2);
  } finally {
    await app.travel(0);
  }
});

test('the mail goes to the stored address and not to one that only looks equal', async () => {
  await orderOf({ ...BUYER, email: `kim-${people}@example.com` }, 'Marea');
  await mailFoundTickets({ db }, `\u212aim-${people}@example.com`);
  const { rows } = await sql<{ to: string }>`
    select to_address as to from app.mails where kind = 'found_tickets' and to_address like ${`%im-${people}@%`}`.execute(
    db,
  );
  expect(rows.every(({ to }) => to === `kim-${people}@example.com`)).toBe(true);
});

test('beyond a few requests from one address, or for one, a proof of work is asked for, known or not', async () => {
  const crowd = app.as();
  const asked = [];
  for (let n = 0; n < 11; n += 1) asked.push(await ask(`nobody-${people}-${n}@example.com`, crowd));
  expect(asked.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
  const last = asked.at(-1);
  if (!last) throw new Error('no reply');
  expect(last.problem.code).toBe('PROOF_REQUIRED');
  const email = `nobody-${people}-10@example.com`;
  expect((await ask(email, crowd, await proofHeaders(last))).status).toBe(204);

  for (const to of [`unknown-${people}@example.com`, lucia.email]) {
    const codes = [];
    for (let n = 0; n < 4; n += 1) {
      const reply = await ask(n % 2 === 0 ? to : to.toUpperCase());
      codes.push(reply.status === 204 ? 204 : reply.problem.code);
    }
    expect(codes).toEqual([204, 204, 204, 'PROOF_REQUIRED']);
  }
});

test('what is no address is refused', async () => {
  expect((await ask('nobody')).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'email', code: 'invalid_email' }],
  });
});

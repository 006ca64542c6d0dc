import { listAttendees } from '@entrada/contract/sales/attendees';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildSale, buildTicket } from '../../catalog/tickets/factory.ts';
import { inTransaction } from '../../db/client.ts';
import { findTotal } from '../../platform/lists/total.ts';
import { buildTestApp } from '../../test/app.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const me = app.as(owner);

async function buildCrowd(count: number) {
  const { accountId } = owner;
  const { eventId } = await buildEvent(app.db, { accountId });
  const ticket = await buildTicket(app.db, { accountId, eventId, quantity: null });
  const sale = await buildSale(app.db, { accountId, eventId, ...ticket });
  await sql`
    insert into app.attendees (account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference,
      first_name, last_name, email, locale, created_at)
    select ${accountId}, ${eventId}, ${sale.orderId}, ${sale.orderItemId}, ${ticket.ticketId}, ${ticket.priceId},
      'a_' || left(md5(random()::text), 22), 'ENT-' || ${eventId}::text || '-' || n, 'Ana',
      (array['Árbol', 'abad', 'Gil', 'Zas'])[1 + n % 4], 'a' || n || '@example.com', 'es',
      app.now() - make_interval(secs => n / 3)
    from generate_series(1, ${count}::int) n`.execute(app.db);
  return { eventId: String(eventId) };
}

test('a Chinese name is found as it is written, without its space', async () => {
  const params = await buildCrowd(1);
  await sql`update app.attendees set first_name = '小明', last_name = '王' where event_id = ${Number(params.eventId)}`.execute(
    app.db,
  );
  const find = async (query: string) =>
    (await me.call(listAttendees, { params, query: { query } })).body.data.map(({ lastName }) => lastName);
  expect(await find('王小明')).toEqual(['王']);
  expect(await find('小王')).toEqual([]);
});

test.each(['created_at', 'last_name', 'first_name', 'reference'])(
  'pages by %s are one after the other in both directions, from whichever end they are found',
  async (sortBy) => {
    const params = await buildCrowd(45);
    const walk = async (direction: string, query = '') => {
      const pages: number[][] = [];
      for (let page = 1; page <= 6; page += 1) {
        const reply = await me.call(listAttendees, {
          params,
          query: { page: String(page), per_page: '10', sort_by: sortBy, sort_direction: direction, query },
        });
        expect(reply.body.meta).toMatchObject({ total: 45, lastPage: 5, page });
        pages.push(reply.body.data.map((row) => row.id));
      }
      expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 10, 5, 0]);
      return pages.flat();
    };
    const up = await walk('asc');
    expect(new Set(up).size).toBe(45);
    expect(await walk('desc')).toEqual(up.toReversed());
    // A search collects its hits first and does not walk along the index.
    expect(await walk('asc', 'ana')).toEqual(up);
    const whole = await me.call(listAttendees, {
      params,
      query: { per_page: '100', sort_by: sortBy, sort_direction: 'asc' },
    });
    expect(whole.body.data.map((row) => row.id)).toEqual(up);
  },
);

test('a search that finds thousands is counted in full and keeps its order', async () => {
  const params = await buildCrowd(5200);
  const found = (page: string, query: string) =>
    me.call(listAttendees, { params, query: { page, per_page: '100', query } });
  expect((await found('1', 'example')).body.meta.total).toBe(5200);
  const plain = await found('52', '');
  const searched = await found('52', 'example');
  expect(searched.body.data).toEqual(plain.body.data);
  expect(searched.body.data).toHaveLength(100);
  expect((await found('1', 'abad')).body.meta.total).toBe(1300);
});

test('only large totals are kept, and none of a transaction', async () => {
  await sql`create sequence public.counted`.execute(app.db);
  const from = (base: number) => sql<{ n: number }>`select ${base} + nextval('public.counted') as n`;
  expect(await findTotal(app.db, from(0))).toBe(1);
  expect(await findTotal(app.db, from(0))).toBe(2);
  const slow = sql<{ n: number }>`select 20000 + nextval('public.counted') as n from pg_sleep(0.05)`;
  expect(await findTotal(app.db, slow)).toBe(20_003);
  expect(await findTotal(app.db, slow)).toBe(20_003);
  await inTransaction(app.db, async (tx) => {
    expect(await findTotal(tx, slow)).toBe(20_004);
    expect(await findTotal(tx, slow)).toBe(20_005);
  });
});

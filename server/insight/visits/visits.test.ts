import { COOKIES } from '@entrada/contract/constants';
import { getEventFigures } from '@entrada/contract/insight/figures';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { createVisitCounter } from './counter.ts';
import { forgetVisitors, readSalt } from './queries.ts';

const app = await buildTestApp();
const { db } = app;
const owner = await buildAccount(db);
const me = app.as(owner);
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** A process that serves pages and counts them. */
function aProcess() {
  let told = 0;
  const counter = createVisitCounter({
    db,
    log: { warn: (...said: unknown[]) => expect(said).toEqual([]) },
    tell: () => {
      told += 1;
    },
  });
  const pages = Fastify({ trustProxy: true });
  pages.get('/*', async (request) => {
    counter.see(request);
    return 'page';
  });
  const open = (url: string, { address = '203.0.113.9', ...headers }: Record<string, string> = {}) =>
    pages.inject({
      url,
      headers: { host: 'tickets.test', 'user-agent': BROWSER, 'x-forwarded-for': address, ...headers },
    });
  return { open, write: counter.write, told: () => told };
}

async function anEvent() {
  const { eventId } = await buildEvent(db, { accountId: owner.accountId });
  const read = async () =>
    (await me.call(getEventFigures, { params: { eventId: String(eventId) }, query: {} })).body.data;
  return { eventId, url: `/e/${eventId}/marea`, read };
}

test('views and visitors are counted by source, and by all processes together', async () => {
  const { url, read } = await anEvent();
  const [one, two] = [aProcess(), aProcess()];
  await one.open(url);
  await one.open(url);
  await two.open(url);
  await two.open(url, { address: '203.0.113.10', referer: 'https://www.instagram.com/p/1' });
  await two.open(`${url}?utm_source=news&utm_campaign=may`, { address: '203.0.113.11' });
  await Promise.all([one.write(), two.write()]);
  const { figures, sources, now, days } = await read();
  expect(figures).toMatchObject({ views: 5, visitors: 3 });
  expect(days).toHaveLength(1);
  expect(now.visitors).toBe(3);
  expect(
    sources.map(({ kind, name, campaign, views, visitors }) => [kind, name, campaign, views, visitors]),
  ).toEqual([
    ['direct', '', '', 3, 1],
    ['campaign', 'news', 'may', 1, 1],
    ['referrer', 'instagram.com', '', 1, 1],
  ]);
  expect(one.told()).toBe(1);
});

test('robots and the team are not counted, and an event that does not exist costs nothing', async () => {
  const { url, read } = await anEvent();
  const one = aProcess();
  await one.open(url, { 'user-agent': 'curl/8' });
  await one.open(url, { cookie: `${COOKIES.session}=abc` });
  await one.open('/e/999999999/marea');
  await one.write();
  expect((await read()).figures).toMatchObject({ views: 0, visitors: 0 });
});

test('the number of many visitors is right within some percent', async () => {
  const { url, read } = await anEvent();
  const one = aProcess();
  for (let nth = 0; nth < 3_000; nth += 1) await one.open(url, { address: `10.1.${nth >> 8}.${nth & 255}` });
  await one.write();
  const { views, visitors } = (await read()).figures;
  expect(views).toBe(3_000);
  expect(Math.abs(visitors - 3_000)).toBeLessThan(150);
});

test('what is kept of a view names nobody: no address, no browser, no id', async () => {
  const { eventId, url } = await anEvent();
  const one = aProcess();
  await one.open(`${url}?utm_source=news&utm_content=ana@example.com`, {
    address: '198.51.100.77',
    'user-agent': `${BROWSER} MarkedBrowser`,
    referer: 'https://radio.test/page?who=ana',
    cookie: `${COOKIES.cart}=the-cart-of-ana`,
  });
  await one.write();
  const dumps = await Promise.all(
    ['page_views', 'visitor_registers', 'visitor_salts', 'live_feed'].map(async (table) => {
      const { rows } = await sql<{
        row: string;
      }>`select to_jsonb(t)::text as row from ${sql.table(`app.${table}`)} t`.execute(db);
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  const dump = dumps.join('\n');
  expect(dump).toContain(`"event_id": ${eventId}`);
  for (const personal of ['198.51.100', 'MarkedBrowser', 'Firefox', 'ana', 'the-cart', 'who='])
    expect(dump).not.toContain(personal);
  const { rows } = await sql<{ columns: string }>`
    select string_agg(column_name, ',' order by column_name) as columns from information_schema.columns
    where table_schema = 'app' and table_name in ('page_views', 'visitor_registers') group by table_name order by table_name`.execute(
    db,
  );
  expect(rows.map(({ columns }) => columns)).toEqual([
    'account_id,day,event_id,source,views,visitors',
    'day,event_id,register,run,seen_at,source',
  ]);
});

test('the salt of a day is the same for all processes and is destroyed with its day', async () => {
  const salt = await readSalt(db);
  expect(await readSalt(db)).toBe(salt);
  await sql`update app.visitor_salts set day = day - 1`.execute(db);
  // Where it is a day later than in UTC, two days would be one.
  await sql`update app.visitor_registers set day = day - 3`.execute(db);
  await forgetVisitors(db);
  const count = async (table: string) =>
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(`app.${table}`)}`.execute(db)).rows[0]?.n;
  expect(await count('visitor_salts')).toBe(0);
  expect(await count('visitor_registers')).toBe(0);
  expect(await readSalt(db)).not.toBe(salt);
});

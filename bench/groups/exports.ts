import { get } from 'node:http';
import { COOKIES } from '@entrada/contract/constants';
import { exportPath } from '@entrada/contract/sales/exports';
import { sql } from 'kysely';
import { buildSession } from '../../server/accounts/factory.ts';
import { insertOrders, withoutIndexes } from '../bulk.ts';
import { ORDERS } from '../hall.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { buildShop } from '../shops.ts';
import { ratios } from '../stats.ts';
import { type Bench, type Hall, openWorld, prepare, startServer } from '../world.ts';

/** Five times as many as in the hall. */
const MANY_ORDERS = ORDERS * 5;
const LINE_FEED = 10;

const PATHS = {
  attendees: (id: number) => `/api${exportPath(id, 'attendees', 'csv')}`,
  orders: (id: number) => `/api${exportPath(id, 'orders', 'csv')}`,
  workbook: (id: number) => `/api${exportPath(id, 'attendees', 'xlsx')}`,
  copy: (id: number) => `/api/public/bench/events/${id}/attendees.csv`,
};
type What = keyof typeof PATHS;

/** Reads a whole reply as a stream and stores nothing. Answers the number of lines. */
function drain(port: number, path: string, token: string): Promise<number> {
  const headers = { cookie: `${COOKIES.session}=${token}` };
  return new Promise((done, refuse) => {
    const request = get({ port, path, headers, agent: false }, (reply) => {
      let lines = 0;
      reply.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
      });
      reply.once('end', () =>
        reply.statusCode === 200 ? done(lines) : refuse(new Error(`${path} answered ${reply.statusCode}`)),
      );
      reply.once('error', refuse);
    });
    request.once('error', refuse);
  });
}

type Reader = Hall & { token: string; rows: Record<What, number>; wrong: string[] };

async function openReader(hall: Hall): Promise<Reader> {
  const { db } = hall.world.database;
  const { accountId, userId, eventId } = hall.shop;
  const token = await buildSession(db, userId, accountId);
  const { rows } = await sql<Record<What, number>>`
    select a.n as attendees, a.n as copy, a.n as workbook, o.n as orders
    from (select count(*) as n from app.attendees where event_id = ${eventId}) a,
      (select count(*) as n from app.orders where event_id = ${eventId}) o`.execute(db);
  if (!rows[0]) throw new Error('Nothing was counted');
  return { ...hall, token, rows: rows[0], wrong: [] };
}

/** Reads one export. Answers the seconds. */
async function read(reader: Reader, port: number, what: What): Promise<number> {
  const started = performance.now();
  const lines = await drain(port, PATHS[what](reader.shop.eventId), reader.token);
  const rows = reader.rows[what];
  // A workbook is packed, so its lines say nothing. Its tests read it back.
  if (what !== 'workbook' && lines !== rows + 1)
    reader.wrong.push(`${what}: ${lines - 1} rows instead of ${rows}`);
  return (performance.now() - started) / 1000;
}

/** The additional memory in megabytes that an application process needs at most for this export. */
async function peakOf(reader: Reader, what: What): Promise<number> {
  const server = await startServer({ databaseUrl: reader.world.url, worker: false, pages: false });
  try {
    // A first request loads the code and opens the connections.
    await drain(server.port, `${PATHS[what](reader.shop.eventId)}?ids=1`, reader.token);
    const before = await server.memory();
    await read(reader, server.port, what);
    return (await server.memory()).peakMb - before.rssMb;
  } finally {
    await server.stop();
  }
}

/** An event with 500,000 attendees in its own database. */
async function openLargeHall(bench: Bench): Promise<Hall> {
  const world = await openWorld(bench);
  const shop = await buildShop(world.database.db, { type: 'free' });
  await prepare(world.url, async (client) => {
    await withoutIndexes(client, async () => {
      await insertOrders(client, { shop, count: MANY_ORDERS, status: 'completed', attendees: true });
    });
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  return { world, shop };
}

/** Goal 11: the organizer's exports over HTTP, compared with the same columns by COPY through the same server. */
export async function exportsGroup(bench: Bench, report: Report): Promise<void> {
  const reader = await openReader(await bench.hall());
  const large = bench.quick ? null : await openReader(await openLargeHall(bench));
  const { port } = reader.world;
  try {
    for (const what of ['attendees', 'copy'] as const) await read(reader, port, what);
    const found = await interleave(bench.rounds, [
      { name: 'attendees', run: () => read(reader, port, 'attendees') },
      { name: 'copy', run: () => read(reader, port, 'copy') },
      { name: 'orders', run: () => read(reader, port, 'orders') },
      { name: 'workbook', run: () => read(reader, port, 'workbook') },
      { name: 'peak', run: () => peakOf(reader, 'attendees') },
      { name: 'workbook peak', run: () => peakOf(reader, 'workbook') },
      { name: 'copy peak', run: () => peakOf(reader, 'copy') },
      ...(large
        ? [
            { name: 'large peak' as const, run: () => peakOf(large, 'attendees') },
            { name: 'large workbook peak' as const, run: () => peakOf(large, 'workbook') },
          ]
        : []),
    ]);
    report.figure('-', 'attendees.csv of 100k', 's', found.attendees);
    report.figure('-', 'the same columns by COPY', 's', found.copy);
    report.figure('-', 'orders.csv of 50k', 's', found.orders);
    report.goal('11', 'attendees.csv of 100k / COPY, time', 'x', ratios(found.attendees, found.copy), {
      atMost: 4,
    });
    report.goal('11', 'attendees.csv of 100k, peak over start', 'MB', found.peak, { atMost: 150 });
    report.figure('-', 'COPY of 100k, peak over start', 'MB', found['copy peak']);
    report.figure('-', 'attendees.xlsx of 100k', 's', found.workbook);
    report.goal('11', 'attendees.xlsx of 100k / COPY, time', 'x', ratios(found.workbook, found.copy), {
      atMost: 4,
    });
    report.goal('11', 'attendees.xlsx of 100k, peak over start', 'MB', found['workbook peak'], {
      atMost: 150,
    });
    const flat = found['large workbook peak']?.map(
      (peak, round) => peak - (found['workbook peak'][round] ?? 0),
    );
    if (flat) report.goal('11', 'attendees.xlsx of 500k, peak over that', 'MB', flat, { atMost: 100 });
    const more = found['large peak']?.map((peak, round) => peak - (found.peak[round] ?? 0));
    if (more) report.goal('11', 'attendees.csv of 500k, peak over that', 'MB', more, { atMost: 100 });
    else report.skip('11', 'attendees.csv of 500k, peak over that', 'not with --quick');
    const wrong = [...reader.wrong, ...(large?.wrong ?? [])];
    report.check('11', 'exports hold every row', wrong.length === 0, wrong[0] ?? 'all');
  } finally {
    await large?.world.close();
  }
}

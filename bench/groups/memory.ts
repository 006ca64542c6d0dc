import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { buildSession } from '../../server/accounts/factory.ts';
import { insertOrders } from '../bulk.ts';
import { type LoadSpec, startLoad } from '../load/run.ts';
import type { Report } from '../report.ts';
import { type BuiltShop, buildShop } from '../shops.ts';
import { median } from '../stats.ts';
import { type Bench, openWorld, prepare, type World } from '../world.ts';
import { completionSpec } from './completion.ts';

/** Longer than the threads that draw stay without work. */
const REST_MS = 75_000;
const START_MS = 20_000;
const SALE_MS = 10_000;
const MINUTE_MS = 60_000;
const CLIENTS = 256;
/** Few, because the process rests only when their mails are written. */
const COMPLETED = 500;
const PICTURE = { width: 3000, height: 3000, channels: 3, background: '#a04020' } as const;
const GOAL = { rest: 220, sale: 500, growth: 1.05 };
const TICKETS = 10;

type Work = { bench: Bench; world: World; shop: BuiltShop; orders: string[]; token: string; picture: Buffer };

/**
 * Goal 14: what a whole installation in one process holds at rest after its start, after a sale and after PDF files and
 * pictures, and during the sale. With `--minutes` what it holds in each minute of mixed load.
 */
export async function memoryGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench, { worker: true, pages: true, mails: true });
  try {
    const { db } = world.database;
    const shop = await buildShop(db, { type: 'free' });
    const work: Work = {
      bench,
      world,
      shop,
      orders: await prepare(world.url, (client) => {
        const quantity = TICKETS;
        return insertOrders(client, { shop, count: 4000, status: 'completed', attendees: true, quantity });
      }),
      token: await buildSession(db, shop.userId, shop.accountId),
      picture: await sharp({ create: PICTURE }).jpeg().toBuffer(),
    };
    const rest = async (after: string, ms = REST_MS) => {
      await mailsSent(world);
      await wait(ms);
      const { rssMb } = await world.memory();
      bench.log(`  at rest after ${after}: ${await parts(world)}`);
      report.goal('14', `memory at rest after ${after}`, 'MB', [rssMb], { atMost: GOAL.rest });
    };
    await rest('the start', START_MS);
    await sell(work);
    const { peakMb } = await world.memory();
    report.goal('14', `most memory during a sale of ${SALE_MS / 1000} s`, 'MB', [peakMb], {
      atMost: GOAL.sale,
    });
    await rest('the sale');
    await Promise.all([drawTickets(work, SALE_MS, 10), upload(work, 5)]);
    report.figure('-', 'most memory while PDF files and pictures are made', 'MB', [
      (await world.memory()).peakMb,
    ]);
    await rest('PDF files and pictures');
    if (bench.minutes > 0) await mix(work, report);
  } finally {
    await world.close();
  }
}

/** What the process holds, and where: for whoever looks for what grows. */
async function parts({ memory }: World): Promise<string> {
  const { rssMb, heapMb, heldMb, outsideMb, threads } = await memory();
  const [all, heap, held, outside] = [rssMb, heapMb, heldMb, outsideMb].map((mb) => mb.toFixed(0));
  return `${all} MB; heap ${heap} of ${held}, outside ${outside}, threads ${threads}`;
}

/** Waits for the mails of the orders so far, because a process that writes them does not rest. */
async function mailsSent({ database }: World): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from app.mails where status = 'queued'`.execute(database.db);
    if (!rows[0]?.n) return;
    await wait(1000);
  }
}

const at = ({ world }: Work, spec: Omit<LoadSpec, 'port'>): LoadSpec => ({ port: world.port, ...spec });

async function sell(work: Work): Promise<void> {
  const { bench, world, shop } = work;
  const job = { kind: 'reserve', at: 'product', shops: [shop] } as const;
  await bench.load.run(at(work, { clients: CLIENTS, durationMs: SALE_MS, job }));
  const spec = await completionSpec({ ...bench, windowMs: 1000 }, world, 'product');
  await bench.load.run({ ...spec, requests: COMPLETED });
}

/** Asks for the tickets of one order after the other, so many a second. */
async function drawTickets(work: Work, durationMs: number, perSecond: number): Promise<void> {
  const load = await startLoad(2);
  const orderShortIds = work.orders.splice(0, Math.ceil((durationMs / 1000) * perSecond));
  const job = { kind: 'tickets', orderShortIds, addresses: 200 } as const;
  await load.run(at(work, { clients: 4, durationMs, perSecond, job })).finally(load.stop);
}

async function upload({ world, shop, token, picture }: Work, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'cover.jpg');
    form.set('type', 'EVENT_COVER');
    const reply = await fetch(`http://127.0.0.1:${world.port}/api/events/${shop.eventId}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': `198.51.100.${nth + 1}` },
      body: form,
    });
    if (!reply.ok) throw new Error(`The picture was refused: ${reply.status} ${await reply.text()}`);
  }
}

/** Pages, holds, completed orders, PDF tickets and pictures together, minute by minute. */
async function mix(work: Work, report: Report): Promise<void> {
  const { bench, shop } = work;
  const readers = await startLoad(3);
  const rss: number[] = [];
  try {
    for (let minute = 1; minute <= bench.minutes; minute += 1) {
      const path = `/api/public/events/${shop.eventId}`;
      const ends = performance.now() + MINUTE_MS;
      const reading = readers.run(
        at(work, { clients: 16, durationMs: MINUTE_MS - 2000, perSecond: 100, job: { kind: 'read', path } }),
      );
      const buying = (async () => {
        const job = { kind: 'reserve', at: 'product', shops: [shop] } as const;
        await bench.load.run(at(work, { clients: 32, durationMs: 28_000, perSecond: 100, job }));
        const spec = await completionSpec({ ...bench, windowMs: 3000 }, work.world, 'product');
        await bench.load.run({ ...spec, clients: 32, perSecond: 50, durationMs: 25_000 });
      })();
      await Promise.all([reading, buying, drawTickets(work, 50_000, 1), upload(work, 1)]);
      await wait(Math.max(0, ends - performance.now()));
      const { rssMb } = await work.world.memory();
      rss.push(rssMb);
      bench.log(`  minute ${minute}: ${await parts(work.world)}`);
    }
  } finally {
    readers.stop();
  }
  report.figure('-', 'memory in each minute of mixed load', 'MB', rss);
  const third = Math.ceil(rss.length / 3);
  const growth = median(rss.slice(-third)) / median(rss.slice(third, third * 2));
  if (rss.length < 3) return;
  report.goal('14', 'memory in the last third of that / in the second', 'x', [growth], {
    atMost: GOAL.growth,
  });
}

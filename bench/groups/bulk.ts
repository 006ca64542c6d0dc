import { setTimeout as wait } from 'node:timers/promises';
import { parseConfig } from '../../server/config/environment.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { startJob } from '../../server/sales/bulk/service.ts';
import { insertOrders } from '../bulk.ts';
import { rateOf } from '../load/run.ts';
import { startMailServer } from '../mail-server.ts';
import type { Report } from '../report.ts';
import { type BuiltShop, buildShop } from '../shops.ts';
import { type Bench, openWorld, prepare, type World } from '../world.ts';

const CLIENTS = 64;
/** So long mails may take to leave. */
const MAILS_MS = 300_000;
const ALL = {
  page: 1,
  perPage: 20,
  query: '',
  sortBy: 'created_at',
  sortDirection: 'desc',
  filters: [],
} as const;

/** Begins a job over all orders of a shop, and answers the seconds until it has worked them off. */
async function work(
  { database: { db } }: World,
  shop: BuiltShop,
  kind: 'resend' | 'cancel',
): Promise<number> {
  const { accountId, eventId, userId } = shop;
  const session = { role: 'owner', sessionId: 0, emailConfirmed: true, locale: 'en' } as const;
  const ctx = {
    db,
    actor: { kind: 'user', userId, accountId, ...session },
    requestId: null,
    config: parseConfig({}),
  };
  const began = performance.now();
  const job = await startJob(ctx as unknown as Ctx, {
    eventId,
    noun: 'orders',
    kind,
    input: { notify: false },
    rows: { query: { ...ALL, filters: [] }, except: [] },
    key: null,
    hash: '',
  });
  for (;;) {
    const { status, changed } = await db
      .selectFrom('bulk_jobs')
      .select(['status', 'changed'])
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    if (status === 'done' && changed === job.total) return (performance.now() - began) / 1000;
    if (status === 'done' || status === 'failed')
      throw new Error(`The job is ${status} with ${changed} of ${job.total}`);
    await wait(50);
  }
}

/**
 * Resends some orders twice. Answers how many mails a second the mail server took each time: with PDF files that must be
 * drawn, and with those that were kept.
 */
async function mailRates(bench: Bench): Promise<{ drawn: number; kept: number }> {
  const count = bench.quick ? 100 : 1_000;
  const mailServer = await startMailServer();
  const world = await openWorld(bench, { worker: true, mails: true, smtpUrl: mailServer.url });
  try {
    const shop = await buildShop(world.database.db);
    await prepare(world.url, (client) =>
      insertOrders(client, { shop, count, status: 'completed', attendees: true, quantity: 1 }),
    );
    const resend = async () => {
      const { taken } = mailServer;
      taken.length = 0;
      const began = performance.now();
      await work(world, shop, 'resend');
      while (taken.length < count) {
        if (performance.now() - began > MAILS_MS) throw new Error(`Only ${taken.length} mails were taken`);
        await wait(50);
      }
      return (count * 1000) / (performance.now() - began);
    };
    const drawn = await resend();
    return { drawn, kept: await resend() };
  } finally {
    await world.close();
    await mailServer.stop();
  }
}

/**
 * The longest wait in milliseconds for the row of a shop's first counter while some work runs. Nobody else may lock it
 * meanwhile, so it is how long a transaction of the work holds the counter.
 */
async function longestHold({ database: { db } }: World, shop: BuiltShop, run: Promise<unknown>) {
  let isDone = false;
  let longest = 0;
  const ended = run.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const began = performance.now();
    await db
      .selectFrom('counters')
      .select('id')
      .where('id', '=', shop.counterIds[0])
      .forUpdate()
      .executeTakeFirstOrThrow();
    longest = Math.max(longest, performance.now() - began);
    await wait(1);
  }
  await ended;
  return longest;
}

/** Row A24: jobs on many orders, what reservations of the same event feel of them, and how fast their mails leave. */
export async function bulkGroup(bench: Bench, report: Report): Promise<void> {
  const count = bench.quick ? 1_000 : 10_000;
  const world = await openWorld(bench, { worker: true });
  try {
    const build = async () => {
      const built = await buildShop(world.database.db);
      await prepare(world.url, (client) =>
        insertOrders(client, { shop: built, count, status: 'completed', attendees: true, quantity: 1 }),
      );
      return built;
    };
    const shop = await build();
    const reserve = async () => {
      const job = { kind: 'reserve', at: 'product', shops: [shop] } as const;
      const durationMs = bench.windowMs;
      return rateOf(await bench.load.run({ port: world.port, clients: CLIENTS, durationMs, job }), 201);
    };
    await reserve();
    const before = await reserve();
    const [resend, besideResend] = await Promise.all([work(world, shop, 'resend'), reserve()]);
    const [cancel, besideCancel] = await Promise.all([work(world, shop, 'cancel'), reserve()]);
    const quiet = await build();
    const held = await longestHold(world, quiet, work(world, quiet, 'cancel'));
    const what = count.toLocaleString('en');
    report.goal('A24', `resend of ${what} orders queued, beside reservations`, 's', [resend], {
      atMost: count / 1000,
    });
    report.goal('A24', 'reservations beside the resend / alone', 'x', [besideResend / before], {
      atLeast: 0.5,
    });
    report.goal('A24', `cancel of ${what} orders, beside reservations`, 's', [cancel], {
      atMost: (count * 6) / 1000,
    });
    report.goal('A24', 'longest time that a cancel without reservations holds a counter', 'ms', [held], {
      atMost: 100,
    });
    report.goal('A24', 'reservations beside the cancel / alone', 'x', [besideCancel / before], {
      atLeast: 0.5,
    });
  } finally {
    await world.close();
  }
  const { drawn, kept } = await mailRates(bench);
  report.goal('A24', 'mails of a resend at the mail server, drawn PDFs kept', '/s', [kept], { atLeast: 40 });
  report.goal('A24', 'the same, each PDF drawn first', '/s', [drawn], { atLeast: 20 });
}

import { setTimeout as wait } from 'node:timers/promises';
import { insertOrders } from '../bulk.ts';
import { rateOf } from '../load/run.ts';
import { startMailServer } from '../mail-server.ts';
import type { Report } from '../report.ts';
import { type BuiltShop, buildShop } from '../shops.ts';
import { type Bench, openWorld, prepare, type World } from '../world.ts';

const CLIENTS = 64;
/** The whole message must be at the mail server within this time. */
const GOAL_SECONDS = 180;
const MOST_MS = 900_000;

/** Sends a message to all attendees of a shop. */
async function begin({ database: { db } }: World, shop: BuiltShop): Promise<void> {
  const { accountId, eventId, userId } = shop;
  await db
    .insertInto('messages')
    .values({
      account_id: accountId,
      event_id: eventId,
      status: 'scheduled',
      subject: 'Doors of {{event}}',
      body: '<p>Hola {{first_name|friend}}, doors open one hour earlier.</p>',
      audience: JSON.stringify({ to: 'attendees', query: {} }),
      send_at: new Date(Date.now() - 1000),
      sent_by: userId,
    })
    .execute();
}

/**
 * Row A25: a message to many people, how long until the mail server has all of it, and what reservations of the same event feel
 * of it.
 */
export async function messagesGroup(bench: Bench, report: Report): Promise<void> {
  const count = bench.quick ? 1_000 : 10_000;
  const mailServer = await startMailServer();
  const world = await openWorld(bench, { worker: true, mails: true, smtpUrl: mailServer.url });
  try {
    const shop = await buildShop(world.database.db);
    await prepare(world.url, (client) =>
      insertOrders(client, { shop, count, status: 'completed', attendees: true, quantity: 1 }),
    );
    const reserve = async () => {
      const job = { kind: 'reserve', at: 'product', shops: [shop] } as const;
      const durationMs = bench.windowMs;
      return rateOf(await bench.load.run({ port: world.port, clients: CLIENTS, durationMs, job }), 201);
    };
    await reserve();
    const before = await reserve();
    const began = performance.now();
    await begin(world, shop);
    while (mailServer.taken.length === 0) await wait(20);
    const beside = await reserve();
    while (mailServer.taken.length < count) {
      if (performance.now() - began > MOST_MS)
        throw new Error(`Only ${mailServer.taken.length} mails were taken`);
      await wait(50);
    }
    const seconds = ((mailServer.taken.at(-1) ?? began) - began) / 1000;
    if (mailServer.taken.length !== count)
      throw new Error(`${mailServer.taken.length} mails for ${count} people`);
    const what = count.toLocaleString('en');
    report.goal('A25', `a message to ${what} people at the mail server`, 's', [seconds], {
      atMost: (GOAL_SECONDS * count) / 10_000,
    });
    report.goal('A25', 'reservations beside the message / alone', 'x', [beside / before], { atLeast: 0.5 });
  } finally {
    await world.close();
    await mailServer.stop();
  }
}

import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { fail } from '../../platform/errors.ts';
import { workers } from '../../platform/workers/shared.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';
import { buildOrder } from '../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;

const kept = () => readdir(join(app.config.dataDir, 'drawn')).catch(() => []);
const pdfOf = async (shortId: string) =>
  app.as().send({ method: 'GET', url: `/api/public/orders/${shortId}/tickets.pdf` });

test('a completed order waits for no drawing: the mail draws, and the download finds what it drew', async () => {
  const shop = await buildShop(db);
  const run = vi.spyOn(workers, 'run');
  const draws = () => run.mock.calls.filter(([name]) => name === 'drawTickets').length;
  try {
    const client = visitor(app);
    const before = (await kept()).length;
    const reserved = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
    const { shortId } = reserved.body.data;
    const done = await detailsAs(client, shortId);
    expect(done.body.data.badge).toBe('COMPLETED');
    expect([run.mock.calls.length, (await kept()).length]).toEqual([0, before]);
    await app.runJobs();
    expect(draws()).toBe(1);
    expect((await pdfOf(shortId)).statusCode).toBe(200);
    expect(draws()).toBe(1);
    expect((await kept()).length).toBe(before + 1);
  } finally {
    run.mockRestore();
  }
});

test('a ticket that changed is drawn again, and never shown as it was', async () => {
  const shop = await buildShop(db);
  const items = [{ priceId: shop.priceId, quantity: 2 }];
  const order = await buildOrder(db, { eventId: shop.eventId, items, sendMails: false });
  const seen = [(await pdfOf(order.shortId)).rawPayload.toString('latin1')];
  const look = async (change: Promise<unknown>) => {
    await change;
    const now = (await pdfOf(order.shortId)).rawPayload.toString('latin1');
    expect(seen).not.toContain(now);
    seen.push(now);
  };
  const ofOrder = () => db.updateTable('attendees').where('order_id', '=', order.orderId);
  await look(ofOrder().set({ last_name: 'Ferrer' }).execute());
  await look(
    ofOrder()
      .set((row) => ({ code_version: row('code_version', '+', 1) }))
      .execute(),
  );
  await look(db.updateTable('events').set({ title: 'Moved' }).where('id', '=', shop.eventId).execute());
  await look(
    db
      .updateTable('event_settings')
      .set({ venue_name: 'Hall B' })
      .where('event_id', '=', shop.eventId)
      .execute(),
  );
});

test('PDF files that earlier versions stored with mails go, and kept files that nobody reads', async () => {
  const shop = await buildShop(db);
  const order = await buildOrder(db, {
    eventId: shop.eventId,
    items: [{ priceId: shop.priceId, quantity: 1 }],
  });
  await app.runJobs();
  const mail = await db
    .selectFrom('mails')
    .select('id')
    .where('order_id', '=', order.orderId)
    .where('kind', '=', 'order_confirmation')
    .executeTakeFirstOrThrow();
  const pdfBytes = await sql<{ n: number }>`select coalesce(sum(octet_length(content)), 0)::int as n
    from app.mail_attachments where content_type = 'application/pdf'`.execute(db);
  expect(pdfBytes.rows).toEqual([{ n: 0 }]);
  const old = { mail_id: mail.id, content: Buffer.alloc(30_000, 'x') };
  await db
    .insertInto('mail_attachments')
    .values([
      { ...old, filename: 'old.pdf', content_type: 'application/pdf' },
      { ...old, filename: 'old.ics', content_type: 'text/calendar; charset=utf-8' },
    ])
    .execute();
  const unread = join(app.config.dataDir, 'drawn', 'unread.pdf');
  await writeFile(unread, 'x');
  await utimes(unread, 0, 0);
  const tidyUp = app.jobs.find((job) => job.name === 'tidy_up');
  const names = async () =>
    (
      await db
        .selectFrom('mail_attachments')
        .select('filename')
        .where('mail_id', '=', mail.id)
        .orderBy('id')
        .execute()
    ).map(({ filename }) => filename);
  for (let turn = 0; turn < 2; turn += 1) {
    await tidyUp?.handler(app.jobCtx, {}, { number: 1, isLast: false });
    expect(await names()).toEqual([`${order.reference}.pdf`, 'event.ics', 'old.ics']);
  }
  expect(await kept()).not.toContain('unread.pdf');
});

test('too many drawings are refused with Retry-After, one that fails is an error, and the next one is drawn', async () => {
  const shop = await buildShop(db);
  const items = [{ priceId: shop.priceId, quantity: 1 }];
  const { shortId } = await buildOrder(db, { eventId: shop.eventId, items, sendMails: false });
  const run = vi.spyOn(workers, 'run');
  try {
    run.mockRejectedValueOnce(fail('UNAVAILABLE', { retryAfter: 7 }));
    const busy = await pdfOf(shortId);
    expect([busy.statusCode, busy.headers['retry-after'], busy.json().code]).toEqual([
      503,
      '7',
      'UNAVAILABLE',
    ]);
    run.mockRejectedValueOnce(new Error('Worker terminated due to reaching memory limit'));
    const broken = await pdfOf(shortId);
    expect([broken.statusCode, broken.json().code]).toEqual([500, 'INTERNAL']);
  } finally {
    run.mockRestore();
  }
  expect((await pdfOf(shortId)).statusCode).toBe(200);
});

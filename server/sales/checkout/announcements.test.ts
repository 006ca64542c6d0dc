import { resendOrder } from '@entrada/contract/sales/resends';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { buildFreeOrder } from '../../test/free-order.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER, buildShop, detailsAs, reserveAs } from '../../test/shop.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const NAME = 'announce_orders';

const waiting = async () =>
  (
    await sql<{ orders: number[] }>`
      select array(select json_array_elements_text(payload -> 'orderIds')::bigint) as orders
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${NAME} order by j.id`.execute(db)
  ).rows.map(({ orders }) => orders);

const mailsOf = async (orderIds: readonly number[]) =>
  (
    await db
      .selectFrom('mails')
      .select(['order_id', 'kind', 'to_address'])
      .where(sql<boolean>`order_id = any(${[...orderIds]}::bigint[])`)
      .orderBy('order_id')
      .orderBy('id')
      .execute()
  ).map((mail) => [mail.order_id, mail.kind, mail.to_address]);

test('a crowd of free orders has one job for its mails, and a second run of it tells nobody twice', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 100 } });
  const buyers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const client = app.as();
      const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
      return { client, shortId: held.body.data.shortId };
    }),
  );
  const saved = await Promise.all(buyers.map(({ client, shortId }) => detailsAs(client, shortId)));
  expect(saved.map(({ status }) => status)).toEqual(buyers.map(() => 200));
  const jobs = await waiting();
  const orders = jobs.flat().sort((a, b) => a - b);
  expect(orders).toHaveLength(buyers.length);
  expect(jobs.length).toBeLessThan(buyers.length);
  expect(await mailsOf(orders)).toEqual([]);

  await app.runJobs();
  expect(await waiting()).toEqual([]);
  const { rows } = await sql<{ email: string }>`select o.email from app.organizers o
    join app.events e on e.organizer_id = o.id where e.id = ${shop.eventId}`.execute(db);
  const once = orders.flatMap((id) => [
    [id, 'order_confirmation', BUYER.email],
    [id, 'new_order', rows[0]?.email],
  ]);
  expect(await mailsOf(orders)).toEqual(once);

  await sql`select graphile_worker.add_job(${NAME}, ${JSON.stringify({ orderIds: orders })}::json)`.execute(
    db,
  );
  await app.runJobs();
  expect(await mailsOf(orders)).toEqual(once);
});

test('an address that was mailed again in the meantime gets that mail alone; another address takes it from nobody', async () => {
  const other = await buildFreeOrder({ app, db });
  const toOther = { params: other.params, body: { email: 'ana@example.org' } };
  expect((await other.owner.call(resendOrder, toOther)).status).toBe(200);
  await app.runJobs();
  expect((await mailsOf([other.orderId])).map(([, kind, to]) => [kind, to])).toEqual([
    ['order_confirmation', 'ana@example.org'],
    ['order_confirmation', BUYER.email],
    ['new_order', expect.any(String)],
  ]);

  const { owner, orderId, params, attendees } = await buildFreeOrder({ app, db });
  const resend = (body: { attendeeId?: number; email?: string }) => owner.call(resendOrder, { params, body });
  expect((await resend({})).status).toBe(200);
  expect((await resend({ attendeeId: attendees[0]?.id ?? 0, email: 'ana@example.org' })).status).toBe(200);
  await app.runJobs();
  expect((await mailsOf([orderId])).map(([, kind, to]) => [kind, to])).toEqual([
    ['order_confirmation', BUYER.email],
    ['attendee_ticket', 'ana@example.org'],
    ['new_order', expect.any(String)],
  ]);
});

import { getOrderTimeline } from '@entrada/contract/insight/timeline';
import { countAudience, listRecipients } from '@entrada/contract/outreach/messages';
import { type BulkWish, bulkOrders, listBulkJobs } from '@entrada/contract/sales/bulk/jobs';
import { resendOrder } from '@entrada/contract/sales/resends';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useOffice, written } from '../messages/office-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const { office, work, mailsOf } = await useOffice(app);

/** The confirmations of an order that were sent come back, the newest `most` of them. */
const bounce = (orderId: number | undefined, most: number) =>
  sql`insert into app.mail_bounces (account_id, mail_id, address, status, via)
    select account_id, id, lower(to_address), '5.1.1', 'ses' from app.mails
    where order_id = ${orderId} and kind = 'order_confirmation' and status = 'sent'
    order by id desc limit ${most} on conflict do nothing`.execute(db);

type Office = Awaited<ReturnType<typeof office>>;
const resend = async (place: Office, orderId: number | undefined) => {
  const params = { ...place.params, orderId: String(orderId) };
  expect((await place.owner.call(resendOrder, { params, body: {} })).status).toBe(200);
  await app.runJobs();
};
const statesOf = async (place: Office, messageId: number) => {
  const list = await place.owner.call(listRecipients, { params: place.of(messageId), query: {} });
  return Object.fromEntries(list.body.data.map(({ email, state, reason }) => [email, reason ?? state]));
};
const send = async (place: Office) => {
  const id = await place.sendNow();
  await work();
  return id;
};
const BOTH = { 'ana@example.com': 'accepted', 'bea@example.com': 'accepted' };
const people = [
  ['Ana', 1],
  ['Bea', 1],
] as const;

test('after two mails came back an address gets no messages; who writes to it alone lifts that', async () => {
  const place = await office(people);
  const [anasOrder] = place.orderIds;
  await bounce(anasOrder, 1);
  expect(await statesOf(place, await send(place))).toEqual(BOTH);

  await db.deleteFrom('mail_bounces').execute();
  await resend(place, anasOrder);
  await bounce(anasOrder, 2);
  const { audience, each, purpose } = written;
  const counted = await place.owner.call(countAudience, {
    params: place.params,
    body: { audience, each, purpose },
  });
  expect(counted.body.data).toMatchObject({ mails: 1, left: [{ reason: 'BOUNCED', count: 1 }] });
  const left = await send(place);
  expect(await statesOf(place, left)).toEqual({ ...BOTH, 'ana@example.com': 'BOUNCED' });
  expect(await mailsOf(left)).toHaveLength(1);

  await resend(place, anasOrder);
  expect(await statesOf(place, await send(place))).toEqual(BOTH);
});

test('what came back in one account says nothing in another one', async () => {
  const [mine, theirs] = [await office(people), await office(people)];
  await resend(mine, mine.orderIds[0]);
  await bounce(mine.orderIds[0], 2);
  expect((await statesOf(mine, await send(mine)))['ana@example.com']).toBe('BOUNCED');
  expect(await statesOf(theirs, await send(theirs))).toEqual(BOTH);
});

test('mails of actions on many rows leave it out and say so; those of a new purchase go out', async () => {
  const place = await office(people);
  const [anasOrder = 0, beasOrder = 0] = place.orderIds;
  await resend(place, anasOrder);
  await bounce(anasOrder, 2);
  const act = async (wish: BulkWish) => {
    const reply = await place.owner.call(bulkOrders, { params: place.params, query: {}, body: wish });
    expect(reply.status).toBe(202);
    await app.runJobs();
    const jobs = await place.owner.call(listBulkJobs, { params: place.params });
    return jobs.body.data.find(({ id }) => id === reply.body.data.id);
  };
  const mailsTo = (orderId: number, kind: string) =>
    db
      .selectFrom('mails')
      .select('status')
      .where('order_id', '=', orderId)
      .where('kind', '=', kind)
      .orderBy('id')
      .execute();
  const ids = [anasOrder, beasOrder];
  expect(await act({ action: 'resend', ids })).toMatchObject({
    changed: 1,
    reasons: [{ code: 'BOUNCED_TWICE', count: 1 }],
  });
  expect(await mailsTo(anasOrder, 'order_confirmation')).toHaveLength(2);
  expect(await mailsTo(beasOrder, 'order_confirmation')).toHaveLength(2);

  const bought = await place.sell('Ana', 1);
  await app.runJobs();
  expect(await mailsTo(bought, 'order_confirmation')).toEqual([{ status: 'sent' }]);

  await act({ action: 'cancel', ids, notify: true });
  expect(await mailsTo(anasOrder, 'order_cancelled')).toEqual([{ status: 'failed' }]);
  expect(await mailsTo(beasOrder, 'order_cancelled')).toEqual([{ status: 'sent' }]);
  const at = { params: { ...place.params, orderId: String(anasOrder) }, query: { part: 'mails' } } as const;
  const { entries } = (await place.owner.call(getOrderTimeline, at)).body.data;
  expect(entries.map(({ mail }) => [mail?.kind, mail?.state, mail?.words])).toEqual([
    ['order_cancelled', 'left_out', null],
    ['order_confirmation', 'bounced', null],
    ['order_confirmation', 'bounced', null],
  ]);
});

import {
  bulkOrders,
  listBulkJobs,
  previewAttendeeRefunds,
  previewOrderRefunds,
} from '@entrada/contract/sales/bulk/jobs';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { addGuests } from '@entrada/contract/sales/guests/add';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildPromoCode } from '../../catalog/tickets/factory.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import { bulkOf, freeOrder } from './acts-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);
afterEach(() => {
  bank.behaviour.refund = 'succeeded';
});

const statuses = async (ids: readonly number[], table: 'orders' | 'attendees' = 'orders') =>
  (
    await db
      .selectFrom(table)
      .select('status')
      .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status);

const mailsOf = async (kind: string, orderIds: readonly number[]) =>
  (
    await db
      .selectFrom('mails')
      .select('order_id')
      .where('kind', '=', kind)
      .where('dedupe_key', 'like', kind === 'order_cancelled' ? '%' : '%again-%')
      .where(sql<boolean>`order_id = any(${[...orderIds]}::bigint[])`)
      .orderBy('id')
      .execute()
  ).map((mail) => mail.order_id);

const auditOf = async (targetType: string, id: number) =>
  (
    await db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_type', '=', targetType)
      .where('target_id', '=', id)
      .where('user_id', 'is not', null)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

async function orders(count: number, quantity = 1) {
  const shop = await buildShop(db, { ticket: { quantity: 50 } });
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await freeOrder(app, shop, quantity));
  return { shop, made, ids: made.map(({ id }) => id), bulk: bulkOf(app, shop) };
}

describe('cancelling many orders', () => {
  test('gives their places back, tells their buyers, audits each, and keeps what is cancelled already', async () => {
    const { shop, ids, bulk } = await orders(3, 2);
    await bulk.owner.call(cancelOrder, {
      params: { ...bulk.params, orderId: String(ids[0]) },
      body: { notify: false },
    });
    const job = await bulk.run('orders', { action: 'cancel', notify: true, except: [] });
    expect(job).toMatchObject({
      noun: 'orders',
      kind: 'cancel',
      status: 'done',
      total: 3,
      changed: 2,
      kept: 1,
      reasons: [{ code: 'ORDER_CANCELLED', count: 1 }],
      waitingMails: 0,
      startedBy: expect.stringMatching(/./),
      finishedAt: expect.any(String),
      canUndo: true,
    });
    expect(await statuses(ids)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect(await mailsOf('order_cancelled', ids)).toEqual([ids[1], ids[2]]);
    expect(await bulk.kept(job.id)).toMatchObject([
      { id: ids[0], code: 'ORDER_CANCELLED', name: 'Lucía Márquez' },
    ]);
    expect(await auditOf('bulk_job', job.id)).toEqual(['bulk.started']);
    expect(await auditOf('order', ids[1] ?? 0)).toEqual(['order.cancelled']);
  });

  test('is undone as far as places are left, earlier orders first; the undo happens once', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 4 } });
    const promo = await buildPromoCode(db, { accountId: shop.accountId, eventId: shop.eventId, uses: 2 });
    const bulk = bulkOf(app, shop);
    const first = await freeOrder(app, shop, 2, { promoCode: promo.code });
    const second = await freeOrder(app, shop, 2, { promoCode: promo.code });
    const job = await bulk.run('orders', { action: 'cancel', notify: false, except: [] });
    expect(await stockOf(db, promo.counterId)).toEqual({ sold: 0, reserved: 0 });
    // Somebody takes one of the places meanwhile.
    await freeOrder(app, shop, 1);
    const [undo, again] = await Promise.all([bulk.undo(job.id), bulk.undo(job.id)]);
    expect([undo.status, again.status]).toEqual([202, 202]);
    expect(again.body.data.id).toBe(undo.body.data.id);
    await app.runJobs();
    expect(await bulk.jobOf(undo.body.data.id)).toMatchObject({
      kind: 'reactivate',
      undoOf: job.id,
      changed: 1,
      kept: 1,
      reasons: [{ code: 'NOT_ENOUGH_LEFT', count: 1 }],
      canUndo: false,
    });
    expect(await statuses([first.id, second.id])).toEqual(['completed', 'cancelled']);
    expect(await statuses(first.attendeeIds, 'attendees')).toEqual(['active', 'active']);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 3, reserved: 0 });
    expect(await stockOf(db, promo.counterId)).toEqual({ sold: 1, reserved: 0 });
    expect((await bulk.jobOf(job.id))?.canUndo).toBe(false);
    expect((await bulk.undo(undo.body.data.id)).status).toBe(404);
  });

  test('is not undone once the event is called off, also if somebody asked for it before', async () => {
    const { shop, made, bulk } = await orders(1, 1);
    const job = await bulk.run('orders', { action: 'cancel', notify: false, except: [] });
    const undo = await bulk.undo(job.id);
    await sql`update app.events set called_off_at = app.now() where id = ${shop.eventId}`.execute(db);
    await app.runJobs();
    expect(await bulk.jobOf(undo.body.data.id)).toMatchObject({
      changed: 0,
      reasons: [{ code: 'EVENT_CALLED_OFF', count: 1 }],
    });
    expect(await statuses([made[0]?.id ?? 0])).toEqual(['cancelled']);
  });

  test('cancels chosen attendees; the last of an order takes the order with it', async () => {
    const { shop, made, bulk } = await orders(2, 2);
    const [one, two] = made;
    const ids = [one?.attendeeIds[0] ?? 0, ...(two?.attendeeIds ?? [])];
    const job = await bulk.run('attendees', { action: 'cancel', notify: false, ids });
    expect(job).toMatchObject({ total: 3, changed: 3, kept: 0 });
    expect(await statuses([one?.id ?? 0, two?.id ?? 0])).toEqual(['completed', 'cancelled']);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    const undo = await bulk.undo(job.id);
    await app.runJobs();
    expect(await bulk.jobOf(undo.body.data.id)).toMatchObject({ changed: 3, kept: 0 });
    expect(await statuses(ids, 'attendees')).toEqual(['active', 'active', 'active']);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 4, reserved: 0 });
  });

  test('takes what the filter found when it began, not what came later', async () => {
    const { shop, ids, bulk } = await orders(2);
    const begun = await bulk.ask(
      'orders',
      { action: 'cancel', notify: false, except: [ids[0] ?? 0] },
      { query: { 'filter_fields[status][eq]': 'COMPLETED' } },
    );
    const later = await freeOrder(app, shop);
    await app.runJobs();
    expect(await bulk.jobOf(begun.body.data.id)).toMatchObject({ total: 1, changed: 1 });
    expect(await statuses([...ids, later.id])).toEqual(['completed', 'cancelled', 'completed']);
  });

  test('two jobs on the same rows at once: each row is cancelled once', async () => {
    const { shop, bulk } = await orders(6);
    const body = { action: 'cancel' as const, notify: true, except: [] };
    const jobs = await Promise.all([bulk.ask('orders', body), bulk.ask('orders', body)]);
    await Promise.all([app.runJobs(), app.runJobs()]);
    const done = await Promise.all(jobs.map(({ body: { data } }) => bulk.jobOf(data.id)));
    expect(done.map((job) => job?.status)).toEqual(['done', 'done']);
    expect(done.reduce((sum, job) => sum + (job?.changed ?? 0), 0)).toBe(6);
    expect(done.reduce((sum, job) => sum + (job?.kept ?? 0), 0)).toBe(6);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  });
});

describe('resending', () => {
  test('mails each order, or each ticket, once more, and keeps those that were cancelled', async () => {
    const { made, ids, bulk } = await orders(2, 2);
    const [one, two] = made;
    await bulk.run('attendees', { action: 'cancel', notify: false, ids: [two?.attendeeIds[1] ?? 0] });
    const whole = await bulk.run('orders', { action: 'resend', ids });
    expect(whole).toMatchObject({ changed: 2, kept: 0, canUndo: false });
    expect(await mailsOf('order_confirmation', ids)).toEqual(ids);
    const tickets = await bulk.run('attendees', { action: 'resend', except: [] });
    expect(tickets).toMatchObject({
      changed: 3,
      kept: 1,
      reasons: [{ code: 'ATTENDEE_CANCELLED', count: 1 }],
    });
    expect(await mailsOf('attendee_ticket', ids)).toEqual([one?.id, one?.id, two?.id]);
    expect(await auditOf('order', ids[0] ?? 0)).toEqual(['order.resent', 'order.resent']);
  });
});

describe('refunding', () => {
  test('sends back all that is left, says the sum before, and keeps what the single refund refuses', async () => {
    const shop = await paidShop();
    const bulk = bulkOf(app, shop);
    const [whole, part, refunded] = [
      await paidOrder(2, shop),
      await paidOrder(1, shop),
      await paidOrder(1, shop),
    ];
    await part.refund({ amount: 700 });
    await refunded.refund({ amount: 2500 });
    await app.runJobs();
    const { priceId } = await freeTicket(shop);
    const byHand = { payment: null, locale: 'en', notify: false, exceedCapacity: false } as const;
    const attendees = [{ firstName: 'Ana', lastName: '', email: '' }];
    const added = await bulk.owner.call(addGuests, {
      params: bulk.params,
      body: { ...byHand, priceId, amount: 0, attendees },
    });
    expect(added.status).toBe(201);
    const said = await bulk.owner.call(previewOrderRefunds, { params: bulk.params, body: { except: [] } });
    expect(said.body.data).toEqual({
      currency: 'EUR',
      byProvider: { orders: 2, amount: 5000 + 1800 },
      byHand: { orders: 0, amount: 0 },
      kept: [
        { code: expect.any(String), count: 1 },
        { code: expect.any(String), count: 1 },
      ],
    });
    const job = await bulk.run('orders', {
      action: 'refund',
      cancel: true,
      notify: false,
      note: 'Rain',
      except: [],
    });
    expect(job).toMatchObject({ total: 4, changed: 2, kept: 2, canUndo: false });
    expect(new Set(job.reasons.map(({ code }) => code))).toEqual(
      new Set(said.body.data.kept.map(({ code }) => code)),
    );
    expect(job.reasons.map(({ code }) => code).sort()).toEqual(['ORDER_IS_MANUAL', 'REFUND_ABOVE_REMAINING']);
    await app.runJobs();
    expect([await whole.state(), await part.state(), await refunded.state()]).toEqual([
      'cancelled full 5000',
      'cancelled full 2500',
      'completed full 2500',
    ]);
    expect(bank.paymentOf(whole.shortId)?.refunded).toBe(5000);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    expect(await auditOf('order', whole.payment.orderId)).toEqual(['refund.opened', 'order.cancelled']);
  });

  test('of attendees is one refund an order of what their tickets cost, once', async () => {
    const shop = await paidShop();
    const bulk = bulkOf(app, shop);
    const [one, two] = [await paidOrder(3, shop), await paidOrder(1, shop)];
    const ids = [...one.attendeeIds.slice(0, 2), ...two.attendeeIds];
    const body = { action: 'refund', cancel: true, notify: false, note: '' } as const;
    const preview = () => bulk.owner.call(previewAttendeeRefunds, { params: bulk.params, body: { ids } });
    expect((await preview()).body.data.byProvider).toEqual({ orders: 2, amount: 7500 });
    expect(await bulk.run('attendees', { ...body, ids })).toMatchObject({ changed: 3, kept: 0 });
    await app.runJobs();
    expect([await one.state(), await two.state()]).toEqual(['completed partial 5000', 'cancelled full 2500']);
    expect((await one.refunds()).refunds).toMatchObject([{ amount: 5000, attendeeIds: ids.slice(0, 2) }]);
    expect((await preview()).body.data.kept).toEqual([{ code: 'ATTENDEE_ALREADY_REFUNDED', count: 3 }]);
    const again = await bulk.run('attendees', { ...body, except: [] });
    expect(again).toMatchObject({
      changed: 1,
      kept: 3,
      reasons: [{ code: 'ATTENDEE_ALREADY_REFUNDED', count: 3 }],
    });
    await app.runJobs();
    expect(await one.state()).toBe('cancelled full 7500');
  });

  test('holds few orders at once, so that whoever changes one of them need not come again', async () => {
    const shop = await paidShop(30);
    await Promise.all(Array.from({ length: 21 }, () => paidOrder(1, shop)));
    const job = await bulkOf(app, shop).run('orders', {
      action: 'refund',
      ...{ cancel: true, notify: false, note: '', except: [] },
    });
    expect(job).toMatchObject({ total: 21, changed: 21, status: 'done' });
    const { rows } = await sql<{ orders: number }>`
      select count(*)::int as orders from app.bulk_job_rows where job_id = ${job.id}
      group by xmin::text order by 1`.execute(db);
    expect(rows.map(({ orders }) => orders)).toEqual([1, 20]);
  });

  test('of an order with a pending refund is kept', async () => {
    const paid = await paidOrder(1);
    const bulk = bulkOf(app, paid.shop);
    bank.behaviour.refund = 'pending';
    await paid.refund({ amount: 100 });
    const job = await bulk.run('orders', {
      action: 'refund',
      cancel: false,
      notify: false,
      note: '',
      except: [],
    });
    expect(job.reasons).toEqual([{ code: 'REFUND_PENDING', count: 1 }]);
  });
});

async function freeTicket(shop: { accountId: number; eventId: number }) {
  const { buildTicket } = await import('../../catalog/tickets/factory.ts');
  const { priceId } = await buildTicket(db, {
    accountId: shop.accountId,
    eventId: shop.eventId,
    type: 'free',
  });
  return { priceId };
}

describe('who may', () => {
  test('another account finds neither event nor job; a repeated key makes one job; nothing chosen is refused', async () => {
    const { shop, ids, bulk } = await orders(1);
    const stranger = await buildAccount(db);
    const theirs = bulkOf(app, { ...shop, token: stranger.token });
    const body = { action: 'resend', ids } as const;
    expect((await theirs.ask('orders', body)).status).toBe(404);
    expect((await theirs.owner.call(listBulkJobs, { params: bulk.params })).status).toBe(404);
    const first = await bulk.ask('orders', body, { key: 'same-key-1' });
    const second = await bulk.ask('orders', body, { key: 'same-key-1' });
    expect(second.body.data.id).toBe(first.body.data.id);
    const other = await bulk.ask('orders', { action: 'cancel', notify: false, ids }, { key: 'same-key-1' });
    expect(other.problem.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await theirs.undo(first.body.data.id)).status).toBe(404);
    expect((await bulk.ask('orders', { action: 'resend', ids: [999_999_999] })).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'ids', code: 'not_found' }],
    });
    // An empty body must never mean all rows.
    const empty = await bulk.owner.call(bulkOrders, { params: bulk.params, body: { action: 'resend' } });
    expect(empty.status).toBe(422);
    expect((await app.as().call(bulkOrders, { params: bulk.params, body })).status).toBe(401);
  });
});

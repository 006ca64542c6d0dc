import { randomBytes } from 'node:crypto';
import { changeBuyer } from '@entrada/contract/sales/buyers';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { getOrder } from '@entrada/contract/sales/checkout';
import { exportPath } from '@entrada/contract/sales/exports';
import { addGuests } from '@entrada/contract/sales/guests/add';
import { getAttendee, reissueCode, updateAttendee } from '@entrada/contract/sales/holders';

import { createRefund, listRefunds } from '@entrada/contract/sales/refunds';
import { resendOrder } from '@entrada/contract/sales/resends';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import { buildCapacity, buildTaxOrFee, buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, reserveAs, stockOf, visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const ROSA = { firstName: 'Rosa', lastName: 'Calatrava', email: 'rosa@example.com' };
const VERA = { firstName: 'Vera', lastName: '', email: '' };
const FREE = { amount: 0, payment: null, locale: 'de' as const, notify: true, exceedCapacity: false };

type Shop = { token: string; eventId: number; priceId: number };
type More = Partial<Parameters<typeof bodyOf>[1]>;
const bodyOf = (
  priceId: number,
  more: Partial<Omit<typeof FREE, 'payment'>> & {
    payment?: 'cash' | 'card' | null;
    attendees?: (typeof ROSA)[];
    answers?: Record<string, string>;
    attendeeAnswers?: Record<string, string>[];
    expectedTotal?: number;
  } = {},
) => ({ priceId, attendees: [ROSA], ...FREE, ...more });

const add = (shop: Shop, more: More = {}, key = randomBytes(12).toString('base64url')) =>
  app
    .as({ token: shop.token })
    .call(
      addGuests,
      { params: { eventId: String(shop.eventId) }, body: bodyOf(shop.priceId, more) },
      { idempotencyKey: key },
    );
const mailsTo = (orderId: number) =>
  db
    .selectFrom('mails')
    .select(['kind', 'to_address', 'locale'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
const paramsOf = (shop: Shop, orderId: number) => ({
  params: { eventId: String(shop.eventId), orderId: String(orderId) },
});

describe('added by hand', () => {
  test('people get tickets, the places are taken like any sale, and whoever has an address gets a mail', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 5, hidden: true } });
    const { accountId, eventId } = shop;
    const pool = await buildCapacity(db, { accountId, eventId, ticketIds: [shop.ticketId], quantity: 4 });
    const hiroshi = { firstName: 'Hiroshi', lastName: 'Tanaka', email: 'h.tanaka@example.com' };
    const reply = await add(shop, { attendees: [ROSA, VERA, hiroshi] });
    expect(reply.status, JSON.stringify(reply.problem)).toBe(201);
    const order = reply.body.data;
    expect(order).toMatchObject({
      badge: 'COMPLETED',
      isManual: true,
      paidByHand: null,
      total: 0,
      buyer: ROSA,
    });
    expect(order.history).toMatchObject([{ kind: 'added_by_hand', by: expect.any(String), count: 3 }]);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 3, reserved: 0 });
    expect(await stockOf(db, pool.counterId)).toEqual({ sold: 3, reserved: 0 });
    expect(await mailsTo(order.id)).toEqual([
      { kind: 'order_confirmation', to_address: ROSA.email, locale: 'de' },
      { kind: 'attendee_ticket', to_address: hiroshi.email, locale: 'de' },
    ]);
    const people = await db
      .selectFrom('attendees')
      .select(['first_name', 'last_name', 'email', 'status', 'locale'])
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute();
    expect(people).toMatchObject([
      { first_name: 'Rosa', email: ROSA.email, status: 'active', locale: 'de' },
      { first_name: 'Vera', last_name: '', email: '', status: 'active' },
      { first_name: 'Hiroshi', status: 'active' },
    ]);
    const shown = await visitor(app).call(getOrder, { params: { orderShortId: order.shortId } });
    expect(shown.body.data.step).toBe('summary');
    await app.runJobs();
    const mails = await db.selectFrom('mails').select('status').where('order_id', '=', order.id).execute();
    expect(mails.map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('tickets know that a person added their order, also those of a version that does not say so', async () => {
    const shop = await buildShop(db);
    const { id } = (await add(shop)).body.data;
    const tickets = sql<{ is_guest: boolean }>`select is_guest from app.attendees where order_id = ${id}`;
    expect((await tickets.execute(db)).rows).toEqual([{ is_guest: true }]);
    const copied = db.transaction().execute(async (tx) => {
      await sql`
        insert into app.attendees (account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference,
          first_name, email, locale)
        select account_id, event_id, order_id, order_item_id, ticket_id, price_id, 'a_' || left(md5(short_id), 22),
          reference || 'X', first_name, email, locale from app.attendees where order_id = ${id}`.execute(tx);
      const { rows } = await tickets.execute(tx);
      throw new Error(`rolled back ${JSON.stringify(rows)}`);
    });
    await expect(copied).rejects.toThrow('rolled back [{"is_guest":true},{"is_guest":true}]');
  });

  test('nobody is mailed if it is not wanted, and whoever has no address is mailed to another one only', async () => {
    const shop = await buildShop(db);
    const quiet = await add(shop, { notify: false });
    expect(await mailsTo(quiet.body.data.id)).toEqual([]);
    const nameless = await add(shop, { attendees: [VERA] });
    const { id } = nameless.body.data;
    expect(await mailsTo(id)).toEqual([]);
    const me = app.as(shop);
    const again = (body: { email?: string }) => me.call(resendOrder, { ...paramsOf(shop, id), body });
    expect((await again({})).problem.errors).toEqual([{ path: 'email', code: 'required' }]);
    expect((await again({ email: 'vera@example.com' })).body.data.to).toBe('vera@example.com');
    const { id: attendeeId } = await db
      .selectFrom('attendees')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    const params = { eventId: String(shop.eventId), attendeeId: String(attendeeId) };
    const { version } = (await me.call(getAttendee, { params })).body.data;
    const renewed = await me.call(
      reissueCode,
      { params, body: { version, sendTicket: true } },
      { idempotencyKey: randomBytes(12).toString('base64url') },
    );
    expect(renewed.status).toBe(200);
    // A correction of whoever has no address asks for none, and nobody loses one.
    const corrected = { firstName: 'Věra', lastName: 'Novak', email: '', locale: 'de' as const };
    const correct = async (more: { email?: string; sendTicket?: boolean } = {}) => {
      const { version } = (await me.call(getAttendee, { params })).body.data;
      return me.call(updateAttendee, { params, body: { version, ...corrected, sendTicket: false, ...more } });
    };
    expect((await correct({ sendTicket: true })).problem.errors).toEqual([
      { path: 'email', code: 'required' },
    ]);
    expect((await correct()).body.data).toMatchObject({ firstName: 'Věra', email: '' });
    expect((await correct({ email: 'vera@example.org' })).body.data.email).toBe('vera@example.org');
    expect((await correct()).problem.errors).toEqual([{ path: 'email', code: 'required' }]);
    const change = (more: { email?: string; resend?: boolean; version: number }) =>
      me.call(changeBuyer, { ...paramsOf(shop, id), body: { ...corrected, resend: false, ...more } });
    expect((await change({ version: 1, resend: true })).problem.errors).toEqual([
      { path: 'email', code: 'required' },
    ]);
    expect((await change({ version: 1 })).body.data.buyer).toMatchObject({ firstName: 'Věra', email: '' });
    const gone = await me.call(cancelOrder, { ...paramsOf(shop, id), body: { notify: true } });
    expect(gone.body.data.badge).toBe('CANCELLED');
    await app.runJobs();
    expect((await mailsTo(id)).map(({ to_address }) => to_address)).toEqual(['vera@example.com']);
  });

  test('paid in cash it counts as money, is invoiced and exported as such, and is cancelled but never refunded', async () => {
    const shop = await buildShop(db, {
      event: { settings: { invoicing: true, invoice_prefix: 'BOX-' } },
      ticket: { type: 'paid', amount: 4500, quantity: 5 },
    });
    const { accountId, eventId, ticketId } = shop;
    const { id: tax } = await buildTaxOrFee(db, { accountId, name: 'IVA', rate: '10' });
    await db
      .insertInto('ticket_taxes_and_fees')
      .values({ account_id: accountId, ticket_id: ticketId, tax_or_fee_id: tax })
      .execute();
    const paid = { amount: 2000, payment: 'cash' as const, attendees: [ROSA, VERA] };
    const refused = await add(shop, { ...paid, expectedTotal: 4000 });
    expect(refused.problem).toMatchObject({ code: 'TOTAL_CHANGED', params: { total: 4400 } });
    const reply = await add(shop, { ...paid, expectedTotal: 4400 });
    const order = reply.body.data;
    expect(order).toMatchObject({ total: 4400, paidByHand: 'cash', badge: 'COMPLETED', payment: null });
    expect(order.invoice?.number).toBe('BOX-00001');
    const invoice = await db
      .selectFrom('invoices')
      .select('content')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(invoice.content).toMatchObject({ payment: 'cash', totalMinor: 4400 });
    const me = app.as(shop);
    const csv = await me.send({ method: 'GET', url: `/api${exportPath(eventId, 'orders', 'csv')}` });
    expect(csv.body).toContain(',Cash,');
    const money = await me.call(listRefunds, paramsOf(shop, order.id));
    expect(money.body.data).toMatchObject({ paid: 4400, refundable: 0, obstacle: 'ORDER_IS_MANUAL' });
    const refund = await me.call(
      createRefund,
      { ...paramsOf(shop, order.id), body: { amount: 100, cancel: false, notify: false, note: '' } },
      { idempotencyKey: randomBytes(12).toString('base64url') },
    );
    expect(refund.problem.code).toBe('ORDER_IS_MANUAL');
    await me.call(cancelOrder, { ...paramsOf(shop, order.id), body: { notify: false } });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  });

  test('what was asked may be answered and need not be', async () => {
    const shop = await buildShop(db);
    const { accountId, eventId } = shop;
    const asked = { accountId, eventId, required: true };
    const diet = await buildQuestion(db, { ...asked, scope: 'attendee', type: 'text', title: 'Diet' });
    const badge = await buildQuestion(db, { ...asked, scope: 'order', type: 'text', title: 'Company' });
    const attendeeAnswers = [{}, { [diet.questionId]: 'Vegan' }];
    const reply = await add(shop, { attendees: [ROSA, VERA], attendeeAnswers });
    expect(reply.body.data.answers).toMatchObject([
      { attendee: { name: 'Vera' }, given: [{ title: 'Diet', value: 'Vegan' }] },
    ]);
    const wrong = await add(shop, { answers: { '999999': 'x', [badge.questionId]: 'À Punt' } });
    expect(wrong.problem.errors).toEqual([{ path: 'answers.999999', code: 'not_found' }]);
  });

  test('the same key adds once, with another body it is refused', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 9 } });
    const key = randomBytes(12).toString('base64url');
    const all = await Promise.all([add(shop, {}, key), add(shop, {}, key)]);
    const again = await add(shop, {}, key);
    expect(new Set([...all, again].map(({ body }) => body.data.id)).size).toBe(1);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    expect((await add(shop, { notify: false }, key)).problem.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('the capacity', () => {
  test('is exceeded only on purpose, and that is on record; nothing more is sold until enough came back', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 2 } });
    const three = { attendees: [ROSA, VERA, VERA] };
    const refused = await add(shop, three);
    expect(refused.problem).toMatchObject({ code: 'NOT_ENOUGH_LEFT', params: { left: 2 } });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    const reply = await add(shop, { ...three, exceedCapacity: true });
    expect(reply.body.data.exceedsCapacity).toBe(true);
    const { id } = reply.body.data;
    const entry = await db
      .selectFrom('audit_entries')
      .select(['user_id', 'after'])
      .where('target_id', '=', id)
      .where('action', '=', 'order.added_by_hand')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      user_id: expect.any(Number),
      after: { exceeded: [{ counterId: shop.counterId, by: 1 }] },
    });
    const held = await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    expect(held.status).toBe(409);
    await app.as(shop).call(cancelOrder, { ...paramsOf(shop, id), body: { notify: false } });
    const fits = await add(shop, { exceedCapacity: true });
    expect(fits.body.data.exceedsCapacity).toBe(false);
    const last = await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    expect(last.status).toBe(201);
    expect((await add(shop)).problem).toMatchObject({ code: 'NOT_ENOUGH_LEFT', params: { left: 0 } });
  });

  test('a buyer who holds places when it is exceeded may still take fewer of them, and nobody more', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 2 } });
    const buyer = visitor(app);
    const hold = (client: typeof buyer, quantity: number) =>
      reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity }]);
    expect((await hold(buyer, 2)).status).toBe(201);
    await add(shop, { attendees: [ROSA, VERA, VERA], exceedCapacity: true });
    // The refusal reads the present state, so the next answer does not come from an older one.
    expect((await hold(visitor(app), 1)).problem).toMatchObject({ code: 'SOLD_OUT', params: { left: 0 } });
    expect((await hold(buyer, 3)).problem).toMatchObject({ code: 'NOT_ENOUGH_LEFT', params: { left: 2 } });
    expect((await hold(buyer, 1)).status).toBe(201);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 3, reserved: 1 });
  });

  test('a hold whose time is over gives its place to a guest', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 1 } });
    await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    expect((await add(shop)).problem.code).toBe('NOT_ENOUGH_LEFT');
    await sql`update app.orders set expires_at = app.now() - interval '1 second'
      where event_id = ${shop.eventId} and status = 'reserved'`.execute(db);
    expect((await add(shop)).status).toBe(201);
  });

  test('guests and buyers at the last places at once: as many get one as there are', async () => {
    for (let round = 0; round < 3; round += 1) {
      const shop = await buildShop(db, { ticket: { quantity: 4 } });
      const items = [{ priceId: shop.priceId, quantity: 1 }];
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => [add(shop), reserveAs(visitor(app), shop.eventId, items)]).flat(),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(4);
      const { sold, reserved } = await stockOf(db, shop.counterId);
      expect(sold + reserved).toBe(4);
    }
  });
});

describe('is refused', () => {
  test('without a ticket, in an archived event, at the field that is wrong', async () => {
    const account = await buildAccount(db);
    const { accountId } = account;
    const { eventId } = await buildEvent(db, { accountId });
    const shop = { ...account, eventId, priceId: 1 };
    expect((await add(shop)).problem.code).toBe('NO_TICKETS_YET');
    const fund = await buildTicket(db, { accountId, eventId, type: 'free', admits: false });
    expect((await add({ ...shop, priceId: fund.priceId })).problem.code).toBe('NO_TICKETS_YET');
    const { priceId } = await buildTicket(db, { accountId, eventId, type: 'free', position: 2 });
    const wrong = [
      [{ payment: 'cash' as const }, 'payment', 'invalid_choice'],
      [{ amount: 100 }, 'payment', 'required'],
      [{ amount: 100, payment: 'card' as const }, 'amount', 'too_big'],
      [{ attendees: [] }, 'attendees', 'required'],
      [{ attendees: [{ ...VERA, email: 'rosa' }] }, 'attendees.0.email', 'invalid_email'],
    ] as const;
    for (const [more, path, code] of wrong) {
      const reply = await add({ ...shop, priceId }, more as More);
      expect(reply.problem.errors, path).toMatchObject([{ path, code }]);
    }
    const nobody = await add({ ...shop, priceId: fund.priceId });
    expect(nobody.problem.errors).toEqual([{ path: 'priceId', code: 'admits_nobody' }]);
    await db.updateTable('events').set({ status: 'archived' }).where('id', '=', eventId).execute();
    expect((await add({ ...shop, priceId })).problem.code).toBe('EVENT_ARCHIVED');
  });
});

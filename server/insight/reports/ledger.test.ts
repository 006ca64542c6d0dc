import { readFile } from 'node:fs/promises';
import {
  getAccountCodeReport,
  getEventCodeReport,
  getEventSourceReport,
} from '@entrada/contract/insight/reports/origins';
import { getEventAnswerReport, getEventAttendanceReport } from '@entrada/contract/insight/reports/people';
import {
  getAccountPayoutReport,
  getAccountRefundReport,
  getEventPayoutReport,
  getEventRefundReport,
} from '@entrada/contract/insight/reports/returns';
import { getAccountSalesReport, getEventSalesReport } from '@entrada/contract/insight/reports/sales';
import { getAccountTaxReport, getEventTaxReport } from '@entrada/contract/insight/reports/taxes';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { sellInSpring } from '../../test/reports/spring.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const world = await useRefundingApp();
const { db } = world;
keepInvariants(db);
const { owner, accountId, sea, couple, third, fourth, fifth, mixed, up, city2 } = await sellInSpring(world);

const params = { eventId: String(sea) };
const march = { from: '2026-03-28', to: '2026-03-31' };
const all = { from: '2026-03-28', to: '2026-11-02' };

/** The columns of a line in their order: sales, discounts, refunds, fees, taxes added, received, tax, tax refunded. */
const line = (
  [sales, discounts, refunded, fees, taxesAdded, received, tax, taxRefunded]: number[],
  orders: number,
  sold: number,
) => ({ sales, discounts, refunded, fees, taxesAdded, received, tax, taxRefunded, orders, sold });
const without = <T extends object>(one: T, ...names: (keyof T)[]) =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name as keyof T)));

test('sales, by day', async () => {
  const { data } = (await owner.call(getEventSalesReport, { params, query: march })).body;
  expect(data.total).toEqual({
    ...line([130331, 1899, 25811, 6456, 1170, 110247, 9856, 1921], 23, 35),
    ...{ ordersWithCode: 2, cancelled: 2 },
  });
  expect(data.days).toEqual([
    { day: '2026-03-28', ...line([13500, 0, 0, 810, 0, 14310, 1302, 0], 2, 3) },
    { day: '2026-03-29', ...line([30832, 1899, 0, 1356, 648, 30937, 1862, 0], 5, 9) },
    { day: '2026-03-30', ...line([42499, 0, 4000, 1800, 522, 40821, 2692, 0], 8, 15) },
    { day: '2026-03-31', ...line([43500, 0, 21811, 2490, 0, 24179, 4000, 1921], 8, 8) },
  ]);
  expect(data.hasMoney).toBe(true);
  expect(data.before).toBeNull();
  const next = { from: '2026-04-01', to: '2026-04-01' };
  const later = (await owner.call(getEventSalesReport, { params, query: next })).body.data;
  expect(later.total).toMatchObject(line([4500, 0, 0, 270, 0, 4770, 434, 0], 1, 1));
  expect(later.before).toMatchObject({ from: '2026-03-31', to: '2026-03-31', sales: 43500, sold: 8 });
});

test('sales by ticket, and over the days on which the clocks change', async () => {
  const { tickets } = (await owner.call(getEventSalesReport, { params, query: march })).body.data;
  const told = tickets.map(({ name, ...one }) => [
    name,
    without(one, 'ticketId', 'priceId', 'priceLabel', 'type'),
  ]);
  const ticket = (price: number, cancelled: number, sold: number, sums: number[]) => ({
    ...without(line(sums, 0, sold), 'orders'),
    ...{ price, cancelled },
  });
  expect(told).toEqual([
    ['Pass', ticket(4500, 0, 17, [76500, 900, 20603, 4536, 0, 59533, 7290, 1873])],
    ['Gold', ticket(9500, 0, 1, [14500, 0, 0, 870, 0, 15370, 1396, 0])],
    ['Tour', ticket(3333, 0, 7, [23331, 999, 1001, 1050, 1170, 23551, 1170, 48])],
    ['Talk', ticket(2000, 2, 8, [16000, 0, 4207, 0, 0, 11793, 0, 0])],
    ['Lab', ticket(0, 0, 2, [0, 0, 0, 0, 0, 0, 0, 0])],
  ]);
  const there = { params: { eventId: String(city2) }, query: { from: '2026-10-31', to: '2026-11-02' } };
  const { days } = (await owner.call(getEventSalesReport, there)).body.data;
  expect(days.map(({ sold, received, tax }) => [sold, received, tax])).toEqual([
    [1, 1000, 174],
    [4, 4000, 696],
    [1, 1000, 174],
  ]);
});

test('taxes and fees by rate, and what a tax return says', async () => {
  const { data } = (await owner.call(getEventTaxReport, { params, query: march })).body;
  const told = data.charges.map((one) => [
    ...[one.name, one.base, one.collected, one.baseRefunded, one.refunded, one.netBase, one.net],
  ]);
  expect(told).toEqual([
    ['VAT', 86820, 8686, 18730, 1873, 68090, 6813],
    ['City tax', 23382, 1170, 953, 48, 22429, 1122],
    ['Booking', 90100, 5406, 19437, 1166, 70663, 4240],
    ['Service', 22332, 1050, 912, 41, 21420, 1009],
  ]);
  expect(data.charges[0]).toMatchObject({ type: 'tax', rate: '10.0000', amount: null, included: true });
  expect(data.charges[3]).toMatchObject({ type: 'fee', calculation: 'fixed', rate: null, amount: 150 });
  expect(data.untaxed).toEqual({ base: 16000, baseRefunded: 4207, netBase: 11793 });
  expect(data.total).toEqual({ taxes: 9856, taxesRefunded: 1921, fees: 6456, feesRefunded: 1207 });
});

test('refunds by reason and by day', async () => {
  const { data } = (await owner.call(getEventRefundReport, { params, query: march })).body;
  expect(data.total).toEqual({ refunds: 7, refunded: 21041, disputes: 1, lost: 4770, cancelled: 2 });
  expect(data.reasons).toEqual([
    { reason: 'requested', count: 6, amount: 20541 },
    { reason: 'dispute', count: 1, amount: 4770 },
    { reason: 'by_hand', count: 1, amount: 500 },
  ]);
  expect(data.days).toEqual([
    { day: '2026-03-30', count: 1, amount: 4000 },
    { day: '2026-03-31', count: 7, amount: 21811 },
  ]);
});

test('what the provider has to pay out against what was sold', async () => {
  const { data } = (await owner.call(getEventPayoutReport, { params, query: march })).body;
  expect(data.providers).toEqual([
    {
      ...{ provider: 'test_bank', payments: 20, charged: 121218, refunded: 20541, lost: 4770, held: 2000 },
      ...{ installationFee: 0, due: 93907 },
    },
  ]);
  expect(data).toMatchObject({
    areProviderFeesKnown: false,
    byHand: { received: 14840, returned: 500 },
    received: 110247,
  });
});

test('promo codes, affiliates and other sources', async () => {
  const { data } = (await owner.call(getEventCodeReport, { params, query: march })).body;
  expect(data.codes).toMatchObject([{ code: 'TEN', orders: 2, discounts: 1899, paid: 18510 }]);
  expect(data.without).toEqual({ orders: 21, paid: 112248 });
  const { id } = await db
    .insertInto('affiliates')
    .values({ account_id: accountId, event_id: sea, code: 'SOL', name: 'Radio Sol', email: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ofRadio = [third.orderId, fifth.orderId];
  await sql`update app.orders set affiliate_id = ${id} where id = any(${ofRadio}::bigint[])`.execute(db);
  const { sources } = (await owner.call(getEventSourceReport, { params, query: march })).body.data;
  expect(sources).toMatchObject([
    { kind: 'direct', affiliateId: null, orders: 21, paid: 122331, discounts: 1899 },
    { kind: 'affiliate', name: 'Radio Sol', affiliateId: id, orders: 2, paid: 8427, discounts: 0 },
  ]);
  expect(sources).toHaveLength(2);
});

test('answers of orders and of tickets', async () => {
  const heard = await buildQuestion(db, {
    ...{ accountId, eventId: sea, type: 'radio', title: 'Heard' },
    options: ['Friend', 'Press'],
  });
  const food = await buildQuestion(db, {
    ...{ accountId, eventId: sea, type: 'checkbox', title: 'Food', scope: 'attendee', position: 2 },
    options: ['Vegan', 'Nuts'],
  });
  const text = await buildQuestion(db, { accountId, eventId: sea, title: 'Wishes', position: 3 });
  const answer = (questionId: number, orderId: number, attendeeId: number | null, value: unknown) =>
    db
      .insertInto('answers')
      .values({
        ...{ account_id: accountId, question_id: questionId, order_id: orderId, attendee_id: attendeeId },
        ...{ title: '?', type: attendeeId === null ? 'radio' : 'checkbox', value: JSON.stringify(value) },
      })
      .execute();
  const first = couple.attendeeIds;
  await answer(heard.questionId, couple.orderId, null, 'Friend');
  await answer(heard.questionId, fourth.orderId, null, 'Friend');
  await answer(heard.questionId, mixed.orderId, null, 'Press');
  await answer(food.questionId, couple.orderId, first[0] ?? 0, ['Vegan', 'Nuts']);
  await answer(food.questionId, couple.orderId, first[1] ?? 0, ['Vegan']);
  await answer(food.questionId, up.orderId, up.attendeeIds[0] ?? 0, ['Nuts']);

  const ask = (questionId?: number) =>
    owner.call(getEventAnswerReport, {
      params,
      query: { ...march, ...(questionId !== undefined && { question: String(questionId) }) },
    });
  const orders = (await ask(heard.questionId)).body.data;
  expect(orders).toMatchObject({ isMultiple: false, question: { title: 'Heard', scope: 'order' } });
  expect(orders.answers).toEqual([
    { answer: 'Friend', orders: 2, sold: 4, paid: 18126 },
    { answer: 'Press', orders: 1, sold: 3, paid: 10427 },
  ]);
  expect(orders.unanswered).toEqual({ orders: 20, sold: 28, paid: 102205 });
  // Asked for one option before, and for several since.
  await sql`update app.answers set value = '["Press", "Friend"]' where question_id = ${heard.questionId}
    and order_id = ${mixed.orderId}`.execute(db);
  const changed = (await ask(heard.questionId)).body.data;
  expect(changed.answers).toEqual([
    { answer: 'Friend', orders: 3, sold: 7, paid: 28553 },
    { answer: 'Press', orders: 1, sold: 3, paid: 10427 },
  ]);
  expect(changed.unanswered).toEqual(orders.unanswered);
  const tickets = (await ask(food.questionId)).body.data;
  expect(tickets.isMultiple).toBe(true);
  // Somebody who was moved to a dearer ticket counts with what was sold.
  expect(tickets.answers).toEqual([
    { answer: 'Nuts', orders: 2, sold: 2, paid: 9540 },
    { answer: 'Vegan', orders: 1, sold: 2, paid: 9540 },
  ]);
  expect(tickets.unanswered).toEqual({ orders: 21, sold: 32, paid: 116448 });
  expect((await ask(text.questionId)).status).toBe(404);
  const none = (await ask()).body.data;
  expect(none).toMatchObject({ question: null, answers: [], unanswered: null });
  expect(none.questions.map(({ title }) => title)).toEqual(['Heard', 'Food']);
});

test('attendance by list, by day and by time of day, over the change of the clocks', async () => {
  const list = async (name: string) =>
    (
      await db
        .insertInto('check_in_lists')
        .values({ account_id: accountId, event_id: sea, short_id: newShortId('cl'), name })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [gate, side] = [await list('Gate'), await list('Side')];
  const enter = async (
    listId: number,
    attendeeId: number | undefined,
    at: string,
    out: string | null = null,
  ) => {
    await sql`insert into app.scans (account_id, check_in_list_id, attendee_id, outcome, method, nonce, scanned_at)
      values (${accountId}, ${listId}, ${attendeeId}, 'admitted', 'scan', ${at}, ${at})`.execute(db);
    await sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, checked_in_at, checked_out_at)
      values (${accountId}, ${sea}, ${listId}, ${attendeeId}, ${at}, ${out})`.execute(db);
  };
  const [one, two] = couple.attendeeIds;
  await enter(gate, one, '2026-03-28T22:50:00Z', '2026-03-28T23:30:00Z');
  await enter(gate, one, '2026-03-29T00:59:00Z');
  await enter(gate, two, '2026-03-29T01:00:00Z');
  await enter(side, two, '2026-03-29T01:16:00Z');
  await enter(gate, third.attendeeIds[0], '2026-04-02T10:00:00Z');
  const { data } = (await owner.call(getEventAttendanceReport, { params, query: march })).body;
  expect(data).toMatchObject({ people: 2, entries: 4 });
  expect(data.lists).toMatchObject([
    {
      name: 'Gate',
      people: 2,
      entries: 3,
      firstAt: '2026-03-28T22:50:00.000Z',
      lastAt: '2026-03-29T01:00:00.000Z',
    },
    { name: 'Side', people: 1, entries: 1 },
  ]);
  expect(data.days).toEqual([
    { day: '2026-03-28', people: 1, entries: 1 },
    { day: '2026-03-29', people: 2, entries: 3 },
  ]);
  // 23:45, then 01:45 in winter and 03:00 in summer: one minute lies between them.
  const times = data.times.filter(({ entries }) => entries > 0);
  expect(times).toEqual([
    { at: '01:45', entries: 1 },
    { at: '03:00', entries: 1 },
    { at: '03:15', entries: 1 },
    { at: '23:45', entries: 1 },
  ]);
  expect(data.times).toHaveLength(89);
});

test('over the account: each currency alone, each event by its own days', async () => {
  const { currencies } = (await owner.call(getAccountSalesReport, { query: all })).body.data;
  expect(currencies.map(({ currency }) => currency)).toEqual(['EUR', 'GBP']);
  const [euros, pounds] = currencies;
  expect(euros?.total).toMatchObject(line([140831, 1899, 25811, 6726, 1170, 121017, 11334, 1921], 29, 42));
  expect(euros?.events.map(({ title, received, sold }) => [title, received, sold])).toEqual([
    ['Marea', 115017, 36],
    ['Skyline', 6000, 6],
  ]);
  expect(pounds?.total).toMatchObject(line([3600, 0, 400, 0, 720, 3920, 720, 67], 2, 3));
  expect(pounds?.days.filter(({ sold }) => sold > 0)).toEqual([
    { day: '2026-03-29', ...line([2400, 0, 0, 0, 480, 2880, 480, 0], 1, 2) },
    { day: '2026-03-30', ...line([1200, 0, 400, 0, 240, 1040, 240, 67], 1, 1) },
  ]);
  const taxes = (await owner.call(getAccountTaxReport, { query: all })).body.data.currencies;
  expect(
    taxes.map(({ currency, charges }) => [
      currency,
      charges.filter(({ type }) => type === 'tax').map(({ name, netBase, net }) => [name, netBase, net]),
    ]),
  ).toEqual([
    [
      'EUR',
      [
        ['IVA', 4956, 1044],
        ['VAT', 72426, 7247],
        ['City tax', 22429, 1122],
      ],
    ],
    ['GBP', [['UK VAT', 3267, 653]]],
  ]);
  const payouts = (await owner.call(getAccountPayoutReport, { query: all })).body.data.currencies;
  expect(payouts.map(({ received, providers }) => [received, providers[0]?.due])).toEqual([
    [121017, 104677],
    [3920, 3920],
  ]);
  const refunds = (await owner.call(getAccountRefundReport, { query: all })).body.data.currencies;
  expect(refunds.map(({ total }) => total.refunded + total.lost)).toEqual([25811, 400]);
  const codes = (await owner.call(getAccountCodeReport, { query: all })).body.data.currencies;
  expect(codes.map(({ codes, without }) => [codes.length, without.orders])).toEqual([
    [1, 27],
    [0, 2],
  ]);
});

test('an older installation comes to the same figures', async () => {
  const path = new URL('../../db/migrations/0057_report_figures.sql', import.meta.url);
  const text = await readFile(path, 'utf8');
  const [statement = ''] = text.slice(text.indexOf('-- What the figures lack')).split(';');
  const before = (await owner.call(getAccountSalesReport, { query: all })).body.data;
  await sql`update app.daily_figures set tax_added = 0`.execute(db);
  await sql`delete from app.daily_figures where kind = 'untaxed'`.execute(db);
  expect((await owner.call(getAccountSalesReport, { query: all })).body.data).not.toEqual(before);
  await sql.raw(statement).execute(db);
  expect((await owner.call(getAccountSalesReport, { query: all })).body.data).toEqual(before);
  const { untaxed } = (await owner.call(getEventTaxReport, { params, query: march })).body.data;
  expect(untaxed.base).toBe(16000);
});

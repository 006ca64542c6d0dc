import type { AnswerSheet } from '@entrada/contract/catalog/answers';
import { deleteQuestion, getQuestion, updateQuestion } from '@entrada/contract/catalog/questions';
import { LIMITS } from '@entrada/contract/constants';
import { getOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { getOrderDetail } from '@entrada/contract/sales/orders';
import { expect, test } from 'vitest';
import { buildQuestion, type QuestionOverrides } from '../../catalog/questions/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { usePayingApp } from '../../test/payments/paying.ts';
import { BUYER, buildShop, reserveAs } from '../../test/shop.ts';

const { app, db, start, confirm, refresh } = await usePayingApp();
keepInvariants(db);

type Shop = Awaited<ReturnType<typeof buildShop>>;
type Sheets = { answers?: AnswerSheet; attendeeAnswers?: AnswerSheet[] };

const ask = async ({ accountId, eventId }: Shop, more: Partial<QuestionOverrides>) =>
  (await buildQuestion(db, { accountId, eventId, ...more })).questionId;

async function hold(shop: Shop, items = [{ priceId: shop.priceId, quantity: 2 }]) {
  const client = app.as();
  const { shortId } = (await reserveAs(client, shop.eventId, items)).body.data;
  const params = { orderShortId: shortId };
  const save = (sheets: Sheets, key = app.key()) =>
    client.call(
      saveOrderDetails,
      {
        params,
        body: { ...BUYER, emailConfirmation: BUYER.email, sendAllToBuyer: true, attendees: [], ...sheets },
      },
      { idempotencyKey: key },
    );
  const read = async () => (await client.call(getOrder, { params })).body.data;
  return { shortId, save, read };
}

/** The order as its organizer sees it. */
async function detailOf(shop: Shop, shortId: string) {
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow();
  const params = { eventId: String(shop.eventId), orderId: String(id) };
  return (await app.as({ token: shop.token }).call(getOrderDetail, { params })).body.data;
}

test('a free order takes its answers in the transaction that issues its tickets', async () => {
  const shop = await buildShop(db);
  const heard = await ask(shop, { title: 'How did you hear of us?', required: true });
  const size = await ask(shop, {
    scope: 'attendee',
    type: 'radio',
    options: ['S', 'M'],
    title: 'Size',
    required: true,
  });
  const { save, read, shortId } = await hold(shop);
  expect((await read()).questions.map(({ id, ticketIds }) => [id, ticketIds])).toEqual([
    [heard, null],
    [size, null],
  ]);
  const refused = await save({ attendeeAnswers: [{ [size]: 'S' }, { [size]: 'XL' }] });
  expect(refused.problem.errors).toEqual([
    { path: `answers.${heard}`, code: 'required' },
    { path: `attendeeAnswers.1.${size}`, code: 'invalid_choice' },
  ]);
  const saved = await save({
    answers: { [heard]: ' A friend ' },
    attendeeAnswers: [{ [size]: 'S' }, { [size]: 'M' }],
  });
  expect(saved.body.data).toMatchObject({ badge: 'COMPLETED', questions: [] });
  const order = await read();
  expect(order.answered).toEqual(saved.body.data.answered);
  expect(order.answered).toEqual([
    {
      attendee: null,
      given: [{ questionId: heard, title: 'How did you hear of us?', type: 'text', value: 'A friend' }],
    },
    ...['S', 'M'].map((value, at) => ({
      attendee: { reference: order.tickets[at]?.reference, name: 'Lucía Márquez', ticketName: 'General' },
      given: [{ questionId: size, title: 'Size', type: 'radio', value }],
    })),
  ]);
  expect((await detailOf(shop, shortId)).answers).toEqual(order.answered);
});

test('an order to pay keeps its answers until then, and they can be corrected', async () => {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500 } });
  const address = await ask(shop, { type: 'address', title: 'Delivery address' });
  const meals = await ask(shop, { scope: 'attendee', type: 'checkbox', options: ['Lunch', 'Dinner'] });
  const home = {
    line1: 'Calle Mayor 1',
    line2: '',
    city: 'València',
    region: '',
    postalCode: '',
    country: 'ES',
  };
  const { save, read, shortId } = await hold(shop);
  expect((await save({ answers: { [address]: home } })).body.data.step).toBe('payment');
  const attendeeAnswers = [{ [meals]: ['Dinner', 'Lunch'] }, { [meals]: [] }];
  await save({ answers: { [address]: { ...home, city: 'Alacant' } }, attendeeAnswers });
  const open = await read();
  expect(open.answers).toEqual({ [address]: { ...home, city: 'Alacant' } });
  expect(open.attendeeAnswers).toEqual([{ [meals]: ['Lunch', 'Dinner'] }, {}]);
  const before = (await detailOf(shop, shortId)).answers;
  expect(before.map(({ attendee }) => attendee?.reference ?? null)).toEqual([null, `${open.reference}-1`]);
  const client = app.as();
  const started = (await start(client, shortId)).body.data;
  await confirm(started, '4242424242424242');
  await expect.poll(async () => (await refresh(client, shortId)).step).toBe('summary');
  expect((await detailOf(shop, shortId)).answers).toEqual(before);
  const rows = await db
    .selectFrom('answers')
    .innerJoin('orders as o', 'o.id', 'answers.order_id')
    .select(['answers.value', 'o.answers'])
    .where('o.short_id', '=', shortId)
    .execute();
  expect(rows).toHaveLength(2);
  expect(rows.map((row) => row.answers)).toEqual([[], []]);
});

test('the order and each attendee are asked what concerns their tickets, and never hidden questions', async () => {
  const shop = await buildShop(db);
  const other = await buildTicket(db, {
    accountId: shop.accountId,
    eventId: shop.eventId,
    type: 'free',
    name: 'Workshop',
    position: 2,
  });
  const hidden = await ask(shop, { title: 'canary', hidden: true, required: true });
  const plain = await ask(shop, { title: 'Of the workshop', ticketIds: [other.ticketId], required: true });
  const level = await ask(shop, {
    scope: 'attendee',
    title: 'Level',
    ticketIds: [other.ticketId],
    required: true,
  });
  const without = await hold(shop);
  expect((await without.read()).questions).toEqual([]);
  expect((await without.save({ answers: { [hidden]: 'x' } })).problem.errors).toEqual([
    { path: `answers.${hidden}`, code: 'not_found' },
  ]);
  expect((await without.save({})).status).toBe(200);
  const both = await hold(shop, [
    { priceId: shop.priceId, quantity: 1 },
    { priceId: other.priceId, quantity: 1 },
  ]);
  expect((await both.read()).questions.map(({ id }) => id)).toEqual([plain, level]);
  const missing = (await both.save({})).problem.errors;
  const at = (await both.read()).lines.findIndex((line) => line.ticketId === other.ticketId);
  expect(missing).toEqual([
    { path: `answers.${plain}`, code: 'required' },
    { path: `attendeeAnswers.${at}.${level}`, code: 'required' },
  ]);
});

test('answers keep the wording of their time; a deleted question is gone for buyers and stays with the order', async () => {
  const shop = await buildShop(db);
  const client = app.as({ token: shop.token });
  const questionId = await ask(shop, { title: 'Old wording' });
  const { save, read, shortId } = await hold(shop);
  await save({ answers: { [questionId]: 'Yes' } });
  const params = { eventId: String(shop.eventId), questionId: String(questionId) };
  const known = (await client.call(getQuestion, { params })).body.data;
  expect(known.hasAnswers).toBe(true);
  await client.call(updateQuestion, {
    params,
    body: {
      version: 1,
      scope: 'order',
      type: 'long_text',
      title: 'New wording',
      description: '',
      options: [],
      required: true,
      hidden: false,
      appliesToAll: true,
      ticketIds: [],
    },
  });
  const answered = [
    { attendee: null, given: [{ questionId, title: 'Old wording', type: 'text', value: 'Yes' }] },
  ];
  expect((await read()).answered).toEqual(answered);
  expect((await client.call(deleteQuestion, { params })).status).toBe(204);
  expect((await read()).answered).toEqual([]);
  expect((await detailOf(shop, shortId)).answers).toEqual(answered);
});

test('a crowd of free orders with answers is completed together', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 100 } });
  const size = await ask(shop, { scope: 'attendee', title: 'Size', required: true });
  const held = await Promise.all(Array.from({ length: 20 }, () => hold(shop)));
  const replies = await Promise.all(
    held.map(({ save }, n) => save({ attendeeAnswers: [{ [size]: `${n} a` }, { [size]: `${n} b` }] })),
  );
  expect(replies.map((reply) => reply.status)).toEqual(held.map(() => 200));
  for (const [n, { read }] of held.entries()) {
    const order = await read();
    expect(order.answered.map(({ attendee, given }) => [attendee?.reference, given[0]?.value])).toEqual([
      [`${order.reference}-1`, `${n} a`],
      [`${order.reference}-2`, `${n} b`],
    ]);
  }
});

test('long answers for many tickets are stored completely', async () => {
  const shop = await buildShop(db);
  const story = await ask(shop, { scope: 'attendee', type: 'long_text', title: 'Why you?', required: true });
  const { save } = await hold(shop, [{ priceId: shop.priceId, quantity: 10 }]);
  const long = '长'.repeat(LIMITS.answerLongText);
  const saved = await save({ attendeeAnswers: Array.from({ length: 10 }, () => ({ [story]: long })) });
  expect([saved.status, saved.body.data?.answered.length]).toEqual([200, 10]);
  expect(saved.body.data.answered.at(-1)?.given[0]?.value).toBe(long);
});

test('the answer names the first thousand of very many wrong answers', async () => {
  const { save } = await hold(await buildShop(db));
  const answers = Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [nth + 1_000_000, '']));
  const { status, problem } = await save({ answers });
  expect([status, problem.errors?.length]).toEqual([422, 1000]);
});

test('details beyond half a megabyte are refused unread', async () => {
  const { save, read } = await hold(await buildShop(db));
  const refused = await save({ answers: { 1: 'x'.repeat(512 * 1024) } });
  expect([refused.status, refused.problem.code]).toEqual([413, 'BODY_TOO_LARGE']);
  expect((await read()).step).toBe('details');
});

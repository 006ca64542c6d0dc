import type { AnswerValue } from '@entrada/contract/catalog/answers';
import { LIMITS } from '@entrada/contract/constants';
import {
  getAttendeeAnswers,
  getOrderAnswers,
  type HeldAnswers,
  updateAttendeeAnswers,
  updateOrderAnswers,
} from '@entrada/contract/sales/order-answers';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildQuestion, type QuestionOverrides } from '../../catalog/questions/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildAnswered, valuesOf } from '../../test/catalog/answered-order.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, detailsAs, reserveAs } from '../../test/shop.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const home = { line1: 'Moll 1', line2: '', city: 'Palma', region: '', postalCode: '', country: 'ES' };

test.each<[Partial<QuestionOverrides>, AnswerValue, AnswerValue, object]>([
  [{}, 'x'.repeat(LIMITS.answerText), 'x'.repeat(LIMITS.answerText + 1), { code: 'too_long', max: 500 }],
  [{ type: 'long_text' }, 'x'.repeat(5000), 'x'.repeat(5001), { code: 'too_long', max: 5000 }],
  [{}, 'a', 'a\u0000', { code: 'invalid_characters' }],
  [{}, 'a', ['a'], { code: 'invalid_format' }],
  [{ type: 'date' }, '2028-02-29', '2027-02-29', { code: 'invalid_day' }],
  [{ type: 'dropdown', options: ['S', 'M'] }, 'M', 'L', { code: 'invalid_choice' }],
  [{ type: 'radio', options: ['S', 'M'] }, 'S', 's', { code: 'invalid_choice' }],
  [{ type: 'checkbox', options: ['S', 'M'] }, ['S', 'M'], ['S', 'L'], { code: 'invalid_choice' }],
  [{ type: 'address' }, home, { ...home, country: 'es' }, { code: 'invalid_choice' }],
  [
    { type: 'address' },
    { ...home, line1: 'x'.repeat(LIMITS.address) },
    { ...home, city: 'x'.repeat(LIMITS.address + 1) },
    { code: 'too_long', max: LIMITS.address },
  ],
])('%j at its limit and beyond', async (question, good, bad, error) => {
  const it = await buildAnswered(app, [question]);
  const [questionId = 0] = it.ids;
  const refused = await it.save({ questionId, answer: bad });
  expect(refused.problem.errors).toEqual([
    expect.objectContaining({ path: expect.stringMatching(/^answers\.0\.answer(\.\w+)?$/), ...error }),
  ]);
  expect(valuesOf((await it.readAll())[0] as HeldAnswers)).toEqual([null]);
  expect(valuesOf((await it.save({ questionId, answer: good })).body.data)).toEqual([good]);
});

test('answers to questions that are not asked there are refused by name, and nothing is saved', async () => {
  const it = await buildAnswered(app, [{ title: 'Order' }, { title: 'Attendee', scope: 'attendee' }]);
  const { accountId, eventId } = it;
  const [ofOrder = 0, ofAttendee = 0] = it.ids;
  const foreign = await buildAnswered(app, [{}]);
  const workshop = await buildTicket(db, { accountId, eventId, type: 'free', name: 'Workshop', position: 2 });
  const { questionId: level } = await buildQuestion(db, {
    accountId,
    eventId,
    ticketIds: [workshop.ticketId],
  });
  for (const questionId of [ofAttendee, level, foreign.ids[0] ?? 0, 999_999]) {
    const refused = await it.save({ questionId: ofOrder, answer: 'Yes' }, { questionId, answer: 'Yes' });
    expect(refused.problem).toMatchObject({
      status: 422,
      errors: [{ path: 'answers.1.questionId', code: 'not_found' }],
    });
  }
  expect((await it.saveOne({ questionId: ofOrder, answer: 'Yes' })).status).toBe(422);
  const twice = [1, 2].map(() => ({ questionId: ofOrder, answer: 'Yes' }));
  expect((await it.save(...twice)).problem.errors).toEqual([
    { path: 'answers.1.questionId', code: 'duplicate' },
  ]);
  expect((await it.save()).status).toBe(422);
  expect((await it.readAll()).flatMap(valuesOf)).toEqual([null, null, null]);
});

test('answers cannot change after the ticket or the order was cancelled or the event archived, nor before the tickets are issued', async () => {
  const it = await buildAnswered(app, [{}, { scope: 'attendee' }]);
  const [first = 0, second = 0] = it.ids;
  const refuse = async (code: string) => {
    expect((await it.save({ questionId: first, answer: 'x' })).problem).toMatchObject({ status: 409, code });
  };
  const setOrder = (status: string) =>
    db.updateTable('orders').set({ status }).where('id', '=', it.order.orderId).execute();
  const setAttendee = (status: string) =>
    db.updateTable('attendees').set({ status }).where('id', '=', Number(it.ofAttendee.attendeeId)).execute();
  await setAttendee('cancelled');
  expect((await it.saveOne({ questionId: second, answer: 'x' })).problem.code).toBe('ATTENDEE_CANCELLED');
  expect((await it.readOne()).obstacle).toBe('ATTENDEE_CANCELLED');
  expect((await it.save({ questionId: first, answer: 'Before' })).status).toBe(200);
  await setOrder('cancelled');
  await refuse('ORDER_CANCELLED');
  expect((await it.readAll()).map(({ obstacle }) => obstacle)).toEqual(Array(3).fill('ORDER_CANCELLED'));
  await setOrder('completed');
  await setAttendee('active');
  const archive = (status: string) =>
    db.updateTable('events').set({ status }).where('id', '=', it.eventId).execute();
  await archive('archived');
  await refuse('EVENT_ARCHIVED');
  expect((await it.readOne()).obstacle).toBe('EVENT_ARCHIVED');
  const held = await buildShop(db, { ticket: { type: 'paid', amount: 2500 } });
  const buyer = app.as();
  const { shortId } = (await reserveAs(buyer, held.eventId, [{ priceId: held.priceId, quantity: 1 }])).body
    .data;
  await detailsAs(buyer, shortId);
  const row = db.selectFrom('orders').select('id').where('short_id', '=', shortId);
  const { id } = await row.executeTakeFirstOrThrow();
  const { questionId } = await buildQuestion(db, { accountId: held.accountId, eventId: held.eventId });
  const params = { eventId: String(held.eventId), orderId: String(id) };
  const owner = app.as({ token: held.token });
  const body = { answers: [{ questionId, version: 1, was: null, answer: 'x' }] };
  expect((await owner.call(getOrderAnswers, { params })).body.data).toEqual([]);
  expect((await owner.call(updateOrderAnswers, { params, body })).problem.code).toBe('ORDER_NOT_COMPLETE');
});

test('another account, another event and unknown numbers find nothing', async () => {
  const it = await buildAnswered(app, [{}]);
  const other = await buildAnswered(app, [{}]);
  const stranger = app.as({ token: (await buildAccount(db)).token });
  const body = { answers: [{ questionId: it.ids[0] ?? 0, version: 1, was: null, answer: 'x' }] };
  for (const [client, eventId] of [
    [stranger, it.ofOrder.eventId],
    [it.client, other.ofOrder.eventId],
    [other.client, other.ofOrder.eventId],
  ] as const) {
    const order = { params: { ...it.ofOrder, eventId } };
    const attendee = { params: { ...it.ofAttendee, eventId } };
    expect((await client.call(getOrderAnswers, order)).status).toBe(404);
    expect((await client.call(updateOrderAnswers, { ...order, body })).status).toBe(404);
    expect((await client.call(getAttendeeAnswers, attendee)).status).toBe(404);
    expect((await client.call(updateAttendeeAnswers, { ...attendee, body })).status).toBe(404);
  }
  const unknown = { params: { ...it.ofAttendee, attendeeId: '999999' } };
  expect((await it.client.call(getAttendeeAnswers, unknown)).status).toBe(404);
  expect((await app.as().call(getAttendeeAnswers, { params: it.ofAttendee })).status).toBe(401);
});

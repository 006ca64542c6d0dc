import { createQuestion, deleteQuestion, updateQuestion } from '@entrada/contract/catalog/questions';
import { getOrder } from '@entrada/contract/sales/checkout';
import type { HeldAnswers } from '@entrada/contract/sales/order-answers';
import { getOrderDetail } from '@entrada/contract/sales/orders';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { buildAnswered, valuesOf } from '../../test/catalog/answered-order.ts';
import { keepInvariants } from '../../test/invariants.ts';

const app = await buildTestApp();
keepInvariants(app.db);

test('hidden questions are filled in and a typo is corrected, and all of it is recorded', async () => {
  const it = await buildAnswered(app, [
    { title: 'Table at the dinner', hidden: true, required: true },
    { title: 'Diet', scope: 'attendee', says: 'Vegn' },
    { title: 'Seat', scope: 'attendee', hidden: true },
  ]);
  const [table = 0, diet = 0, seat = 0] = it.ids;
  const saved = await it.save({ questionId: table, answer: ' Table 4 ' });
  expect(saved.body.data).toMatchObject({ attendee: null, obstacle: null });
  expect(valuesOf(saved.body.data)).toEqual(['Table 4']);
  const one = await it.saveOne(
    { questionId: diet, was: 'Vegn', answer: 'Vegan' },
    { questionId: seat, answer: '12 B' },
  );
  expect(one.body.data.attendee).toMatchObject({
    reference: `${it.order.reference}-1`,
    name: 'Lucía Márquez',
    ticketName: 'General',
  });
  expect((await it.readAll()).map(valuesOf)).toEqual([['Table 4'], ['Vegan', '12 B'], [null, null]]);
  expect(await it.readOne()).toEqual(one.body.data);
  expect(await it.lastAudit()).toEqual({
    action: 'attendee.answers_changed',
    user_id: it.userId,
    before: {
      attendeeId: Number(it.ofAttendee.attendeeId),
      answers: [
        { questionId: diet, title: 'Diet', type: 'text', value: 'Vegn' },
        { questionId: seat, value: null },
      ],
    },
    after: {
      attendeeId: Number(it.ofAttendee.attendeeId),
      answers: [
        { questionId: diet, title: 'Diet', type: 'text', value: 'Vegan' },
        { questionId: seat, title: 'Seat', type: 'text', value: '12 B' },
      ],
    },
  });
  const { history, answers } = (await it.client.call(getOrderDetail, { params: it.ofOrder })).body.data;
  expect(history.slice(-2).map(({ kind }) => kind)).toEqual(['answers_changed', 'attendee_answers_changed']);
  expect(answers.map(({ given }) => given.map(({ value }) => value))).toEqual([
    ['Table 4'],
    ['Vegan', '12 B'],
  ]);
  const asBuyer = await app.as().call(getOrder, { params: { orderShortId: it.order.shortId } });
  expect(asBuyer.body.data.answered.map(({ given }) => given.map(({ value }) => value))).toEqual([['Vegan']]);
  const removed = await it.save({ questionId: table, was: 'Table 4', answer: null });
  expect(removed.problem.errors).toEqual([{ path: 'answers.0.answer', code: 'required' }]);
  expect(valuesOf((await it.saveOne({ questionId: seat, was: '12 B', answer: '  ' })).body.data)).toEqual([
    'Vegan',
    null,
  ]);
});

test('a required question may stay unanswered, but not lose its answer', async () => {
  const it = await buildAnswered(app, [
    { required: true },
    { required: true, says: 'A friend' },
    { says: 'Optional' },
  ]);
  const [open = 0, answered = 0, optional = 0] = it.ids;
  const fine = await it.save(
    { questionId: open, answer: null },
    { questionId: optional, was: 'Optional', answer: null },
  );
  expect(valuesOf(fine.body.data)).toEqual([null, 'A friend', null]);
  for (const answer of [null, '', '   ']) {
    const refused = await it.save({ questionId: answered, was: 'A friend', answer });
    expect(refused.problem.errors).toEqual([{ path: 'answers.0.answer', code: 'required' }]);
  }
});

test('of two people who edit at once the second is refused, unless both gave the same answer', async () => {
  const it = await buildAnswered(app, [{ says: 'Tomas' }, { title: 'Other' }]);
  const [name = 0, other = 0] = it.ids;
  const [first, second] = await Promise.all([
    it.save({ questionId: name, was: 'Tomas', answer: 'Tomás' }),
    it.save({ questionId: name, was: 'Tomas', answer: 'Thomas' }, { questionId: other, answer: 'Yes' }),
  ]);
  expect([first.status, second.status].sort()).toEqual([200, 409]);
  const lost = first.status === 409 ? first : second;
  expect(lost.problem).toMatchObject({ code: 'STALE_VERSION', params: { questionId: name } });
  const now = valuesOf((await it.readAll())[0] as HeldAnswers)[0] as string;
  expect((await it.save({ questionId: name, was: 'Tomas', answer: now })).status).toBe(200);
  // A change of another answer in the same order does not conflict.
  const [, before = null] = valuesOf((await it.readAll())[0] as HeldAnswers);
  expect((await it.save({ questionId: other, was: before, answer: 'No' })).status).toBe(200);
});

const PLAIN = {
  description: '',
  options: [],
  required: false,
  hidden: false,
  appliesToAll: true,
  ticketIds: [],
};

test('a changed answer takes the present wording of its question; answers to deleted or moved questions are read-only', async () => {
  const it = await buildAnswered(app, [
    { title: 'Old', says: 'One' },
    { title: 'Kept', says: 'Two' },
    { title: 'Moved', says: 'Three' },
  ]);
  const [old = 0, kept = 0, moved = 0] = it.ids;
  const change = (questionId: number, scope: 'order' | 'attendee') =>
    it.client.call(updateQuestion, {
      params: { eventId: it.ofOrder.eventId, questionId: String(questionId) },
      body: { ...PLAIN, version: 1, scope, type: 'long_text', title: 'New' },
    });
  for (const one of [old, kept]) expect((await change(one, 'order')).status).toBe(200);
  expect((await it.save({ questionId: old, was: 'One', answer: '1' })).problem.code).toBe('STALE_VERSION');
  const { data } = (await it.save({ questionId: old, version: 2, was: 'One', answer: '1' })).body;
  expect(data.answers.map(({ given }) => given)).toEqual([
    { title: 'New', type: 'long_text', value: '1' },
    { title: 'Kept', type: 'text', value: 'Two' },
    { title: 'Moved', type: 'text', value: 'Three' },
  ]);
  await change(moved, 'attendee');
  const params = { eventId: it.ofOrder.eventId, questionId: String(kept) };
  expect((await it.client.call(deleteQuestion, { params })).status).toBe(204);
  const [own] = await it.readAll();
  expect(own?.answers.map(({ question, given }) => [question?.title ?? null, given?.value])).toEqual([
    ['New', '1'],
    [null, 'Three'],
    [null, 'Two'],
  ]);
  expect((await it.save({ questionId: kept, version: 2, was: 'Two', answer: '2' })).problem.code).toBe(
    'STALE_VERSION',
  );
  expect((await it.save({ questionId: kept, version: 3, was: 'Two', answer: '2' })).problem.errors).toEqual([
    { path: 'answers.0.questionId', code: 'not_found' },
  ]);
});

test('a question that came later is answered by the organizer only', async () => {
  const it = await buildAnswered(app, []);
  const { eventId } = it.ofOrder;
  const asked = await it.client.call(createQuestion, {
    params: { eventId },
    body: { ...PLAIN, scope: 'order', type: 'text', title: 'Later' },
  });
  const saved = await it.save({ questionId: asked.body.data.id, answer: 'Yes' });
  expect(valuesOf(saved.body.data)).toEqual(['Yes']);
});

import type { QuestionType } from '@entrada/contract/catalog/answers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { foldFigures } from '../figures/queries.ts';

const { db, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);

async function ticketsWith(options: string[], scope: 'order' | 'attendee' = 'attendee') {
  const shop = await paidShop();
  const paid = await paidOrder(3, shop);
  const { orderId, accountId } = paid.payment;
  const eventId = Number(paid.params.eventId);
  const { questionId } = await buildQuestion(db, { accountId, eventId, scope, type: 'checkbox', options });
  const attendees = await db.selectFrom('attendees').select('id').where('order_id', '=', orderId).execute();
  const row = (nth: number | null, value: unknown, type: QuestionType = 'checkbox') => ({
    ...{ account_id: accountId, question_id: questionId, order_id: orderId, title: '?', type },
    ...{ attendee_id: nth === null ? null : (attendees[nth]?.id ?? 0), value: JSON.stringify(value) },
  });
  const figures = async () => {
    const { rows } = await sql<{ told: string }>`
      select concat_ws(' ', day, answer, sum(orders), sum(sold), sum(paid)) as told from app.answer_figures
      where question_id = ${questionId} group by day, answer having sum(orders) <> 0 order by day, answer`.execute(
      db,
    );
    return rows.map(({ told }) => told.slice('2026-03-01 '.length));
  };
  const set = (completedAt: string | null) =>
    sql`update app.orders set completed_at = ${completedAt},
      status = ${completedAt ? 'completed' : 'reserved'}, expires_at = ${completedAt ? null : sql`app.now()`}
      where id = ${orderId}`.execute(db);
  return { orderId, eventId, questionId, row, figures, set };
}

test('an order counts once for an option, whichever of its tickets chose it, and when', async () => {
  const it = await ticketsWith(['Vegan', 'Nuts']);
  const write = (rows: ReturnType<typeof it.row>[]) => db.insertInto('answers').values(rows).execute();
  await write([it.row(0, ['Vegan', 'Nuts']), it.row(1, ['Vegan'])]);
  expect(await it.figures()).toEqual([' 1 2 5000', 'Nuts 1 1 2500', 'Vegan 1 2 5000']);
  await write([it.row(2, ['Nuts'])]);
  expect(await it.figures()).toEqual([' 1 3 7500', 'Nuts 1 2 5000', 'Vegan 1 2 5000']);
  await sql`update app.answers set value = '["Nuts"]' where attendee_id = ${it.row(1, 0).attendee_id}`.execute(
    db,
  );
  expect(await it.figures()).toEqual([' 1 3 7500', 'Nuts 1 3 7500', 'Vegan 1 1 2500']);
  await sql`update app.answers set value = '[]' where order_id = ${it.orderId} and value @> '["Vegan"]'`.execute(
    db,
  );
  expect(await it.figures()).toEqual([' 1 2 5000', 'Nuts 1 2 5000']);
  await sql`delete from app.answers where order_id = ${it.orderId}`.execute(db);
  expect(await it.figures()).toEqual([]);
});

test('an answer before the completion counts from then on, on its day, in the zone of the event', async () => {
  const it = await ticketsWith(['Press'], 'order');
  await it.set(null);
  await db
    .insertInto('answers')
    .values(it.row(null, 'Press', 'radio'))
    .execute();
  expect(await it.figures()).toEqual([]);
  await it.set('2026-03-01T23:30:00Z');
  const days = async () =>
    (
      await sql<{ day: string }>`select distinct day::text from app.answer_figures
        where question_id = ${it.questionId} group by day, answer having sum(orders) <> 0`.execute(db)
    ).rows.map(({ day }) => day);
  expect(await it.figures()).toEqual([' 1 3 7500', 'Press 1 3 7500']);
  await foldFigures(db, it.eventId);
  await sql`update app.events set timezone = 'Asia/Tokyo' where id = ${it.eventId}`.execute(db);
  expect(await days()).toEqual(['2026-03-02']);
  await sql`update app.events set timezone = 'America/Lima' where id = ${it.eventId}`.execute(db);
  expect(await days()).toEqual(['2026-03-01']);
  await it.set('2026-03-03T12:00:00Z');
  expect(await days()).toEqual(['2026-03-03']);
  await foldFigures(db, it.eventId);
  expect(await it.figures()).toEqual([' 1 3 7500', 'Press 1 3 7500']);
});

test('what people wrote by themselves is not copied', async () => {
  const it = await ticketsWith(['Press'], 'order');
  await db
    .insertInto('answers')
    .values(it.row(null, 'My cousin told me', 'text'))
    .execute();
  expect(await it.figures()).toEqual([]);
});

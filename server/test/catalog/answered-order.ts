import type { AnswerValue } from '@entrada/contract/catalog/answers';
import {
  getAttendeeAnswers,
  getOrderAnswers,
  type HeldAnswers,
  updateAttendeeAnswers,
  updateOrderAnswers,
} from '@entrada/contract/sales/order-answers';
import { buildQuestion, type QuestionOverrides } from '../../catalog/questions/factory.ts';
import { buildOrder } from '../../sales/reservations/factory.ts';
import type { TestApp } from '../app.ts';
import { buildShop } from '../shop.ts';

type Edit = { questionId: number; version?: number; was?: AnswerValue | null; answer: AnswerValue | null };

/** A free order of two tickets with questions and the buyer's answers, and its organizer. For tests. */
export async function buildAnswered(
  app: TestApp,
  ask: (Partial<QuestionOverrides> & { says?: AnswerValue })[],
) {
  const { db } = app;
  const shop = await buildShop(db);
  const { accountId, eventId } = shop;
  const ids: number[] = [];
  for (const [at, { says: _, ...one }] of ask.entries()) {
    ids.push((await buildQuestion(db, { accountId, eventId, position: at + 1, ...one })).questionId);
  }
  const order = await buildOrder(db, {
    eventId,
    items: [{ priceId: shop.priceId, quantity: 2 }],
    answers: ask.flatMap((one, at) =>
      one.says === undefined
        ? []
        : [
            {
              questionId: ids[at] ?? 0,
              unit: one.scope === 'attendee' ? 1 : null,
              title: one.title ?? 'How did you hear of us?',
              type: one.type ?? 'text',
              value: one.says,
            },
          ],
    ),
  });
  const client = app.as({ token: shop.token });
  const event = String(eventId);
  const ofOrder = { eventId: event, orderId: String(order.orderId) };
  const ofAttendee = { eventId: event, attendeeId: String(order.attendees[0]?.attendeeId) };
  const body = (answers: Edit[]) => ({ answers: answers.map((one) => ({ version: 1, was: null, ...one })) });
  return {
    ...shop,
    ids,
    order,
    client,
    ofOrder,
    ofAttendee,
    readAll: async () => (await client.call(getOrderAnswers, { params: ofOrder })).body.data,
    readOne: async () => (await client.call(getAttendeeAnswers, { params: ofAttendee })).body.data,
    save: (...answers: Edit[]) => client.call(updateOrderAnswers, { params: ofOrder, body: body(answers) }),
    saveOne: (...answers: Edit[]) =>
      client.call(updateAttendeeAnswers, { params: ofAttendee, body: body(answers) }),
    lastAudit: () =>
      db
        .selectFrom('audit_entries')
        .select(['action', 'before', 'after', 'user_id'])
        .where('target_type', '=', 'order')
        .where('target_id', '=', order.orderId)
        .orderBy('id', 'desc')
        .executeTakeFirst(),
  };
}

/** Only the answers. Null for a question without answer. */
export const valuesOf = ({ answers }: HeldAnswers) => answers.map(({ given }) => given?.value ?? null);

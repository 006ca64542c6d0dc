import { buildQuestion, type QuestionOverrides } from '../../catalog/questions/factory.ts';
import type { Db } from '../../db/client.ts';
import type { DemoEvent, SeededTicket } from './program.ts';
import { createRandom } from './random.ts';

const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const;
const LABS = ['Modular synthesis', 'Machine listening', 'Live coding', 'Open hardware'] as const;
const HEARD = ['A friend told me', 'Instagram', 'A poster', 'I was there last year'] as const;

type Seeded = {
  accountId: number;
  eventId: number;
  event: DemoEvent;
  tickets: ReadonlyMap<string, SeededTicket>;
};
type Asked = Pick<QuestionOverrides, 'title' | 'type'> & { questionId: number };
type Answered = { orderId: number; attendeeId: number | null };

/** The questions of the festival and the answers of its buyers. */
export async function seedQuestions(db: Db, { accountId, eventId, event, tickets }: Seeded): Promise<void> {
  if (event.key !== 'marea') return;
  const random = createRandom(11);
  const passId = tickets.get('Festival pass')?.ticketId ?? 0;
  const ask = async (more: Omit<QuestionOverrides, 'accountId' | 'eventId'>): Promise<Asked> => ({
    ...more,
    ...(await buildQuestion(db, { accountId, eventId, ...more })),
  });
  const heard = await ask({
    type: 'dropdown',
    title: 'How did you hear about Marea?',
    options: [...HEARD],
    position: 1,
  });
  await ask({ title: 'Table at the dinner', hidden: true, position: 2 });
  const size = await ask({
    scope: 'attendee',
    type: 'radio',
    title: 'T-shirt size',
    options: [...SIZES],
    required: true,
    ticketIds: [passId],
  });
  const labs = await ask({
    scope: 'attendee',
    type: 'checkbox',
    title: 'Which labs interest you?',
    options: [...LABS],
    position: 2,
  });
  const answer = (asked: Asked, of: Answered, value: string | string[]) => ({
    account_id: accountId,
    question_id: asked.questionId,
    order_id: of.orderId,
    attendee_id: of.attendeeId,
    title: asked.title ?? '',
    type: asked.type ?? 'text',
    value: JSON.stringify(value),
  });
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', 'completed')
    .orderBy('id')
    .execute();
  const people = await db
    .selectFrom('attendees')
    .select(['id', 'order_id', 'ticket_id'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  const answers = [
    ...orders.flatMap(({ id: orderId }) =>
      random.next() < 0.6 ? [answer(heard, { orderId, attendeeId: null }, random.pick(HEARD))] : [],
    ),
    ...people.flatMap((person) => {
      const of = { orderId: person.order_id, attendeeId: person.id };
      const chosen = LABS.filter(() => random.next() < 0.35);
      return [
        ...(person.ticket_id === passId ? [answer(size, of, random.pick(SIZES))] : []),
        ...(chosen.length > 0 ? [answer(labs, of, chosen)] : []),
      ];
    }),
  ];
  for (let from = 0; from < answers.length; from += 2000) {
    await db
      .insertInto('answers')
      .values(answers.slice(from, from + 2000))
      .execute();
  }
}

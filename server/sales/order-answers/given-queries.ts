import { personName } from '@entrada/contract/accounts/person-name';
import type { QuestionType } from '@entrada/contract/catalog/answers';
import type { AnswerGroup, GivenAnswer } from '@entrada/contract/catalog/questions';
import { asTyped } from '@entrada/contract/words/side-by-side';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { Order } from '../orders/core/types.ts';

type Answered = Pick<Order, 'id' | 'accountId' | 'answers'>;

/**
 * Writes the answers of some orders in one statement, linked to the tickets that were just issued. `issued`: the
 * tickets of each order, in the order of their numbers.
 */
export async function insertAnswers(
  tx: Tx,
  orders: readonly Answered[],
  issued: ReadonlyMap<number, readonly { id: number }[]>,
): Promise<void> {
  const rows = orders.flatMap(({ id, accountId, answers }) =>
    answers.map((answer) => ({
      ...answer,
      accountId,
      orderId: id,
      attendeeId: answer.unit === null ? null : (issued.get(id)?.[answer.unit - 1]?.id ?? 0),
    })),
  );
  if (rows.length === 0) return;
  const of = <T>(pick: (one: (typeof rows)[number]) => T) => rows.map(pick);
  await sql`
    insert into app.answers (account_id, order_id, question_id, attendee_id, title, type, value)
    select account_id, order_id, question_id, attendee_id, title, type, value::jsonb
    from unnest(${of((r) => r.accountId)}::bigint[], ${of((r) => r.orderId)}::bigint[],
      ${of((r) => r.questionId)}::bigint[], ${of((r) => r.attendeeId)}::bigint[], ${of((r) => r.title)}::text[],
      ${of((r) => r.type)}::text[], ${of((r) => JSON.stringify(r.value))}::text[]) with ordinality
      a(account_id, order_id, question_id, attendee_id, title, type, value, at)
    order by a.at`.execute(tx);
}

/**
 * The answers of an order: those about the order first, then those of each ticket, each group in the order of asking.
 * `forBuyer` leaves out questions that were deleted or hidden since, and tickets that were passed on to another person.
 */
export async function findAnswers(
  tx: Tx | Db,
  scope: AccountScope,
  orderId: number,
  { forBuyer }: { forBuyer: boolean },
): Promise<AnswerGroup[]> {
  let query = tx
    .selectFrom('answers as a')
    .leftJoin('attendees as t', 't.id', 'a.attendee_id')
    .leftJoin('order_items as i', 'i.id', 't.order_item_id')
    .select([
      'a.question_id',
      'a.attendee_id',
      'a.title',
      'a.type',
      'a.value',
      't.reference',
      't.first_name',
      't.last_name',
      'i.ticket_name',
      'i.price_label',
    ])
    .where('a.account_id', '=', scope.accountId)
    .where('a.order_id', '=', orderId);
  if (forBuyer) {
    query = query.where(
      sql<boolean>`exists (select from app.questions q where q.id = a.question_id and not q.deleted and not q.hidden)
        and (t.passed_on_at is null
          or lower(t.email) = (select lower(o.email) from app.orders o where o.id = a.order_id))`,
    );
  }
  const rows = await query
    .orderBy('a.attendee_id', (order) => order.asc().nullsFirst())
    .orderBy('a.id')
    .execute();
  const groups = [...Map.groupBy(rows, (row) => row.attendee_id).values()];
  return groups.map((group) => {
    const [first] = group;
    const attendee = first?.reference
      ? {
          reference: first.reference,
          name: personName({ firstName: first.first_name, lastName: first.last_name }),
          ticketName: asTyped([first.ticket_name, first.price_label]),
        }
      : null;
    const given = group.map((row) => ({
      questionId: row.question_id,
      title: row.title,
      type: row.type as QuestionType,
      value: row.value as GivenAnswer['value'],
    }));
    return { attendee, given };
  });
}

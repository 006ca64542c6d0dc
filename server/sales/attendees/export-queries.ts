import type { AnswerValue, QuestionScope } from '@entrada/contract/catalog/answers';
import { sql } from 'kysely';
import { type Db, runByName, type Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { firstOpenEntry, valueOfPlace } from './queries.ts';

export type AnsweredQuestion = { id: number; title: string; type: string; scope: QuestionScope };

/** The questions of an event that are asked, or were answered before they were deleted; those of the order first. */
export async function findAnsweredQuestions(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<AnsweredQuestion[]> {
  return tx
    .selectFrom('questions as q')
    .select(['q.id', 'q.title', 'q.type', 'q.scope'])
    .$narrowType<{ scope: QuestionScope }>()
    .where('q.account_id', '=', scope.accountId)
    .where('q.event_id', '=', eventId)
    .where(sql<boolean>`(not q.deleted or exists (select from app.answers a where a.question_id = q.id))`)
    .orderBy(sql`q.scope = 'attendee'`)
    .orderBy('q.position')
    .orderBy('q.id')
    .execute();
}

type Given = { orderId: number; attendeeId: number | null; questionId: number; value: AnswerValue };

/** What was answered about some orders and their attendees. */
export async function findGivenAnswers(
  tx: Tx | Db,
  scope: AccountScope,
  orderIds: readonly number[],
): Promise<Given[]> {
  const rows = await tx
    .selectFrom('answers as a')
    .select([
      'a.order_id as orderId',
      'a.attendee_id as attendeeId',
      'a.question_id as questionId',
      'a.value',
    ])
    .where('a.account_id', '=', scope.accountId)
    .where(sql<boolean>`a.order_id = any(${[...orderIds]}::bigint[])`)
    .execute();
  return rows.map((row) => ({ ...row, value: row.value as AnswerValue }));
}

/**
 * Some attendees with all that their file says but the answers, in the order of the ids: ticket, order, first open entry at
 * any door, language, price in minor units, code and affiliate of the order.
 *
 * `offset 0` keeps each join a search by id. A thousand ids would otherwise make PostgreSQL read all orders and all their
 * lines for every page of a file.
 */
export async function findExportedAttendees(tx: Tx | Db, scope: AccountScope, ids: readonly number[]) {
  const query = tx
    .selectFrom(
      sql<{ id: number; at: number }>`unnest(${[...ids]}::bigint[]) with ordinality`.as<'chosen'>(
        sql`chosen(id, at)`,
      ),
    )
    .innerJoinLateral(
      (eb) =>
        eb.selectFrom('attendees').selectAll().whereRef('attendees.id', '=', 'chosen.id').offset(0).as('a'),
      (join) => join.on('a.account_id', '=', scope.accountId),
    )
    .innerJoinLateral(
      (eb) => eb.selectFrom('orders').selectAll().whereRef('orders.id', '=', 'a.order_id').offset(0).as('o'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('order_items')
          .selectAll()
          .whereRef('order_items.id', '=', 'a.order_item_id')
          .offset(0)
          .as('i'),
      (join) => join.onTrue(),
    )
    .leftJoin('affiliates as f', 'f.id', 'o.affiliate_id')
    .select([
      'a.id',
      'a.order_id as orderId',
      'a.reference',
      'a.first_name',
      'a.last_name',
      'a.email',
      'a.status',
      'a.locale',
      'a.created_at',
      'i.ticket_name',
      'i.price_label',
      'o.reference as order_reference',
      'o.currency',
      'o.promo_code as promoCode',
      'f.name as affiliate',
      valueOfPlace.as('price'),
      firstOpenEntry.as('checked_in_at'),
    ])
    .orderBy('chosen.at')
    .compile();
  return runByName(tx, 'exported_attendees', query);
}

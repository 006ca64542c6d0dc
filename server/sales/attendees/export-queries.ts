import type { AnswerValue, QuestionScope } from '@entrada/contract/catalog/answers';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { valueOfPlace } from './queries.ts';

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
 * How some attendees came about, by attendee: language, what the ticket cost in minor units, code and affiliate of the order.
 */
export async function findOrigins(tx: Tx | Db, scope: AccountScope, attendeeIds: readonly number[]) {
  const rows = await tx
    .selectFrom('attendees as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoin('order_items as i', 'i.id', 'a.order_item_id')
    .leftJoin('affiliates as f', 'f.id', 'o.affiliate_id')
    .select([
      'a.id',
      'a.locale',
      'o.currency',
      valueOfPlace.as('price'),
      'o.promo_code as promoCode',
      'f.name as affiliate',
    ])
    .where('a.account_id', '=', scope.accountId)
    .where(sql<boolean>`a.id = any(${[...attendeeIds]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

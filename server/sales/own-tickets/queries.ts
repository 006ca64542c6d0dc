import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { hasEverEntered } from '../attendees/queries.ts';
import type { FormerHolder } from '../holders/queries.ts';

/** The tickets of an order that are not cancelled, in the order of their numbers, or the one with a reference. */
export async function findOwnTickets(
  tx: Tx | Db,
  scope: AccountScope,
  { orderId, reference }: { orderId: number; reference?: string },
) {
  const rows = await tx
    .selectFrom('attendees as a')
    .innerJoin('order_items as i', 'i.id', 'a.order_item_id')
    .select([
      'a.id',
      'a.reference',
      'a.version',
      'a.first_name as firstName',
      'a.last_name as lastName',
      'a.email',
      'a.locale',
      'a.status',
      'a.ticket_id as ticketId',
      'a.awaits_name as awaitsName',
      'a.passed_on_at as passedOnAt',
      'a.passed_from as passedFrom',
      'a.opened_at as openedAt',
      'i.ticket_name as ticketName',
      'i.price_label as priceLabel',
      hasEverEntered.as('hasEntered'),
    ])
    .where('a.account_id', '=', scope.accountId)
    .where('a.order_id', '=', orderId)
    .$if(reference === undefined, (query) => query.where('a.status', '<>', 'cancelled'))
    .$if(reference !== undefined, (query) => query.where('a.reference', '=', reference ?? ''))
    .orderBy('a.id')
    .execute();
  return rows.map((row) => ({ ...row, passedFrom: row.passedFrom as FormerHolder | null }));
}

export type OwnRow = Awaited<ReturnType<typeof findOwnTickets>>[number];

/** Notes that the new holder of a ticket that the buyer passed on has looked at it. Only the first time counts. */
export async function noteOpened(db: Db, shortId: string): Promise<void> {
  await db
    .updateTable('attendees')
    .set({ opened_at: sql<Date>`app.now()` })
    .where('short_id', '=', shortId)
    .where('passed_from', 'is not', null)
    .where('opened_at', 'is', null)
    .execute();
}

import { personName } from '@entrada/contract/accounts/person-name';
import { insideRules, type PersonInside } from '@entrada/contract/door/inside';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { asTyped } from '@entrada/contract/words/side-by-side';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { findPage } from '../../platform/lists/page.ts';
import { hasList } from '../check-in/queries.ts';
import * as queries from './queries.ts';

/** The ticket as one line. */
export const ticketOf = (row: queries.PersonRow): string => asTyped([row.ticket_name, row.price_label]);

/** First and last name. */
export const nameOf = (row: queries.PersonRow): string =>
  personName({ firstName: row.first_name, lastName: row.last_name });

const toPerson = (row: queries.PersonRow): PersonInside => ({
  attendeeId: row.attendee_id,
  reference: row.reference,
  name: nameOf(row),
  ticket: ticketOf(row),
  since: row.checked_in_at.toISOString(),
  device: row.device ?? '',
});

/** One page of those who are inside by a list now. NOT_FOUND, also for a list of another event or a deleted one. */
export async function listPeopleInside(
  ctx: Ctx,
  at: { eventId: number; listId: number },
  query: ListQuery,
): Promise<{ data: PersonInside[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, at.eventId);
  if (!(await hasList(ctx.db, scope, at))) throw fail('NOT_FOUND');
  const { ids, meta } = await findPage(ctx.db, insideRules, queries.insideOfList(scope, at), query);
  return { data: (await queries.findPeople(ctx.db, scope, ids)).map(toPerson), meta };
}

import { COPY_PARTS, type CopyPart, duplicateEvent } from '@entrada/contract/catalog/lifecycle';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../app.ts';

/** The options of a copy: which parts it includes. */
export const chosen = (...parts: CopyPart[]) =>
  Object.fromEntries(COPY_PARTS.map((part) => [part, parts.includes(part)])) as Record<CopyPart, boolean>;

/** An account that copies its events, and look-ups of what a copy contains. For one test file. */
export async function useCopies() {
  const app = await buildTestApp();
  const owner = await buildAccount(app.db);
  const { accountId } = owner;

  const body = (more: object = {}) => ({
    title: 'Noche de Luz II',
    startsAt: '2027-08-01T19:00:00.000Z',
    endsAt: '2027-08-01T22:00:00.000Z',
    copy: chosen(),
    ...more,
  });
  const duplicate = (eventId: number, given: object = {}, actor: { token?: string } = owner) =>
    app.as(actor).call(duplicateEvent, { params: { eventId: String(eventId) }, body: body(given) as never });

  const rows = (
    table: 'tickets' | 'questions' | 'promo_codes' | 'check_in_lists' | 'capacity_assignments',
    eventId: number,
  ) => app.db.selectFrom(table).selectAll().where('event_id', '=', eventId).orderBy('id').execute();
  const counters = (eventId: number) =>
    app.db
      .selectFrom('counters')
      .select(['kind', 'quantity', 'ceiling', 'sold', 'reserved'])
      .where('event_id', '=', eventId)
      .orderBy('id')
      .execute();

  return { app, owner, accountId, duplicate, rows, counters };
}

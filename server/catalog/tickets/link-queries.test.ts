import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { inTransaction } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent } from '../events/factory.ts';
import { buildQuestion } from '../questions/factory.ts';
import { buildCapacity, buildPromoCode, buildTicket } from './factory.ts';
import { linkedTickets, replaceTicketLinks, type TicketLinks } from './link-queries.ts';

const { db } = await buildTestApp();
const { accountId } = await buildAccount(db);
const scope = scopeOfRow({ accountId });
const { eventId } = await buildEvent(db, { accountId });
const newTicket = async () => (await buildTicket(db, { accountId, eventId })).ticketId;
const [first, second, third] = [await newTicket(), await newTicket(), await newTicket()];
const given = { accountId, eventId, ticketIds: [first, second] };

const newOf: Record<TicketLinks, () => Promise<number>> = {
  capacity_assignment_tickets: async () => (await buildCapacity(db, given)).capacityId,
  promo_code_tickets: async () => (await buildPromoCode(db, { ...given, code: 'LINKED' })).promoCodeId,
  question_tickets: async () => (await buildQuestion(db, given)).questionId,
  check_in_list_tickets: async () => {
    const list = await db
      .insertInto('check_in_lists')
      .values({ account_id: accountId, event_id: eventId, short_id: newShortId('cl'), name: 'Door' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return list.id;
  },
};

test.each(Object.keys(newOf) as TicketLinks[])('%s: those that are named, and no others', async (links) => {
  const id = await newOf[links]();
  const replace = async (ticketIds: number[]) => {
    await inTransaction(db, (tx) => replaceTicketLinks(tx, scope, links, { id, ticketIds }));
    const { rows } = await sql<{ tickets: { id: number }[] }>`
      select ${linkedTickets(links, sql`${id}::bigint`)} as tickets`.execute(db);
    return rows[0]?.tickets.map((ticket) => ticket.id);
  };
  expect(await replace([third, second])).toEqual([second, third]);
  expect(await replace([first, first])).toEqual([first]);
  expect(await replace([])).toEqual([]);
});

test('existing links are not written again, so the version of the catalogue stays', async () => {
  const id = await newOf.capacity_assignment_tickets();
  const version = () =>
    db.selectFrom('events').select('catalog_version').where('id', '=', eventId).executeTakeFirstOrThrow();
  const before = await version();
  const same = { id, ticketIds: [second, first] };
  await inTransaction(db, (tx) => replaceTicketLinks(tx, scope, 'capacity_assignment_tickets', same));
  expect(await version()).toEqual(before);
});

test('another account’s links stay', async () => {
  const stranger = scopeOfRow(await buildAccount(db));
  const id = await newOf.capacity_assignment_tickets();
  await inTransaction(db, (tx) =>
    replaceTicketLinks(tx, stranger, 'capacity_assignment_tickets', { id, ticketIds: [] }),
  );
  const left = db
    .selectFrom('capacity_assignment_tickets')
    .select('ticket_id')
    .where('capacity_assignment_id', '=', id);
  expect(await left.execute()).toHaveLength(2);
});

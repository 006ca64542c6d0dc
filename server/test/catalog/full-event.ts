import { buildEvent } from '../../catalog/events/factory.ts';
import { buildCapacity, buildPromoCode, buildTaxOrFee, buildTicket } from '../../catalog/tickets/factory.ts';
import type { Db } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';

/** An event in winter with everything that a copy can include. Some of its tickets are sold. */
export async function buildFullEvent(db: Db, accountId: number) {
  const { eventId, organizerId } = await buildEvent(db, {
    accountId,
    startsAt: new Date('2027-02-01T20:00:00Z'),
    endsAt: new Date('2027-02-01T23:00:00Z'),
    description: '<p>Luz</p>',
    settings: {
      venue_name: 'Sala Prado',
      city: 'Madrid',
      order_timeout_minutes: 25,
      seo_title: 'Luz',
      show_available_count: true,
    },
  });
  const tax = await buildTaxOrFee(db, { accountId });
  const general = await buildTicket(db, {
    accountId,
    eventId,
    name: 'General',
    quantity: 40,
    taxesAndFees: [tax.id],
    saleStartsAt: new Date('2027-01-01T11:00:00Z'),
    saleEndsAt: new Date('2027-02-01T19:30:00Z'),
  });
  const tiers = await buildTicket(db, {
    accountId,
    eventId,
    name: 'Abono',
    type: 'tiered',
    prices: [
      { amount: 1000, quantity: 5, saleEndsAt: new Date('2027-01-10T23:00:00Z') },
      { amount: 2000, quantity: null },
    ],
  });
  await db
    .updateTable('counters')
    .set({ sold: 7, reserved: 2, quantity: 3, ceiling: 9 })
    .where('id', '=', general.counterId)
    .execute();
  await buildCapacity(db, {
    accountId,
    eventId,
    ticketIds: [general.ticketId, tiers.ticketId],
    quantity: 60,
  });
  await buildPromoCode(db, {
    accountId,
    eventId,
    code: 'LUZ',
    ticketIds: [tiers.ticketId],
    uses: 9,
    expiresAt: new Date('2027-01-31T22:59:00Z'),
  });
  await buildPromoCode(db, { accountId, eventId, code: 'TODAS' });
  const own = { account_id: accountId, event_id: eventId };
  const list = await db
    .insertInto('check_in_lists')
    .values({
      ...own,
      short_id: newShortId('cl'),
      name: 'Puerta',
      all_tickets: false,
      activates_at: new Date('2027-02-01T18:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('check_in_list_tickets')
    .values({ account_id: accountId, check_in_list_id: list.id, ticket_id: general.ticketId })
    .execute();
  await db
    .insertInto('affiliates')
    .values({ ...own, code: 'radio', name: 'Radio Luz', version: 4 })
    .execute();
  const ask = async (title: string, more: object = {}) =>
    (
      await db
        .insertInto('questions')
        .values({
          ...own,
          scope: 'attendee',
          type: 'dropdown',
          options: ['a,"b"', 'c'],
          title,
          position: 1,
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await ask('Para todos');
  await ask('Borrada', { deleted: true });
  const some = await ask('Solo general', { applies_to_all: false, position: 2 });
  await db
    .insertInto('question_tickets')
    .values({ account_id: accountId, question_id: some, ticket_id: general.ticketId })
    .execute();
  return { eventId, organizerId, taxId: tax.id };
}

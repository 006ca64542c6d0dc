import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { useTestDatabase } from '../../test/database.ts';
import { buildEvent } from '../events/factory.ts';
import { buildCapacity, buildPromoCode, buildTaxOrFee, buildTicket } from '../tickets/factory.ts';

const { db } = await useTestDatabase();
const { accountId } = await buildAccount(db);
const { eventId } = await buildEvent(db, { accountId });
const { eventId: otherId } = await buildEvent(db, { accountId });
const tax = await buildTaxOrFee(db, { accountId });
const { ticketId, priceId } = await buildTicket(db, { accountId, eventId, taxesAndFees: [tax.id] });
const promo = await buildPromoCode(db, { accountId, eventId, ticketIds: [ticketId] });
const capacity = await buildCapacity(db, { accountId, eventId, ticketIds: [ticketId] });

const affiliate = await db
  .insertInto('affiliates')
  .values({ account_id: accountId, event_id: eventId, code: 'RADIO', name: 'Radio' })
  .returning('id')
  .executeTakeFirstOrThrow();

const versions = async () =>
  Object.fromEntries(
    (await db.selectFrom('events').select(['id', 'catalog_version']).execute()).map((row) => [
      row.id,
      row.catalog_version,
    ]),
  );

test.each([
  ['a ticket', `update app.tickets set max_per_order = 3 where id = ${ticketId}`],
  ['a price', `update app.ticket_prices set amount = 9900 where id = ${priceId}`],
  ['a tax', `update app.taxes_and_fees set rate = '4.0000' where id = ${tax.id}`],
  ['a code', `update app.promo_codes set disabled = true where id = ${promo.promoCodeId}`],
  ["a code's tickets", `delete from app.promo_code_tickets where promo_code_id = ${promo.promoCodeId}`],
  ['an affiliate', `update app.affiliates set status = 'inactive' where id = ${affiliate.id}`],
  ['a pool', `update app.capacity_assignments set active = false where id = ${capacity.capacityId}`],
  [
    "a pool's tickets",
    `delete from app.capacity_assignment_tickets where capacity_assignment_id = ${capacity.capacityId}`,
  ],
  [
    'which taxes a ticket has',
    `delete from app.ticket_taxes_and_fees where ticket_id = ${ticketId} and tax_or_fee_id = ${tax.id}`,
  ],
  ['a setting', `update app.event_settings set order_timeout_minutes = 7 where event_id = ${eventId}`],
  ['the event', `update app.events set ends_at = starts_at + interval '1 hour' where id = ${eventId}`],
  ['a ticket that goes', `delete from app.tickets where id = ${ticketId}`],
])('changing %s raises the version of its event and of no other', async (_, change) => {
  const before = await versions();
  await sql.raw(change).execute(db);
  const after = await versions();
  expect(after[eventId]).toBeGreaterThan(before[eventId] ?? 0);
  expect(after[otherId]).toBe(before[otherId]);
});

test('ten thousand codes in one statement raise it once, and the name of an affiliate not at all', async () => {
  const before = (await versions())[eventId] ?? 0;
  await sql`
    with c as (insert into app.counters (account_id, event_id, kind)
      select ${accountId}, ${eventId}, 'promo' from generate_series(1, 10000) returning id)
    insert into app.promo_codes (account_id, event_id, counter_id, code, discount_type)
    select ${accountId}, ${eventId}, id, 'BULK' || id, 'none' from c`.execute(db);
  await db.updateTable('affiliates').set({ name: 'Radio Sol' }).where('id', '=', affiliate.id).execute();
  expect((await versions())[eventId]).toBe(before + 1);
});

import { COPY_PARTS } from '@entrada/contract/catalog/lifecycle';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { chosen, useCopies } from '../../test/catalog/copies.ts';
import { buildEvent } from '../events/factory.ts';
import { buildPromoCode, buildTicket } from '../tickets/factory.ts';

const { app, accountId, duplicate, rows } = await useCopies();
const stranger = await buildAccount(app.db);
const full = await buildEvent(app.db, { accountId });

test.each(['taxesAndFees', 'capacity', 'promoCodes', 'checkInLists'] as const)(
  '%s need the tickets',
  async (part) => {
    const reply = await duplicate(full.eventId, { copy: chosen(part) });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toEqual([{ path: `copy.${part}`, code: 'needs_tickets' }]);
  },
);

test.each<[string, object, string]>([
  ['title', { title: ' ' }, 'required'],
  ['title', { title: 'x'.repeat(151) }, 'too_long'],
  ['startsAt', { startsAt: 'tomorrow' }, 'invalid_date'],
  ['endsAt', { endsAt: '2027-08-01T19:00:00.000Z' }, 'must_be_after_start'],
  ['copy', { copy: undefined }, 'required'],
  ['copy.tickets', { copy: { ...chosen(), tickets: 'yes' } }, 'invalid_format'],
  ['copy.orders', { copy: { ...chosen(), orders: true } }, 'unknown_field'],
  ['status', { status: 'public' }, 'unknown_field'],
])('%s: %o is refused', async (path, more, code) => {
  const reply = await duplicate(full.eventId, more);
  expect(reply.status).toBe(422);
  expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
});

test('the longest title is taken, and an archived event can be copied', async () => {
  const { eventId } = await buildEvent(app.db, { accountId, status: 'archived' });
  const reply = await duplicate(eventId, { title: 'x'.repeat(150) });
  expect(reply.body.data).toMatchObject({ status: 'draft', title: 'x'.repeat(150) });
});

test('another account gets 404, a visitor 401', async () => {
  expect((await duplicate(full.eventId, {}, stranger)).status).toBe(404);
  expect((await duplicate(full.eventId, {}, {})).status).toBe(401);
});

test('500 tickets and 10,000 promo codes', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  const { ticketId } = await buildTicket(app.db, { accountId, eventId });
  const { promoCodeId } = await buildPromoCode(app.db, {
    accountId,
    eventId,
    code: 'FIRST',
    ticketIds: [ticketId],
  });
  for (let n = 0; n < 499; n += 1) await buildTicket(app.db, { accountId, eventId, name: `T${n}` });
  const made = await app.db
    .insertInto('counters')
    .values(Array.from({ length: 9999 }, () => ({ account_id: accountId, event_id: eventId, kind: 'promo' })))
    .returning('id')
    .execute();
  await app.db
    .insertInto('promo_codes')
    .values(
      made.map(({ id }) => ({
        account_id: accountId,
        event_id: eventId,
        counter_id: id,
        code: `C${id}`,
        discount_type: 'none',
      })),
    )
    .execute();
  expect(promoCodeId).toBeGreaterThan(0);
  const copy = (await duplicate(eventId, { copy: chosen(...COPY_PARTS) })).body.data;
  expect((await rows('tickets', copy.id)).length).toBe(500);
  expect((await rows('promo_codes', copy.id)).length).toBe(10_000);
}, 60_000);

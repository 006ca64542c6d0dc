import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent } from '../events/factory.ts';
import { buildCapacity, buildPromoCode, buildTicket, type TicketOverrides } from './factory.ts';

const app = await buildTestApp();
const { accountId } = await buildAccount(app.db);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const { eventId } = await buildEvent(app.db, { accountId });

/** The ticket names that a visitor sees, with the labels of their prices. */
const seen = async (code?: string) =>
  (
    await app.as().call(getPublicEvent, {
      params: { eventId: String(eventId) },
      ...(code && { query: { promo_code: code } }),
    })
  ).body.data.tickets.map((ticket) => [ticket.name, ...ticket.prices.map((price) => price.label)].join(': '));

type Change = Partial<Record<'sold' | 'reserved' | 'quantity', number>>;
const stock = (counterId: number, change: Change) =>
  app.db
    .updateTable('counters')
    .set({ ...change, ...(change.quantity !== undefined && { ceiling: change.quantity }) })
    .where('id', '=', counterId)
    .execute();

let made = 0;
const make = async (more: Partial<TicketOverrides>) => {
  made += 1;
  const name = `Rule ${made}`;
  return { name, ...(await buildTicket(app.db, { accountId, eventId, name, ...more })) };
};
const set = (ticketId: number, change: { sale_starts_at?: Date; sale_ends_at?: Date; hidden?: boolean }) =>
  app.db.updateTable('tickets').set(change).where('id', '=', ticketId).execute();

test('hidden before the sale, shown from its first moment', async () => {
  const { name, ticketId } = await make({ hideBeforeSale: true, saleStartsAt: inHours(1) });
  expect(await seen()).not.toContain(`${name}: `);
  await set(ticketId, { sale_starts_at: inHours(-1) });
  expect(await seen()).toContain(`${name}: `);
});

test('hidden after the sale, shown until then', async () => {
  const { name, ticketId } = await make({ hideAfterSale: true, saleEndsAt: inHours(1) });
  expect(await seen()).toContain(`${name}: `);
  await set(ticketId, { sale_ends_at: inHours(-1) });
  expect(await seen()).not.toContain(`${name}: `);
});

test('hidden when sold out, and while the last ones are held; shown when some come back', async () => {
  const { name, counterId } = await make({ hideWhenSoldOut: true, quantity: 2 });
  await stock(counterId, { sold: 2 });
  expect(await seen()).not.toContain(`${name}: `);
  await stock(counterId, { sold: 1, reserved: 1 });
  expect(await seen()).not.toContain(`${name}: `);
  await stock(counterId, { reserved: 0 });
  expect(await seen()).toContain(`${name}: `);
});

test('hidden when the capacity that it shares is used up', async () => {
  const { name, ticketId } = await make({ hideWhenSoldOut: true, quantity: 50 });
  const pool = await buildCapacity(app.db, { accountId, eventId, ticketIds: [ticketId], quantity: 5 });
  expect(await seen()).toContain(`${name}: `);
  await stock(pool.counterId, { sold: 5 });
  expect(await seen()).not.toContain(`${name}: `);
});

test('shown only with a code that covers it', async () => {
  const { name, ticketId } = await make({ hideWithoutPromoCode: true });
  await buildPromoCode(app.db, { accountId, eventId, code: 'OPENS', ticketIds: [ticketId] });
  await buildPromoCode(app.db, { accountId, eventId, code: 'OPENSNOT', ticketIds: [] });
  expect(await seen()).not.toContain(`${name}: `);
  expect(await seen('OPENSNOT')).not.toContain(`${name}: `);
  expect(await seen('opens')).toContain(`${name}: `);
});

test('a promo code shows no ticket that is hidden from everyone, and overrides no other rule', async () => {
  const gone = await make({ hideWithoutPromoCode: true, hidden: true });
  const ahead = await make({ hideWithoutPromoCode: true, hideBeforeSale: true, saleStartsAt: inHours(1) });
  const ticketIds = [gone.ticketId, ahead.ticketId];
  await buildPromoCode(app.db, { accountId, eventId, code: 'BOTH', ticketIds });
  expect(await seen('BOTH')).not.toContain(`${gone.name}: `);
  expect(await seen('BOTH')).not.toContain(`${ahead.name}: `);
  await set(gone.ticketId, { hidden: false });
  expect(await seen('BOTH')).toContain(`${gone.name}: `);
});

test('each tier is hidden by its own dates and stock, and the ticket with the last of its tiers', async () => {
  const { name, prices } = await make({
    type: 'tiered',
    hideBeforeSale: true,
    hideAfterSale: true,
    hideWhenSoldOut: true,
    prices: [
      { label: 'Ended', saleEndsAt: inHours(-1) },
      { label: 'Now', quantity: 1 },
      { label: 'Later', saleStartsAt: inHours(1) },
      { label: 'Secret', hidden: true },
    ],
  });
  expect(await seen()).toContain(`${name}: Now`);
  await stock(prices[1]?.counterId ?? 0, { sold: 1 });
  expect((await seen()).some((line) => line.startsWith(name))).toBe(false);
});

test('without a rule each state is shown and says why it can’t be bought', async () => {
  const { name } = await make({
    type: 'tiered',
    prices: [
      { label: 'Ended', saleEndsAt: inHours(-1) },
      { label: 'Sold', quantity: 0 },
      { label: 'Later', saleStartsAt: inHours(1) },
    ],
  });
  expect(await seen()).toContain(`${name}: Ended: Sold: Later`);
});

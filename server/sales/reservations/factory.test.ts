import { expect, test } from 'vitest';
import { buildPromoCode } from '../../catalog/tickets/factory.ts';
import { useTestDatabase } from '../../test/database.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import { buildOrders } from './bulk-factory.ts';
import { buildOrder } from './factory.ts';

const { db } = await useTestDatabase();
keepInvariants(db);

test('200 orders are made at once as if they had been bought', async () => {
  const shop = await buildShop(db, {
    ticket: {
      type: 'tiered',
      prices: [
        { amount: 2500, quantity: 400 },
        { amount: 0, quantity: null },
      ],
    },
  });
  const [paid, free] = shop.prices;
  const promo = await buildPromoCode(db, { accountId: shop.accountId, eventId: shop.eventId, code: 'LUZ' });
  const createdAt = new Date('2026-05-01T10:00:00Z');
  const made = await buildOrders(
    db,
    Array.from({ length: 200 }, (_, nth) => ({
      eventId: shop.eventId,
      items: [
        { priceId: paid?.priceId ?? 0, quantity: (nth % 2) + 1 },
        ...(nth % 3 === 0 ? [{ priceId: free?.priceId ?? 0, quantity: 1 }] : []),
      ],
      ...(nth % 10 === 0 && { promoCode: 'luz' }),
      ...(nth % 4 === 0 && {
        attendees: [{ firstName: `Ana ${nth}`, lastName: 'Roig', email: `ana${nth}@example.com` }],
      }),
      createdAt,
    })),
  );
  expect(made).toHaveLength(200);
  expect(made.flatMap((order) => order.attendeeIds)).toHaveLength(367);
  expect(await stockOf(db, paid?.counterId ?? 0)).toEqual({ sold: 300, reserved: 0 });
  expect(await stockOf(db, promo.counterId)).toEqual({ sold: 20, reserved: 0 });
  const first = await db
    .selectFrom('attendees')
    .select(['first_name', 'reference', 'created_at'])
    .where('order_id', '=', made[0]?.orderId ?? 0)
    .orderBy('id')
    .execute();
  expect(first.map((one) => one.first_name)).toEqual(['Ana 0', 'Lucía']);
  expect(first.map((one) => one.reference.slice(-2))).toEqual(['-1', '-2']);
});

test('more than there is cannot be made', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 1 } });
  const one = { eventId: shop.eventId, items: [{ priceId: shop.priceId, quantity: 1 }] };
  await expect(buildOrders(db, [one, one])).rejects.toThrow('More was asked for');
  await buildOrder(db, one);
  await expect(buildOrder(db, one)).rejects.toThrow('SOLD_OUT');
});

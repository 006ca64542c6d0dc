import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { lineUp } from '../../test/held-lock.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { anotherTicket, moverOf } from '../../test/sold/moving.ts';
import { buildSoldTicket, findEntries, openDoor } from '../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

/** A sold ticket, and another free one of its event with this many left. */
async function soldAnd(quantity: number, tickets = 1) {
  const sold = await buildSoldTicket(app, tickets);
  const other = await anotherTicket(db, sold, { type: 'free', amount: 0, quantity });
  return { sold, other, ...moverOf(sold, sold.attendeeId) };
}

test('a move to the last place while others buy it: one of them has it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { sold, other, move } = await soldAnd(1);
    const buyers = Array.from({ length: 3 }, () => visitor(app));
    const [moved, ...bought] = await Promise.all([
      move(other.priceId),
      ...buyers.map((one) => reserveAs(one, sold.shop.eventId, [{ priceId: other.priceId, quantity: 1 }])),
    ]);
    const held = bought.filter(({ status }) => status === 201).length;
    expect(moved.status === 200 ? 1 + held : held).toBe(1);
    if (moved.status !== 200) expect(moved.problem.code).toBe('NOT_ENOUGH_LEFT');
    const { sold: taken, reserved } = await stockOf(db, other.counterId);
    expect([taken, reserved]).toEqual(moved.status === 200 ? [1, 0] : [0, 1]);
    expect((await stockOf(db, sold.shop.counterId)).sold).toBe(moved.status === 200 ? 0 : 1);
  }
});

test('the last place while a move and a sale are both under way: the first has it, the other hears that none is left', async () => {
  for (const isMoveFirst of [false, true]) {
    const { sold, other, move } = await soldAnd(1);
    const wish = [{ priceId: other.priceId, quantity: 1 }];
    const buy = () => reserveAs(visitor(app), sold.shop.eventId, wish);
    const calls = [buy, () => move(other.priceId)];
    const lock = sql`select from app.counters where id = ${other.counterId} for update`;
    const [first, second] = await lineUp<{ status: number; problem: { code: string } }>(
      db,
      lock,
      isMoveFirst ? calls.reverse() : calls,
    );
    expect([first?.status, second?.problem.code]).toEqual(
      isMoveFirst ? [200, 'SOLD_OUT'] : [201, 'NOT_ENOUGH_LEFT'],
    );
    expect(await stockOf(db, other.counterId)).toEqual(
      isMoveFirst ? { sold: 1, reserved: 0 } : { sold: 0, reserved: 1 },
    );
  }
});

test('two moves of one attendee at once: one is made, the other hears of it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { sold, other, move, seen } = await soldAnd(5);
    const third = await anotherTicket(db, sold, { type: 'free', amount: 0, quantity: 5, name: 'Balcony' });
    const replies = await Promise.all([
      move(other.priceId, { version: 1 }),
      move(third.priceId, { version: 1 }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.problem.code).toBe('STALE_VERSION');
    const places = (await stockOf(db, other.counterId)).sold + (await stockOf(db, third.counterId)).sold;
    expect([places, (await stockOf(db, sold.shop.counterId)).sold]).toEqual([1, 0]);
    expect((await seen()).adjustments).toHaveLength(1);
  }
});

test('two attendees who exchange their places at once wait for each other and are both moved', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { sold, other, move } = await soldAnd(5, 2);
    await move(other.priceId);
    const [, second] = await db
      .selectFrom('attendees')
      .select('id')
      .where('order_id', '=', sold.orderId)
      .orderBy('id')
      .execute();
    const replies = await Promise.all([
      move(sold.shop.priceId),
      moverOf(sold, second?.id ?? 0).move(other.priceId),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await stockOf(db, other.counterId)).sold).toBe(1);
  }
});

test('a move while the old code is scanned: one of the two wins, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { sold, other, move } = await soldAnd(5);
    const scan = await openDoor(app, sold);
    const [verdict, moved] = await Promise.all([scan(sold.code), move(other.priceId, { version: 1 })]);
    const entered = (await findEntries(db, sold.attendeeId)).length;
    expect(['admitted 409 1', 'revoked 200 0']).toContain(`${verdict} ${moved.status} ${entered}`);
  }
});

test('a move while the order is cancelled: whichever comes first, no place is kept or given back twice', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { sold, other, move } = await soldAnd(5);
    const params = { eventId: sold.params.eventId, orderId: String(sold.orderId) };
    const [moved, cancelled] = await Promise.all([
      move(other.priceId, { version: 1 }),
      sold.owner.call(cancelOrder, { params, body: { notify: false } }),
    ]);
    expect(cancelled.status).toBe(200);
    expect([200, 409]).toContain(moved.status);
    expect((await stockOf(db, other.counterId)).sold).toBe(0);
    expect((await stockOf(db, sold.shop.counterId)).sold).toBe(0);
  }
});

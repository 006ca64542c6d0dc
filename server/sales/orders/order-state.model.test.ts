import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/client.ts';
import { verify } from '../../operations/verify/service.ts';
import { newShortId } from '../../platform/secrets.ts';
import { useTestDatabase } from '../../test/database.ts';
import { buildShop } from '../../test/shop.ts';
import { advance } from './advance.ts';
import {
  nextState,
  ORDER_TRANSITIONS,
  type OrderEvent,
  type OrderState,
  stateOf,
} from './core/order-state.ts';
import * as queries from './queries.ts';

vi.setConfig({ testTimeout: 120_000 });
const { db } = await useTestDatabase();

const EVENTS = Object.keys(ORDER_TRANSITIONS) as OrderEvent[];
const START: OrderState = { status: 'reserved', payment: 'none' };
const ENDS = ['expired', 'completed', 'cancelled'];
const name = ({ status, payment }: OrderState) => `${status}/${payment}`;
const exits = (state: OrderState) =>
  EVENTS.flatMap((event) => {
    const to = nextState(state, event);
    return to ? [{ event, to }] : [];
  });

function reachableFrom(start: OrderState): Map<string, OrderState> {
  const found = new Map([[name(start), start]]);
  for (const state of found.values()) for (const { to } of exits(state)) found.set(name(to), to);
  return found;
}
const REACHABLE = reachableFrom(START);

describe('the machine as it is declared', () => {
  test('reaches exactly the states that an order can be in, and every event happens somewhere', () => {
    expect([...REACHABLE.keys()].sort()).toEqual([
      'awaiting_offline_payment/none',
      'cancelled/none',
      'cancelled/not_required',
      'cancelled/paid',
      'cancelling/awaiting',
      'cancelling/failed',
      'cancelling/none',
      'cancelling/processing',
      'completed/not_required',
      'completed/paid',
      'expired/awaiting',
      'expired/failed',
      'expired/none',
      'expired/paid',
      'expired/processing',
      'reserved/awaiting',
      'reserved/failed',
      'reserved/none',
      'reserved/processing',
    ]);
    const happening = new Set([...REACHABLE.values()].flatMap(exits).map(({ event }) => event));
    expect([...happening].sort()).toEqual([...EVENTS].sort());
  });

  test('an end is left only by the declared ways: a late payment, its failure, a cancellation by people', () => {
    const ends = [...REACHABLE.values()].filter(({ status }) => ENDS.includes(status));
    const ways = Object.fromEntries(
      ends.map((state) => [
        name(state),
        exits(state)
          .map(({ event }) => event)
          .sort(),
      ]),
    );
    const late = ['completed_late', 'paid_too_late', 'payment_cancelled', 'payment_failed'];
    expect(ways).toEqual({
      'cancelled/none': [],
      'cancelled/not_required': ['reactivated'],
      'cancelled/paid': ['reactivated'],
      'completed/not_required': ['cancelled'],
      'completed/paid': ['cancelled'],
      'expired/awaiting': late,
      'expired/failed': [],
      'expired/none': [],
      'expired/paid': [],
      'expired/processing': late,
    });
  });

  test('each state leads to an end, and no end leads back to a hold', () => {
    for (const state of REACHABLE.values()) {
      const onward = [...reachableFrom(state).values()];
      expect(onward.some(({ status }) => ENDS.includes(status))).toBe(true);
      if (ENDS.includes(state.status)) {
        expect(onward.filter(({ status }) => status === 'reserved' || status === 'cancelling')).toEqual([]);
      }
    }
  });

  test('every event changes something, so that every step leaves its line of history', () => {
    for (const state of REACHABLE.values())
      for (const { to } of exits(state)) expect(name(to)).not.toBe(name(state));
  });
});

const shop = await buildShop(db);

async function newOrder(): Promise<number> {
  const money = {
    list_total: 0,
    discount_total: 0,
    fee_total: 0,
    tax_added_total: 0,
    tax_included_total: 0,
    total: 0,
  };
  const { id } = await db
    .insertInto('orders')
    .values({
      ...money,
      account_id: shop.accountId,
      event_id: shop.eventId,
      short_id: newShortId('o'),
      currency: 'EUR',
      locale: 'en',
      email: 'lucia@example.com',
      expires_at: new Date(Date.now() + 900_000),
      // Only such an order may take every step.
      is_manual: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('whatever is tried in whatever order, the history in the database is the path through the graph', async () => {
  const tried = fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(tried, async (events) => {
      const id = await newOrder();
      const path = [name(START)];
      for (const event of events) {
        const moved = await inTransaction(db, async (tx) => {
          const order = await queries.lockById(tx, id);
          const next = order && nextState(stateOf(order), event);
          if (!order || !next) return null;
          await advance(tx, order, event, event === 'offline_chosen' ? { offlineDueAt: new Date() } : {});
          return next;
        });
        if (moved) path.push(name(moved));
      }
      const history = await db
        .selectFrom('order_transitions')
        .selectAll()
        .where('order_id', '=', id)
        .orderBy('id')
        .execute();
      expect(history.map((step) => `${step.to_status}/${step.to_payment}`)).toEqual(path.slice(1));
      expect(history.map((step) => `${step.from_status}/${step.from_payment}`)).toEqual(path.slice(0, -1));
      const now = await db
        .selectFrom('orders')
        .select(['status', 'payment_status'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(`${now.status}/${now.payment_status}`).toBe(path.at(-1));
    }),
    { numRuns: 60 },
  );
  const { drift } = await verify(db);
  expect(drift.filter(({ id }) => id === 'I10' || id === 'I6')).toEqual([]);
});

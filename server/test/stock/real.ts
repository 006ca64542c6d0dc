import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@entrada/contract/constants';
import type { Endpoint, InputOf } from '@entrada/contract/endpoint';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import {
  abandonOrder,
  chooseOfflinePayment,
  extendOrder,
  refreshPayment,
  reserveOrder,
  saveOrderDetails,
  startPayment,
} from '@entrada/contract/sales/checkout';
import { addGuests } from '@entrada/contract/sales/guests/add';
import { moveAttendee, quoteMove } from '@entrada/contract/sales/moves/to-another-ticket';
import { markOrderPaid } from '@entrada/contract/sales/orders';
import { sql } from 'kysely';
import { buildUserIn } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { audit } from '../../platform/audit.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { endPayment } from '../../sales/checkout/end-payment.ts';
import { placesOf } from '../../sales/orders/core/lines.ts';
import { cancelPlaces } from '../../sales/orders/places/cancel.ts';
import { findById, lockById } from '../../sales/orders/queries.ts';
import { SYSTEM } from '../../sales/refunds/record.ts';
import { sweepHolds } from '../../sales/reservations/jobs.ts';
import type { Client, TestApp } from '../app.ts';
import { createFakeProvider } from '../payments/fake-provider.ts';
import { type Ending, type Operation, pick, type Spec } from './operations.ts';
import { buildOffer } from './real-offer.ts';
import { isFirst, type Shop } from './shop.ts';
import { look } from './sight.ts';

/** A provider in memory that knows the newest payment of each order. Tests change its payments directly. */
export function createBank() {
  const { provider: fake, set } = createFakeProvider();
  const newest = new Map<string, string>();
  const provider: PaymentProvider = {
    ...fake,
    createPayment: async (input) => {
      const made = await fake.createPayment(input);
      newest.set(input.orderShortId, made.id);
      return made;
    },
  };
  return {
    provider,
    decide: (orderShortId: string, ends: Ending) => {
      const id = newest.get(orderShortId);
      if (id !== undefined) set(id, ends);
      return id !== undefined;
    },
  };
}

export type Bank = ReturnType<typeof createBank>;

/** Stops the database's clock at an instant. Time passes only if an operation moves the clock. */
const stopClock = (db: Db, at: Date) =>
  sql
    .raw(
      `create or replace function app.now() returns timestamptz language sql stable parallel safe
      as 'select timestamptz ''${at.toISOString()}'''`,
    )
    .execute(db);

const BUYER = { firstName: 'Lucía', lastName: 'Márquez', email: 'lucia@example.com' };
let callers = 0;
/** A new address for each call, so that no rate limit applies to several callers together. */
const freshAddress = () => {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
};

const findOrder = (db: Db | Tx, shortId: string) =>
  db.selectFrom('orders').select('id').where('short_id', '=', shortId).executeTakeFirstOrThrow();

export type RealShop = Shop & {
  eventId: number;
  accountId: number;
  prices: { ticketId: number; priceId: number; counterId: number }[];
  /** Counters by name. */
  counters: Map<string, number>;
};

/**
 * An event in a real database. One or more instances of the whole application sell it at the same time, and
 * each browser uses one of them. The clock is stopped at `clock.now`.
 */
export async function createRealShop(
  apps: readonly TestApp[],
  bank: Bank,
  spec: Spec,
  { accountId, clock }: { accountId: number; clock: { now: number } },
): Promise<RealShop> {
  const [first] = apps;
  if (!first) throw new Error('No application was given');
  const { db } = first;
  await stopClock(db, new Date(clock.now));
  const { eventId } = await buildEvent(db, {
    accountId,
    startsAt: new Date(clock.now + 400 * DAY_MS),
    settings: { offline_payments: true, offline_days: 1 },
  });
  const { counters, prices, promos, organize } = await buildOffer(db, spec, { accountId, eventId });

  const clients = new Map<number, Client>();
  const clientOf = (browser: number): Client => {
    const known = clients.get(browser) ?? pick(apps, browser)?.as();
    if (!known) throw new Error('No application was given');
    clients.set(browser, known);
    return known;
  };
  const latest = new Map<number, string>();
  const call = <E extends Endpoint>(browser: number, endpoint: E, input: InputOf<E>) =>
    clientOf(browser).call(endpoint, input, {
      idempotencyKey: randomBytes(12).toString('base64url'),
      headers: { 'x-forwarded-for': freshAddress() },
    });
  const codeOf = ({
    status,
    problem,
  }: {
    status: number;
    problem: { code?: string; params?: Record<string, unknown> };
  }) => {
    // A 503 with one of these codes is allowed, because a busy machine may give it.
    if (status >= 500 && problem.code !== 'UNAVAILABLE' && problem.code !== 'PAYMENT_UNCONFIRMED')
      throw new Error(`Answered ${status}: ${JSON.stringify(problem)}`);
    return [problem.code, ...(problem.params?.left === undefined ? [] : [problem.params.left])].join(' ');
  };

  const reserve = async (operation: Extract<Operation, { kind: 'reserve' }>) => {
    const { browser, promo } = operation;
    const items = operation.items
      .map((one) => ({ ...one, price: one.price % prices.length }))
      .filter(isFirst)
      .map(({ price, quantity, donation }) => ({
        priceId: prices[price]?.priceId ?? 0,
        quantity,
        ...(donation !== null && { donation }),
      }));
    const code = promo === 'unknown' ? 'NOSUCH' : promo === null ? undefined : pick(promos, promo)?.code;
    const reply = await call(browser, reserveOrder, {
      params: { eventId: String(eventId) },
      body: { items, ...(code !== undefined && { promoCode: code }) },
    });
    if (reply.status !== 201) return codeOf(reply);
    const { shortId, total } = reply.body.data;
    const isSame = latest.get(browser) === shortId;
    latest.set(browser, shortId);
    return `${isSame ? 'same' : 'held'} ${total}`;
  };

  const settle = async (browser: number, orderShortId: string, ends: Ending) => {
    if (bank.decide(orderShortId, ends)) await call(browser, refreshPayment, { params: { orderShortId } });
  };

  /**
   * Saves the buyer's details. Returns `completed` if there is nothing to pay, an error code if it fails,
   * otherwise null.
   */
  const saveDetails = async (browser: number, orderShortId: string): Promise<string | null> => {
    const details = await call(browser, saveOrderDetails, {
      params: { orderShortId },
      body: { ...BUYER, emailConfirmation: BUYER.email, sendAllToBuyer: true, attendees: [] },
    });
    if (details.status !== 200) return codeOf(details);
    return details.body.data.step === 'summary' ? 'completed' : null;
  };

  const payOffline = async (browser: number, orderShortId: string) => {
    const details = await saveDetails(browser, orderShortId);
    if (details) return details;
    const chosen = await call(browser, chooseOfflinePayment, { params: { orderShortId } });
    return chosen.status === 200 ? 'waits' : codeOf(chosen);
  };

  /** The organizer records whether the money has come. */
  const decideMoney = async (shortId: string, comes: boolean) => {
    const { id } = await findOrder(db, shortId);
    const input = { params: { eventId: String(eventId), orderId: String(id) } };
    // A new session for this call, because earlier sessions expire while time passes.
    const organizer = first.as(await buildUserIn(db, accountId, 'organizer'));
    const reply = comes
      ? await organizer.call(markOrderPaid, input)
      : await organizer.call(cancelOrder, { ...input, body: { notify: true } });
    if (reply.status === 200) return 'done';
    // The model does not tell apart why an order that awaits nothing cannot be cancelled.
    const code = codeOf(reply);
    return comes || code === 'ORDER_CANCELLED' ? code : 'ORDER_NOT_AWAITING_PAYMENT';
  };

  /** An organizer adds guests by hand. A new session, as below. */
  const addByHand = async (asked: Extract<Operation, { kind: 'guests' }>) => {
    const at = asked.price % prices.length;
    const type = spec.tickets[spec.prices[at]?.ticket ?? -1]?.type;
    const amount = type === 'free' ? 0 : asked.amount;
    const organizer = (pick(apps, asked.quantity) ?? first).as(await buildUserIn(db, accountId, 'organizer'));
    const reply = await organizer.call(
      addGuests,
      {
        params: { eventId: String(eventId) },
        body: {
          priceId: prices[at]?.priceId ?? 0,
          amount,
          payment: amount > 0 ? 'cash' : null,
          attendees: Array.from({ length: asked.quantity }, () => BUYER),
          locale: 'en',
          notify: false,
          exceedCapacity: asked.beyond,
        },
      },
      { idempotencyKey: randomBytes(12).toString('base64url') },
    );
    if (reply.status !== 201) return codeOf(reply);
    const { shortId, total } = reply.body.data;
    latest.set(-1, shortId);
    return `added ${total}`;
  };

  const pay = async (browser: number, orderShortId: string, ends: Ending | 'leaves') => {
    const details = await saveDetails(browser, orderShortId);
    if (details) return details;
    const started = await call(browser, startPayment, { params: { orderShortId } });
    if (started.status !== 200) return codeOf(started);
    if (ends !== 'leaves') await settle(browser, orderShortId, ends);
    return 'started';
  };

  const cancel = (shortId: string, wanted: number | null) =>
    inTransaction(db, async (tx) => {
      const { id } = await findOrder(tx, shortId);
      const order = await lockById(tx, id);
      if (order?.status !== 'completed') return;
      const rows = await tx
        .selectFrom('attendees')
        .select(['id', 'order_item_id'])
        .where('order_id', '=', id)
        .where('status', '<>', 'cancelled')
        .orderBy('id')
        .execute();
      const active = rows.map((row) => row.id);
      // In the order of the lines: each ticket, and each whole line that admits nobody.
      const places = placesOf(order).flatMap((item): { attendeeId?: number; lineId?: number }[] => {
        if (!item.admits) return item.isCancelled ? [] : [{ lineId: item.id }];
        return rows.filter((row) => row.order_item_id === item.id).map((row) => ({ attendeeId: row.id }));
      });
      const chosen = places.slice(0, wanted ?? places.length);
      const named = {
        attendeeIds: chosen.flatMap(({ attendeeId }) => attendeeId ?? []),
        lineIds: chosen.flatMap(({ lineId }) => lineId ?? []),
      };
      const { isOrder } = await cancelPlaces(tx, SYSTEM, {
        order,
        chosen: wanted === null ? null : named,
        activeIds: active,
      });
      const action = isOrder ? 'order.cancelled' : 'attendees.cancelled';
      await audit(tx, SYSTEM, scopeOfRow({ accountId }), {
        action,
        target: { type: 'order', id },
      });
    });

  /** An organizer moves the first valid ticket of an order; nobody pays a difference. A new session, as above. */
  const exchange = async (shortId: string, asked: Extract<Operation, { kind: 'exchange' }>) => {
    const { id } = await findOrder(db, shortId);
    const order = await findById(db, id);
    const to = prices[asked.price % prices.length];
    if (order?.status !== 'completed' || !to) return 'kept';
    const rows = await db
      .selectFrom('attendees')
      .select(['id', 'order_item_id'])
      .where('order_id', '=', id)
      .where('status', '<>', 'cancelled')
      .orderBy('id')
      .execute();
    const one = placesOf(order).flatMap((item) => rows.filter((row) => row.order_item_id === item.id))[0];
    if (!one) return 'kept';
    const organizer = first.as(await buildUserIn(db, accountId, 'organizer'));
    const params = { eventId: String(eventId), attendeeId: String(one.id) };
    const quoted = await organizer.call(quoteMove, { params });
    if (quoted.status !== 200) return codeOf(quoted);
    const { data } = quoted.body;
    const choice = data.choices.find(({ priceId }) => priceId === to.priceId);
    if (!choice) return 'kept';
    const reply = await organizer.call(
      moveAttendee,
      {
        params,
        body: {
          version: data.version,
          priceId: choice.priceId,
          expectedDifference: choice.difference,
          settlement: choice.difference === 0 ? null : 'waived',
          exceedCapacity: asked.beyond,
          sendTicket: false,
        },
      },
      { idempotencyKey: randomBytes(12).toString('base64url') },
    );
    return reply.status === 200 ? 'moved' : codeOf(reply);
  };

  const sweep = async () => {
    await sweepHolds(first.jobCtx);
    const rows = await db
      .selectFrom('orders')
      .select('id')
      .where('event_id', '=', eventId)
      .where('status', '=', 'cancelling')
      .orderBy('id')
      .execute();
    for (const { id } of rows) await endPayment(first.jobCtx, bank.provider, id);
  };

  const ofBuyer = async (
    operation: Extract<Operation, { browser: number }>,
    orderShortId: string,
  ): Promise<string> => {
    const { browser } = operation;
    const params = { params: { orderShortId } };
    switch (operation.kind) {
      case 'pay':
        return pay(browser, orderShortId, operation.ends);
      case 'offline':
        return payOffline(browser, orderShortId);
      case 'money':
        return decideMoney(orderShortId, operation.comes);
      case 'settle':
        await settle(browser, orderShortId, operation.ends);
        return 'done';
      case 'exchange':
        return exchange(orderShortId, operation);
      case 'cancel':
        await cancel(orderShortId, operation.tickets);
        return 'done';
      case 'abandon': {
        const reply = await call(browser, abandonOrder, params);
        return reply.status < 300 ? 'done' : codeOf(reply);
      }
      default: {
        const reply = await call(browser, extendOrder, params);
        return reply.status < 300 ? 'done' : codeOf(reply);
      }
    }
  };

  return {
    eventId,
    accountId,
    prices,
    counters,
    do: async (operation) => {
      if (operation.kind === 'reserve') return reserve(operation);
      if (operation.kind === 'guests') return addByHand(operation);
      if (operation.kind === 'uninvite') {
        const shortId = latest.get(-1);
        if (shortId !== undefined) await cancel(shortId, null);
      } else if (operation.kind === 'travel') {
        clock.now += operation.seconds * 1000;
        await stopClock(db, new Date(clock.now));
      } else if (operation.kind === 'sweep') await sweep();
      else if ('browser' in operation) {
        const shortId = latest.get(operation.browser);
        return shortId === undefined ? 'nothing' : ofBuyer(operation, shortId);
      } else await organize(operation);
      return 'done';
    },
    see: () => look(db, eventId, counters),
  };
}

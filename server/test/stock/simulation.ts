import { demandOf } from '../../catalog/inventory/core/demand.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { choosePlaces } from '../../sales/guests/core/guests.ts';
import { placesOf } from '../../sales/orders/core/lines.ts';
import { whyClosed } from '../../sales/orders/core/open.ts';
import {
  isPaying,
  moveState,
  nextState,
  type OrderEvent,
  stateOf,
} from '../../sales/orders/core/order-state.ts';
import { isStockRefusal } from '../../sales/reservations/core/admission.ts';
import { isSameSelection } from '../../sales/reservations/core/selection.ts';
import { decide, type ReserveRequest, type Taken } from '../../sales/reservations/sale.ts';
import { createCatalogue, type Fault } from './catalogue.ts';
import {
  ATTEMPTS,
  type Ending,
  EXTENSION_SECONDS,
  GIVE_UP_SECONDS,
  HOLD_SECONDS,
  OFFLINE_SECONDS,
  type Operation,
  PROCESSING_SECONDS,
  pick,
  RETRY_SECONDS,
  type Spec,
} from './operations.ts';
import { isFirst, type Shop } from './shop.ts';
import { deadlineOf, demandBy, type Held, instant, isOver, newOrder, sightOf } from './simulation-order.ts';

const provider = { checkAmount: () => ({ ok: true }) } as unknown as PaymentProvider;

/**
 * The core of admission and stock without a database: the pure decisions of the real lane, the state machine
 * and the arithmetic of counters, on plain maps and in virtual time. It repeats the checks of the PostgreSQL
 * statements.
 */
export function createSimulation(spec: Spec, fault?: Fault): Shop & { leaks: () => string[] } {
  const { counters, counter, prices, promos, tickets, sale, organize } = createCatalogue(spec, fault);
  let now = 0;
  const orders: Held[] = [];
  /** The hold that each browser gave up last. */
  const givenUp = new Map<number, { deadline: number; isExtended: boolean }>();
  const shift = (demand: Iterable<[number, number]>, of: 'sold' | 'reserved', sign: 1 | -1) => {
    for (const [id, n] of demand) counter(id)[of] += sign * n;
  };
  const fitsCeiling = () =>
    [...counters.values()].every((one) => one.ceiling === null || one.sold + one.reserved <= one.ceiling);
  const move = (order: Held, event: OrderEvent) => {
    const next = moveState(stateOf(order), event);
    Object.assign(order, { status: next.status, paymentStatus: next.payment });
  };
  const release = (order: Held, event: 'expired' | 'given_up') => {
    move(order, event);
    if (fault !== 'forgets_release') shift(demandBy(order), 'reserved', -1);
  };
  const noteLeft = (order: Held) => {
    if (deadlineOf(order) > now)
      givenUp.set(order.browser, { deadline: deadlineOf(order), isExtended: order.isExtended });
  };
  const setDeadline = (order: Held, seconds: number) => {
    order.expiresAt = instant(seconds);
  };
  type Taking = 'completed_free' | 'completed_paid' | 'completed_late' | 'offline_chosen';
  const complete = (order: Held, event: Taking) => {
    if (event !== 'completed_late') shift(demandBy(order), 'reserved', -1);
    shift(demandBy(order), 'sold', 1);
    move(order, event);
    for (const item of order.items) order.standing.set(item.id, item.quantity);
  };
  const expireOverdue = () => {
    const due = orders.filter((one) => isOver(one, now));
    for (const order of due) release(order, 'expired');
    return due.length > 0;
  };
  const endAttempt = (order: Held, event: 'payment_failed' | 'payment_cancelled') => {
    const was = order.paymentStatus;
    if (!nextState(stateOf(order), event)) return;
    move(order, event);
    if (order.status === 'cancelling') release(order, 'expired');
    else if (order.status === 'reserved' && was === 'processing')
      setDeadline(order, Math.min(deadlineOf(order), now + RETRY_SECONDS));
  };
  const endPayment = (order: Held) => {
    if (order.bank !== 'open') return;
    order.bank = null;
    endAttempt(order, 'payment_cancelled');
  };
  const openOf = (browser: number) =>
    orders.find((one) => one.browser === browser && one.status === 'reserved');

  const settle = (order: Held, ends: Ending) => {
    if (order.bank === null) return;
    order.bank = ends === 'processing' ? 'processing' : null;
    if (ends === 'failed') return endAttempt(order, 'payment_failed');
    if (ends === 'processing') {
      if (!nextState(stateOf(order), 'payment_processing')) return;
      move(order, 'payment_processing');
      setDeadline(order, Math.max(deadlineOf(order), now + PROCESSING_SECONDS));
      return;
    }
    if (order.status !== 'expired') return complete(order, 'completed_paid');
    const fits = [...demandBy(order)].every(([id, n]) => {
      const { quantity, sold, reserved } = counter(id);
      return quantity === null || sold + reserved + n <= quantity;
    });
    if (fits) complete(order, 'completed_late');
    else move(order, 'paid_too_late');
  };

  const reserve = (operation: Extract<Operation, { kind: 'reserve' }>): string => {
    const { browser } = operation;
    const items = operation.items
      .map((one) => ({ ...one, price: one.price % prices.length }))
      .filter(isFirst)
      .map(({ price, quantity, donation }) => ({
        priceId: price + 1,
        quantity,
        ...(donation !== null && { donation }),
      }));
    const code =
      operation.promo === 'unknown'
        ? 'NOSUCH'
        : operation.promo === null
          ? undefined
          : pick(promos, operation.promo)?.code;
    const request = (hold: Held | null): ReserveRequest => ({
      eventId: 1,
      items,
      promoCode: code,
      expectedTotal: undefined,
      locale: 'en',
      cartHash: '00',
      mayHaveHold: true,
      idempotencyKey: null,
      requestHash: '00',
      addressHash: null,
      hasProof: true,
      hold,
      left: null,
    });
    const ask = (hold: Held | null) =>
      decide(request(hold), sale, { taken: new Map() as Taken, now: instant(now), provider });
    const open = openOf(browser) ?? null;
    if (open && deadlineOf(open) > now) {
      const promo = code === undefined ? null : sale.promos.get(code);
      const isUsed =
        promo &&
        items.some(
          (one) =>
            promo.appliesToAll || promo.ticketIds.includes((prices[one.priceId - 1]?.ticket ?? -1) + 1),
        );
      const asked = items.map((one) => {
        const price = prices[one.priceId - 1];
        const minimum = tickets[price?.ticket ?? -1]?.type === 'donation' ? price?.amount : undefined;
        return { ...one, donation: one.donation ?? minimum };
      });
      const promoCode = isUsed ? promo.code : promo === undefined ? 'NOSUCH' : null;
      if (isSameSelection(open, { items: asked, promoCode })) return `same ${open.total}`;
    }
    let hold = open;
    /** Overdue holds of others end if they keep the needed stock. */
    const askNow = () => {
      const decision = ask(hold);
      if (decision.ok || !isStockRefusal(decision.code) || !expireOverdue()) return decision;
      hold &&= openOf(browser) ?? null;
      return ask(hold);
    };
    let decision = askNow();
    if (decision.ok && hold && isPaying(hold)) {
      noteLeft(hold);
      move(hold, 'ending');
      endPayment(hold);
      hold = null;
      decision = askNow();
    }
    if (!decision.ok)
      return [decision.code, ...(decision.params?.left === undefined ? [] : [decision.params.left])].join(
        ' ',
      );
    const { reservation } = decision;
    const kept =
      hold && deadlineOf(hold) > now
        ? { deadline: deadlineOf(hold), isExtended: hold.isExtended }
        : undefined;
    const gone = givenUp.get(browser);
    const left = gone && gone.deadline > now ? gone : undefined;
    const until = kept?.deadline ?? Math.min(left?.deadline ?? Number.POSITIVE_INFINITY, now + HOLD_SECONDS);
    if (hold) release(hold, 'expired');
    shift(reservation.demand, 'reserved', 1);
    if (!fitsCeiling()) throw new Error('The ceiling of a counter was broken');
    orders.push(
      newOrder(browser, {
        total: reservation.total,
        promoCode: reservation.promo?.code ?? null,
        promoCounterId: reservation.promo?.counterId ?? null,
        expiresAt: instant(until),
        isExtended: (kept ?? left)?.isExtended ?? false,
        items: reservation.items.map((item, nth) => ({
          ...item,
          id: nth,
          charges: [],
          counterIds: [...item.counterIds],
        })),
      }),
    );
    return `held ${reservation.total}`;
  };

  const addGuests = (asked: Extract<Operation, { kind: 'guests' }>): string => {
    const places = { priceId: (asked.price % prices.length) + 1, quantity: asked.quantity };
    const type = tickets[prices[places.priceId - 1]?.ticket ?? -1]?.type;
    const chosen = choosePlaces(tickets, { ...places, amount: type === 'free' ? 0 : asked.amount });
    if (!chosen.ok) return chosen.code;
    const { counterIds, priced } = chosen;
    const rest = () =>
      Math.min(
        ...counterIds.map((id) => {
          const { quantity, sold, reserved } = counter(id);
          return quantity === null ? Number.POSITIVE_INFINITY : Math.max(0, quantity - sold - reserved);
        }),
      );
    if (!asked.beyond && asked.quantity > rest() && !(expireOverdue() && asked.quantity <= rest()))
      return `NOT_ENOUGH_LEFT ${rest()}`;
    const order = newOrder(-1, {
      total: priced.total,
      promoCode: null,
      promoCounterId: null,
      expiresAt: null,
      isExtended: false,
      items: [{ id: 0, quantity: asked.quantity, counterIds, admits: true }],
    });
    order.standing.set(0, asked.quantity);
    orders.push(order);
    shift(demandBy(order), 'sold', 1);
    for (const id of counterIds) {
      const one = counter(id);
      if (one.ceiling !== null) one.ceiling = Math.max(one.ceiling, one.sold + one.reserved);
    }
    move(order, priced.total > 0 ? 'added_paid' : 'added_free');
    return `added ${priced.total}`;
  };

  const closedTo = (order: Held) =>
    whyClosed({ ...order, secondsLeft: order.expiresAt === null ? null : deadlineOf(order) - now });

  const pay = (order: Held, ends: Ending | 'leaves'): string => {
    const closed = closedTo(order);
    if (closed) return closed;
    if (order.total === 0) {
      complete(order, 'completed_free');
      return 'completed';
    }
    if (order.bank === null) {
      if (order.attempts === ATTEMPTS) return 'PAYMENT_ATTEMPTS_EXHAUSTED';
      order.attempts += 1;
      order.bank = 'open';
      move(order, 'payment_started');
    }
    if (ends !== 'leaves') settle(order, ends);
    return 'started';
  };

  const payOffline = (order: Held): string => {
    const closed = closedTo(order);
    if (closed) return closed;
    if (order.total === 0) return pay(order, 'leaves');
    endPayment(order);
    complete(order, 'offline_chosen');
    setDeadline(order, now + OFFLINE_SECONDS);
    return 'waits';
  };

  const endUnpaid = (order: Held, event: 'offline_cancelled' | 'offline_unpaid') => {
    move(order, event);
    shift(demandBy(order), 'sold', -1);
  };

  const decideMoney = (order: Held, comes: boolean): string => {
    if (order.status === 'completed' && comes) return 'ORDER_COMPLETED';
    if (order.status === 'cancelled') return 'ORDER_CANCELLED';
    if (order.status === 'completed') {
      cancel(order, null);
      return 'done';
    }
    if (order.status !== 'awaiting_offline_payment') return 'ORDER_NOT_AWAITING_PAYMENT';
    if (comes) move(order, 'completed_offline');
    else endUnpaid(order, 'offline_cancelled');
    return 'done';
  };

  const sweep = () => {
    expireOverdue();
    for (const order of orders)
      if (order.status === 'awaiting_offline_payment' && deadlineOf(order) <= now)
        endUnpaid(order, 'offline_unpaid');
    for (const order of orders)
      if (order.status === 'reserved' && deadlineOf(order) <= now) move(order, 'ending');
    for (const order of orders) {
      if (order.status !== 'cancelling') continue;
      if (deadlineOf(order) <= now - GIVE_UP_SECONDS)
        release(order, isPaying(order) ? 'given_up' : 'expired');
      else endPayment(order);
    }
  };

  const cancel = (order: Held, wanted: number | null) => {
    if (order.status !== 'completed') return;
    let rest = wanted ?? Number.POSITIVE_INFINITY;
    const given = placesOf(order).map((item) => {
      const standing = order.standing.get(item.id) ?? 0;
      const n = item.admits ? Math.min(rest, standing) : rest > 0 ? standing : 0;
      rest -= item.admits ? n : Math.min(n, 1);
      order.standing.set(item.id, standing - n);
      return { quantity: n, counterIds: item.counterIds };
    });
    const isAll = [...order.standing.values()].every((n) => n === 0);
    shift(demandOf(given, isAll ? order.promoCounterId : null), 'sold', -1);
    if (isAll) move(order, 'cancelled');
  };

  const exchange = (order: Held, asked: Extract<Operation, { kind: 'exchange' }>): string => {
    const priceId = (asked.price % prices.length) + 1;
    const ticket = tickets.find((one) => one.prices.some(({ id }) => id === priceId));
    const price = ticket?.prices.find(({ id }) => id === priceId);
    const from = placesOf(order).find((one) => one.admits && (order.standing.get(one.id) ?? 0) > 0);
    if (order.status !== 'completed' || !from || !ticket?.admits || !price) return 'kept';
    if (from.counterIds[0] === price.counterId) return 'kept';
    const counterIds = [price.counterId, ...ticket.pools.map(({ counterId }) => counterId)];
    const taken = counterIds.filter((id) => !from.counterIds.includes(id));
    const hasRoom = () =>
      taken.every((id) => {
        const { quantity, sold, reserved } = counter(id);
        return quantity === null || sold + reserved < quantity;
      });
    if (!asked.beyond && !hasRoom() && !(expireOverdue() && hasRoom())) return 'NOT_ENOUGH_LEFT 0';
    shift(demandOf([{ quantity: 1, counterIds: from.counterIds }], null), 'sold', -1);
    shift(demandOf([{ quantity: 1, counterIds }], null), 'sold', 1);
    for (const id of counterIds) {
      const one = counter(id);
      if (one.ceiling !== null) one.ceiling = Math.max(one.ceiling, one.sold + one.reserved);
    }
    const id = 1000 + order.moved.length;
    order.moved.push({ ...from, id, quantity: 1, counterIds });
    order.standing.set(from.id, (order.standing.get(from.id) ?? 0) - 1);
    order.standing.set(id, 1);
    return 'moved';
  };

  const ofBuyer = (order: Held, operation: Operation): string => {
    if (operation.kind === 'exchange') return exchange(order, operation);
    if (operation.kind === 'pay') return pay(order, operation.ends);
    if (operation.kind === 'offline') return payOffline(order);
    if (operation.kind === 'money') return decideMoney(order, operation.comes);
    if (operation.kind === 'settle') settle(order, operation.ends);
    else if (operation.kind === 'cancel') cancel(order, operation.tickets);
    else if (operation.kind === 'abandon') {
      if (order.status === 'completed') return 'ORDER_COMPLETED';
      if (order.status === 'awaiting_offline_payment') return 'ORDER_AWAITING_PAYMENT';
      if (order.status === 'reserved') noteLeft(order);
      if (order.status === 'reserved' && isPaying(order)) move(order, 'ending');
      if (order.status === 'cancelling') endPayment(order);
      else if (order.status === 'reserved') release(order, 'expired');
    } else {
      const closed = closedTo(order) ?? (order.isExtended ? 'ORDER_ALREADY_EXTENDED' : null);
      if (closed) return closed;
      setDeadline(order, deadlineOf(order) + EXTENSION_SECONDS);
      order.isExtended = true;
    }
    return 'done';
  };

  return {
    see: () => sightOf(orders, counters, now),
    leaks: () =>
      [...counters.values()].flatMap((one) =>
        one.reserved > 0 ? [`${one.name} keeps ${one.reserved}`] : [],
      ),
    do: (operation) => {
      if (operation.kind === 'reserve') return reserve(operation);
      if (operation.kind === 'guests') return addGuests(operation);
      if (operation.kind === 'uninvite') {
        const added = orders.findLast((one) => one.browser === -1);
        if (added) cancel(added, null);
      } else if (operation.kind === 'travel') now += operation.seconds;
      else if (operation.kind === 'sweep') sweep();
      else if ('browser' in operation) {
        const order = orders.findLast((one) => one.browser === operation.browser);
        return order ? ofBuyer(order, operation) : 'nothing';
      } else organize(operation);
      return 'done';
    },
  };
}

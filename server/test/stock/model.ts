import { createOffer, type Want } from './model-offer.ts';
import { isHeld, isSold, type Order } from './model-order.ts';
import {
  ATTEMPTS,
  type Ending,
  EXTENSION_SECONDS,
  GIVE_UP_SECONDS,
  HOLD_SECONDS,
  type Item,
  OFFLINE_SECONDS,
  type Operation,
  PROCESSING_SECONDS,
  RETRY_SECONDS,
  type Spec,
} from './operations.ts';
import { isFirst, type Shop } from './shop.ts';

/**
 * The rules of stock in their simplest form. Nothing is counted: every number is summed again from the list
 * of orders. The model is right by definition, and the others are compared with it.
 */
export function createModel(spec: Spec): Shop {
  const { prices, tickets, promos, quantities, countersOf, covers, isDonation, totalOf, organize } =
    createOffer(spec);
  const orders: Order[] = [];
  /** The hold that each browser gave up last. */
  const givenUp = new Map<number, Pick<Order, 'deadline' | 'extended'>>();
  let now = 0;
  const noteLeft = ({ browser, deadline, extended }: Order) => {
    if (deadline > now) givenUp.set(browser, { deadline, extended });
  };

  const taken = (counter: string, of: 'sold' | 'reserved', without?: Order): number =>
    orders
      .filter((order) => order !== without && (of === 'sold' ? isSold(order) : isHeld(order)))
      .reduce((sum, order) => {
        const units = order.lines
          .filter((line) => line.counters.includes(counter))
          .reduce((n, line) => n + (of === 'sold' ? line.standing : line.quantity), 0);
        return sum + units + (order.promo !== null && counter === `promo ${order.promo}` ? 1 : 0);
      }, 0);
  const left = (counter: string, without?: Order): number | null => {
    const quantity = quantities().get(counter) ?? null;
    if (quantity === null) return null;
    const others = taken(counter, 'reserved', without);
    // Whoever holds places may keep them, or a part of them, also where people added more guests than there was room for.
    const own = taken(counter, 'reserved') - others;
    return Math.max(own, quantity - taken(counter, 'sold', without) - others);
  };
  const isOver = (order: Order) =>
    order.status === 'reserved' && order.deadline <= now && ['none', 'failed'].includes(order.payment);
  const expireOverdue = (): boolean => {
    const due = orders.filter(isOver);
    for (const order of due) order.status = 'expired';
    return due.length > 0;
  };

  /** Asks the bank to cancel. The bank cannot cancel a payment that it is processing. */
  const endPayment = (order: Order) => {
    if (order.bank !== 'open') return;
    order.bank = null;
    order.payment = 'none';
    if (order.status === 'cancelling') order.status = 'expired';
  };

  const whyRefused = ({ items, promo }: Want, own?: Order): string | null => {
    for (const { price, donation } of items) {
      if (tickets[prices[price]?.ticket ?? -1]?.hidden) return 'TICKET_UNAVAILABLE';
      if (donation === null) continue;
      if (!isDonation(price)) return 'VALIDATION_FAILED';
      if (donation < (prices[price]?.amount ?? 0)) return 'DONATION_BELOW_MINIMUM';
    }
    const wanted = items.map((one) => prices[one.price]?.ticket ?? -1);
    for (const at of new Set(wanted)) {
      const n = items.reduce((sum, one, nth) => sum + (wanted[nth] === at ? one.quantity : 0), 0);
      if (n < (tickets[at]?.min ?? 0)) return 'BELOW_MINIMUM_PER_ORDER';
      if (n > (tickets[at]?.max ?? 0)) return 'ABOVE_MAXIMUM_PER_ORDER';
    }
    if (promo !== null) {
      if (promos[promo]?.disabled) return 'PROMO_CODE_DISABLED';
      if (left(`promo ${promo}`, own) === 0) return 'PROMO_CODE_USED_UP';
    }
    const before = new Map<string, number>();
    for (const { price, quantity } of items) {
      const all = countersOf(price);
      const limits = all.flatMap((counter) => {
        const n = left(counter, own);
        return n === null ? [] : [{ whole: n, rest: n - (before.get(counter) ?? 0) }];
      });
      const rest = Math.min(...limits.map((limit) => limit.rest));
      if (quantity > rest)
        return limits.some((limit) => limit.whole === 0) ? `SOLD_OUT ${rest}` : `NOT_ENOUGH_LEFT ${rest}`;
      for (const counter of all) before.set(counter, (before.get(counter) ?? 0) + quantity);
    }
    return null;
  };

  const openOf = (browser: number) =>
    orders.find((order) => order.browser === browser && order.status === 'reserved');
  const latestOf = (browser: number) => orders.findLast((order) => order.browser === browser);

  const reserve = (browser: number, asked: Item[], code: number | 'unknown' | null): string => {
    const items = asked.map((one) => ({ ...one, price: one.price % prices.length })).filter(isFirst);
    const given = code === null || code === 'unknown' || promos.length === 0 ? null : code % promos.length;
    const promo = given !== null && items.some((one) => covers(given, one.price)) ? given : null;
    const isUnknown = code === 'unknown';
    const open = openOf(browser);
    const name = (line: { price: number; quantity: number }, amount: number | null) =>
      `${line.price} ${line.quantity} ${isDonation(line.price) ? amount : ''}`;
    if (open && open.deadline > now && !isUnknown) {
      const held = open.lines.map((line) => name(line, line.list)).sort();
      const same = items.map((one) => name(one, one.donation ?? prices[one.price]?.amount ?? 0)).sort();
      const isClean = items.every((one) => one.donation === null || isDonation(one.price));
      if (isClean && open.promo === promo && String(held) === String(same)) return `same ${open.total}`;
    }
    if (isUnknown) return 'PROMO_CODE_INVALID';
    const want = { items, promo };
    /** Overdue holds of others end if they keep the needed stock. */
    const refusalNow = (own: () => Order | undefined) => {
      const refusal = whyRefused(want, own());
      const isStock = /^(SOLD_OUT|NOT_ENOUGH_LEFT|PROMO_CODE_USED_UP)/.test(refusal ?? '');
      return isStock && expireOverdue() ? whyRefused(want, own()) : refusal;
    };
    let refusal = refusalNow(() => openOf(browser));
    if (refusal) return refusal;
    let replaced = openOf(browser);
    if (replaced?.bank) {
      noteLeft(replaced);
      replaced.status = 'cancelling';
      endPayment(replaced);
      replaced = undefined;
      refusal = refusalNow(() => undefined);
      if (refusal) return refusal;
    }
    const kept = replaced && replaced.deadline > now ? { ...replaced } : null;
    const gone = givenUp.get(browser);
    const before = kept ?? (gone && gone.deadline > now ? gone : null);
    if (replaced) replaced.status = 'expired';
    const total = totalOf(want);
    orders.push({
      browser,
      lines: items.map(({ price, quantity, donation }) => ({
        price,
        quantity,
        counters: countersOf(price),
        list: donation ?? prices[price]?.amount ?? 0,
        admits: tickets[prices[price]?.ticket ?? -1]?.admits ?? true,
        standing: quantity,
      })),
      promo,
      total,
      status: 'reserved',
      payment: 'none',
      bank: null,
      attempts: 0,
      deadline: kept?.deadline ?? Math.min(before?.deadline ?? Number.POSITIVE_INFINITY, now + HOLD_SECONDS),
      extended: before?.extended ?? false,
    });
    return `held ${total}`;
  };

  const addGuests = (asked: Extract<Operation, { kind: 'guests' }>): string => {
    const price = asked.price % prices.length;
    const ticket = tickets[prices[price]?.ticket ?? -1];
    if (!tickets.some(({ admits }) => admits)) return 'NO_TICKETS_YET';
    if (!ticket?.admits) return 'VALIDATION_FAILED';
    const amount = ticket.type === 'free' ? 0 : asked.amount;
    const counters = countersOf(price);
    const rest = () => Math.min(...counters.map((counter) => left(counter) ?? Number.POSITIVE_INFINITY));
    if (!asked.beyond && asked.quantity > rest() && !(expireOverdue() && asked.quantity <= rest()))
      return `NOT_ENOUGH_LEFT ${rest()}`;
    const total = totalOf({
      items: [{ price, quantity: asked.quantity, donation: amount }],
      promo: null,
    });
    orders.push({
      browser: -1,
      lines: [
        { price, quantity: asked.quantity, counters, list: amount, admits: true, standing: asked.quantity },
      ],
      promo: null,
      total,
      status: 'completed',
      payment: total > 0 ? 'paid' : 'not_required',
      bank: null,
      attempts: 0,
      deadline: 0,
      extended: false,
    });
    return `added ${total}`;
  };

  const closedTo = (order: Order): string | null => {
    if (order.status === 'completed') return 'ORDER_COMPLETED';
    if (order.status === 'awaiting_offline_payment') return 'ORDER_AWAITING_PAYMENT';
    if (order.status === 'cancelled') return 'ORDER_CANCELLED';
    if (order.status === 'expired') return 'ORDER_EXPIRED';
    if (order.status === 'cancelling' || order.payment === 'processing') return 'ORDER_PROCESSING';
    return order.deadline > now ? null : 'ORDER_EXPIRED';
  };

  const fits = (order: Order) =>
    [...quantities()].every(([counter, quantity]) => {
      if (quantity === null) return true;
      const units = order.lines.reduce(
        (sum, line) => sum + (line.counters.includes(counter) ? line.quantity : 0),
        counter === `promo ${order.promo}` ? 1 : 0,
      );
      return units === 0 || taken(counter, 'sold') + taken(counter, 'reserved') + units <= quantity;
    });

  const settle = (order: Order, ends: Ending) => {
    if (order.bank === null) return;
    const was = order.payment;
    if (ends === 'processing') {
      order.bank = 'processing';
      if (order.status === 'expired' || was === 'processing') return;
      order.payment = 'processing';
      order.deadline = Math.max(order.deadline, now + PROCESSING_SECONDS);
      return;
    }
    order.bank = null;
    if (ends === 'failed') {
      order.payment = 'failed';
      if (order.status === 'cancelling') order.status = 'expired';
      else if (was === 'processing') order.deadline = Math.min(order.deadline, now + RETRY_SECONDS);
      return;
    }
    // Money that comes after the places are gone is refunded.
    const isLate = order.status === 'expired' && !fits(order);
    order.payment = 'paid';
    if (!isLate) order.status = 'completed';
  };

  const pay = (order: Order, ends: Ending | 'leaves'): string => {
    const closed = closedTo(order);
    if (closed) return closed;
    if (order.total === 0) {
      order.status = 'completed';
      order.payment = 'not_required';
      return 'completed';
    }
    if (order.bank === null) {
      if (order.attempts === ATTEMPTS) return 'PAYMENT_ATTEMPTS_EXHAUSTED';
      order.attempts += 1;
      order.bank = 'open';
      order.payment = 'awaiting';
    }
    if (ends !== 'leaves') settle(order, ends);
    return 'started';
  };

  const payOffline = (order: Order): string => {
    const closed = closedTo(order);
    if (closed) return closed;
    if (order.total === 0) return pay(order, 'leaves');
    Object.assign(order, { status: 'awaiting_offline_payment', payment: 'none', bank: null });
    order.deadline = now + OFFLINE_SECONDS;
    return 'waits';
  };

  const decideMoney = (order: Order, comes: boolean): string => {
    if (order.status === 'completed' && comes) return 'ORDER_COMPLETED';
    if (order.status === 'cancelled') return 'ORDER_CANCELLED';
    // Cancelling an order whose money has come meanwhile cancels it all the same.
    if (order.status === 'completed') {
      cancel(order, null);
      return 'done';
    }
    if (order.status !== 'awaiting_offline_payment') return 'ORDER_NOT_AWAITING_PAYMENT';
    Object.assign(order, comes ? { status: 'completed', payment: 'paid' } : { status: 'cancelled' });
    return 'done';
  };

  const sweep = () => {
    expireOverdue();
    for (const order of orders) {
      if (order.status === 'awaiting_offline_payment' && order.deadline <= now) order.status = 'cancelled';
    }
    for (const order of orders) {
      if (order.status === 'reserved' && order.deadline <= now) order.status = 'cancelling';
    }
    for (const order of orders) {
      if (order.status === 'cancelling' && order.deadline <= now - GIVE_UP_SECONDS) order.status = 'expired';
      else if (order.status === 'cancelling') endPayment(order);
    }
  };

  const cancel = (order: Order, wanted: number | null) => {
    if (order.status !== 'completed') return;
    let rest = wanted ?? Number.POSITIVE_INFINITY;
    for (const line of order.lines) {
      const n = line.admits ? Math.min(rest, line.standing) : rest > 0 ? line.standing : 0;
      line.standing -= n;
      rest -= line.admits ? n : Math.min(n, 1);
    }
    if (order.lines.every((line) => line.standing === 0)) order.status = 'cancelled';
  };

  const exchange = (order: Order, asked: Extract<Operation, { kind: 'exchange' }>): string => {
    const price = asked.price % prices.length;
    const from = order.lines.find((line) => line.admits && line.standing > 0);
    const admits = tickets[prices[price]?.ticket ?? -1]?.admits ?? false;
    if (order.status !== 'completed' || !from || !admits || from.price === price) return 'kept';
    const counters = countersOf(price);
    const own = counters.filter((counter) => !from.counters.includes(counter));
    const hasRoom = () => own.every((counter) => (left(counter) ?? 1) > 0);
    if (!asked.beyond && !hasRoom() && !(expireOverdue() && hasRoom())) return 'NOT_ENOUGH_LEFT 0';
    from.standing -= 1;
    order.lines.push({ price, quantity: 1, counters, list: 0, admits: true, standing: 1 });
    return 'moved';
  };

  const act = (operation: Operation): string => {
    switch (operation.kind) {
      case 'reserve':
        return reserve(operation.browser, operation.items, operation.promo);
      case 'guests':
        return addGuests(operation);
      case 'uninvite': {
        const added = latestOf(-1);
        if (added) cancel(added, null);
        return 'done';
      }
      case 'travel':
        now += operation.seconds;
        return 'done';
      case 'sweep':
        sweep();
        return 'done';
    }
    if (!('browser' in operation)) {
      organize(operation);
      return 'done';
    }
    const order = latestOf(operation.browser);
    if (!order) return 'nothing';
    if (operation.kind === 'exchange') return exchange(order, operation);
    if (operation.kind === 'pay') return pay(order, operation.ends);
    if (operation.kind === 'offline') return payOffline(order);
    if (operation.kind === 'money') return decideMoney(order, operation.comes);
    if (operation.kind === 'settle') {
      settle(order, operation.ends);
      return 'done';
    }
    if (operation.kind === 'cancel') {
      cancel(order, operation.tickets);
      return 'done';
    }
    if (operation.kind === 'abandon') {
      if (order.status === 'completed') return 'ORDER_COMPLETED';
      if (order.status === 'awaiting_offline_payment') return 'ORDER_AWAITING_PAYMENT';
      if (order.status === 'reserved') noteLeft(order);
      if (order.bank && order.status === 'reserved') order.status = 'cancelling';
      if (order.status === 'cancelling') endPayment(order);
      else if (order.status === 'reserved') order.status = 'expired';
      return 'done';
    }
    const closed = closedTo(order) ?? (order.extended ? 'ORDER_ALREADY_EXTENDED' : null);
    if (closed) return closed;
    order.deadline += EXTENSION_SECONDS;
    order.extended = true;
    return 'done';
  };

  return {
    do: act,
    see: () => {
      const all = [...orders];
      for (const [at, order] of all.entries())
        if (isOver(order)) orders[at] = { ...order, status: 'expired' };
      const sight = {
        orders: orders.map((order) =>
          [
            `${order.status}/${order.payment} ${order.total}`,
            isHeld(order) ? `until ${order.deadline - now}` : 'ended',
            ...(order.extended ? ['extended'] : []),
          ].join(' '),
        ),
        counters: Object.fromEntries(
          [...quantities()].map(([counter, quantity]) => [
            counter,
            `${quantity ?? 'unlimited'} ${taken(counter, 'sold')} ${taken(counter, 'reserved')}`,
          ]),
        ),
      };
      orders.splice(0, orders.length, ...all);
      return sight;
    },
  };
}

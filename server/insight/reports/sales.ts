import type { OutputOf } from '@entrada/contract/endpoint';
import { REPORT_ROWS } from '@entrada/contract/insight/reports/money';
import type {
  getAccountSalesReport as accountEndpoint,
  getEventSalesReport as eventEndpoint,
} from '@entrada/contract/insight/reports/sales';
import type { Ctx } from '../../platform/context.ts';
import { addDays, alignedRange, lengthOf, type Range, rangeBefore } from '../figures/core/days.ts';
import { findCompared } from '../figures/service.ts';
import { addUp, moneyOf, type SoldSums, sumBy } from './core/money.ts';
import type { Span } from './core/types.ts';
import {
  type DayRow,
  findSalesDays,
  findSalesEvents,
  findSalesTickets,
  hasPrices,
  type TicketRow,
} from './queries.ts';
import { findReturned, type Returned } from './returned.ts';
import { accountSpan, byCurrency, type Days, eventSpan, toldAccount, toldEvent } from './span.ts';

type EventReport = OutputOf<typeof eventEndpoint>['data'];

const taxOf = (returned: readonly Returned[]): number => returned.reduce((sum, { tax }) => sum + tax, 0);

const lineOf = (sums: SoldSums, taxRefunded: number) => ({
  ...moneyOf(sums, taxRefunded),
  orders: sums.orders,
  sold: sums.sold,
});

function totalOf(days: readonly SoldSums[], returned: readonly Returned[]) {
  const sums = addUp(days);
  return {
    ...lineOf(sums, taxOf(returned)),
    ordersWithCode: sums.ordersWithCode,
    cancelled: sums.cancelled,
  };
}

/** Each day of a range, with zeros on the days that have no row. */
function daysOf(range: Range, rows: readonly DayRow[], returned: readonly Returned[]) {
  const known = new Map(rows.map((row) => [row.day, row]));
  const taxes = sumBy(
    returned,
    ({ day }) => day,
    ({ tax }) => tax,
  );
  return Array.from({ length: lengthOf(range) }, (_, nth) => {
    const day = addDays(range.from, nth);
    return { day, ...lineOf(known.get(day) ?? addUp([]), taxes.get(day) ?? 0) };
  });
}

/** The lines of tickets, and a last one for what went back beyond them. */
function ticketsOf(rows: readonly TicketRow[], returned: readonly Returned[]): EventReport['tickets'] {
  const byPrice = Map.groupBy(returned, ({ priceId }) => priceId);
  const tell = (sums: SoldSums, some: readonly Returned[]) => ({
    ...moneyOf({ ...sums, refunded: some.reduce((sum, { amount }) => sum + amount, 0) }, taxOf(some)),
    sold: sums.sold,
    cancelled: sums.cancelled,
  });
  const known = new Set(rows.map(({ priceId }) => priceId));
  const rest = returned.filter(({ priceId }) => priceId === null || !known.has(priceId));
  const lines: EventReport['tickets'] = rows.map(
    ({ ticketId, priceId, name, priceLabel, type, price, ...sums }) => ({
      ...tell(sums, byPrice.get(priceId) ?? []),
      ...{ ticketId, priceId, name, priceLabel, type, price },
    }),
  );
  return rest.some(({ amount }) => amount !== 0)
    ? [
        ...lines,
        {
          ...tell(addUp([]), rest),
          ...{ ticketId: null, priceId: null, name: '', priceLabel: '', type: null, price: null },
        },
      ]
    : lines;
}

/** Other days beside the ones that were asked for. */
async function compareWith(ctx: Ctx, span: Span) {
  const rows = await findSalesDays(ctx.db, span);
  const { sales, received, orders, sold } = lineOf(addUp(rows), 0);
  const days = daysOf(span.range, rows, []).map((one) => ({
    day: one.day,
    sales: one.sales,
    received: one.received,
    sold: one.sold,
  }));
  return { ...span.range, sales, received, orders, sold, days };
}

/**
 * What an event sold on some days in its zone, by day and by ticket, and on other days. Minor units. NOT_FOUND, also for a
 * past event in another currency; VALIDATION_FAILED for days that end before they begin, or for too many.
 */
export async function getEventSales(
  ctx: Ctx,
  eventId: number,
  { pastEventId, ...days }: Days & { pastEventId: number | null },
): Promise<EventReport> {
  const span = await eventSpan(ctx, eventId, days);
  const { scope, event, range } = span;
  const past = await findCompared(ctx, scope, { event, pastEventId });
  const before = event.firstDay !== null && event.firstDay < range.from ? rangeBefore(range) : null;
  const pastRange = past && alignedRange(range, { start: event.startDay, otherStart: past.startDay });
  const [rows, returned, isPriced, ofBefore, ofPast] = await Promise.all([
    findSalesDays(ctx.db, span),
    findReturned(ctx, span),
    hasPrices(ctx.db, scope, eventId),
    before && compareWith(ctx, { scope, eventId, range: before }),
    past && pastRange && compareWith(ctx, { scope, eventId: past.id, range: pastRange }),
  ]);
  const prices = [...new Set(returned.flatMap(({ priceId }) => (priceId === null ? [] : [priceId])))];
  const total = totalOf(rows, returned);
  return {
    ...toldEvent(span),
    total,
    days: daysOf(range, rows, returned),
    tickets: ticketsOf(await findSalesTickets(ctx.db, span, prices), returned),
    hasMoney: isPriced || total.sales !== 0 || total.refunded !== 0,
    before: ofBefore,
    pastEvent: past && ofPast ? { id: past.id, title: past.title, ...ofPast } : null,
  };
}

/**
 * What all events of the account sold on some days, each in its own zone, by day and by event, at most `most` of them. Minor
 * units.
 */
export async function getAccountSales(
  ctx: Ctx,
  days: Days,
  most = REPORT_ROWS,
): Promise<OutputOf<typeof accountEndpoint>['data']> {
  const span = await accountSpan(ctx, days);
  const [rows, events, returned] = await Promise.all([
    findSalesDays(ctx.db, span),
    findSalesEvents(ctx.db, span),
    findReturned(ctx, span),
  ]);
  const currencies = byCurrency(rows, (some) => {
    const currency = some[0]?.currency;
    const back = returned.filter((one) => one.currency === currency);
    const taxes = sumBy(
      back,
      (one) => one.eventId,
      ({ tax }) => tax,
    );
    const ofCurrency = events.filter((one) => one.currency === currency);
    const total = totalOf(some, back);
    return {
      weight: total.orders,
      total,
      days: daysOf(span.range, some, back),
      events: ofCurrency
        .map(({ eventId, title, timezone, ...sums }) => ({
          ...lineOf(sums, taxes.get(eventId) ?? 0),
          ...{ eventId, title, timezone, cancelled: sums.cancelled },
        }))
        .sort((a, b) => b.received - a.received || b.orders - a.orders || a.eventId - b.eventId)
        .slice(0, most),
      eventCount: ofCurrency.length,
    };
  });
  return { ...toldAccount(span), currencies };
}

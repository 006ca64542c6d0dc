import type { OutputOf } from '@entrada/contract/endpoint';
import type {
  getAccountPayoutReport as accountPayouts,
  getAccountRefundReport as accountRefunds,
  getEventPayoutReport as eventPayouts,
  getEventRefundReport as eventRefunds,
} from '@entrada/contract/insight/reports/returns';
import type { Ctx } from '../../platform/context.ts';
import { addUp } from './core/money.ts';
import type { Span } from './core/types.ts';
import { findProviders, type ProviderRow } from './payout-queries.ts';
import { type DayRow, findReturnDays, findSalesDays, type ReturnDay } from './queries.ts';
import { findReasons, type ReasonRow } from './returned-queries.ts';
import { accountSpan, byCurrency, type Days, eventSpan, toldAccount, toldEvent } from './span.ts';

function returnsOf(days: readonly ReturnDay[], reasons: readonly ReasonRow[]) {
  const sum = (of: 'refunds' | 'refunded' | 'disputes' | 'lost' | 'cancelled') =>
    days.reduce((all, day) => all + day[of], 0);
  return {
    total: {
      refunds: sum('refunds'),
      refunded: sum('refunded'),
      disputes: sum('disputes'),
      lost: sum('lost'),
      cancelled: sum('cancelled'),
    },
    reasons: [...Map.groupBy(reasons, ({ reason }) => reason)]
      .map(([reason, some]) => ({
        reason,
        count: some.reduce((all, one) => all + one.count, 0),
        amount: some.reduce((all, one) => all + one.amount, 0),
      }))
      .sort((a, b) => b.amount - a.amount || a.reason.localeCompare(b.reason)),
    days: days
      .filter(({ refunds, disputes }) => refunds !== 0 || disputes !== 0)
      .map(({ day, refunds, refunded, disputes, lost }) => ({
        day,
        count: refunds + disputes,
        amount: refunded + lost,
      })),
  };
}

const findReturns = (ctx: Ctx, span: Span) =>
  Promise.all([findReturnDays(ctx.db, span), findReasons(ctx.db, span)]);

/** What went back of an event, by reason and by day. Minor units. NOT_FOUND, VALIDATION_FAILED. */
export async function getEventRefunds(
  ctx: Ctx,
  eventId: number,
  days: Days,
): Promise<OutputOf<typeof eventRefunds>['data']> {
  const span = await eventSpan(ctx, eventId, days);
  return { ...toldEvent(span), ...returnsOf(...(await findReturns(ctx, span))) };
}

/** The same over the account, for each currency. */
export async function getAccountRefunds(
  ctx: Ctx,
  days: Days,
): Promise<OutputOf<typeof accountRefunds>['data']> {
  const span = await accountSpan(ctx, days);
  const [rows, reasons] = await findReturns(ctx, span);
  const currencies = byCurrency(rows, (some) => ({
    weight: some.reduce((sum, { refunds }) => sum + refunds, 0),
    ...returnsOf(
      some,
      reasons.filter(({ currency }) => currency === some[0]?.currency),
    ),
  }));
  return { ...toldAccount(span), currencies };
}

function payoutsOf(rows: readonly ProviderRow[], days: readonly DayRow[]) {
  const { paid, refunded } = addUp(days);
  const providers = rows.map(({ currency: _, ...one }) => ({
    ...one,
    due: one.charged - one.refunded - one.lost - one.held - one.installationFee,
  }));
  const sum = (of: (one: ProviderRow) => number) => rows.reduce((all, one) => all + of(one), 0);
  return {
    providers,
    areProviderFeesKnown: false,
    byHand: {
      received: paid - sum(({ charged }) => charged),
      returned: refunded - sum((one) => one.refunded + one.lost),
    },
    received: paid - refunded,
  };
}

const findPayouts = (ctx: Ctx, span: Span) =>
  Promise.all([findProviders(ctx.db, span), findSalesDays(ctx.db, span)]);

/** What providers have to pay out for the orders of some days. Minor units. NOT_FOUND, VALIDATION_FAILED. */
export async function getEventPayouts(
  ctx: Ctx,
  eventId: number,
  days: Days,
): Promise<OutputOf<typeof eventPayouts>['data']> {
  const span = await eventSpan(ctx, eventId, days);
  return { ...toldEvent(span), ...payoutsOf(...(await findPayouts(ctx, span))) };
}

/** The same over the account, for each currency. */
export async function getAccountPayouts(
  ctx: Ctx,
  days: Days,
): Promise<OutputOf<typeof accountPayouts>['data']> {
  const span = await accountSpan(ctx, days);
  const [rows, sold] = await findPayouts(ctx, span);
  const currencies = byCurrency(sold, (some) => ({
    weight: addUp(some).orders,
    ...payoutsOf(
      rows.filter(({ currency }) => currency === some[0]?.currency),
      some,
    ),
  }));
  return { ...toldAccount(span), currencies };
}

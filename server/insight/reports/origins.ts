import type { OutputOf } from '@entrada/contract/endpoint';
import { REPORT_ROWS } from '@entrada/contract/insight/reports/money';
import type {
  getAccountCodeReport as accountCodes,
  getAccountSourceReport as accountSources,
  getEventCodeReport as eventCodes,
  getEventSourceReport as eventSources,
} from '@entrada/contract/insight/reports/origins';
import type { Ctx } from '../../platform/context.ts';
import { readSource } from '../figures/core/source.ts';
import {
  type CodeRow,
  findCodes,
  findOrderSources,
  findOrderSums,
  type OrderSums,
  type SourceRow,
} from './queries.ts';
import { accountSpan, byCurrency, type Days, eventSpan, toldAccount, toldEvent } from './span.ts';

function codesOf(rows: readonly CodeRow[], all: readonly OrderSums[], most: number) {
  const codes = rows.map(({ currency: _, ...code }) => code);
  const rest = (of: 'orders' | 'paid') =>
    all.reduce((sum, one) => sum + one[of], 0) - codes.reduce((sum, one) => sum + one[of], 0);
  return {
    codes: codes.slice(0, most),
    codeCount: codes.length,
    without: { orders: rest('orders'), paid: rest('paid') },
  };
}

/** Every source of a span with what it brought. Of an affiliate that is gone only its kind is left. */
const toldSources = (rows: readonly SourceRow[]) =>
  rows.map(({ label, affiliateId, affiliateName, currency, ...sums }) => {
    const told = readSource(label);
    return { currency, ...told, name: affiliateName ?? told.name, affiliateId, ...sums };
  });

function sourcesOf(rows: readonly SourceRow[], most: number) {
  const sources = toldSources(rows).map(({ currency: _, ...source }) => source);
  return { sources: sources.slice(0, most), sourceCount: sources.length };
}

/** Orders of an event by promo code, at most `most` of them. Minor units. NOT_FOUND, VALIDATION_FAILED as for its sales. */
export async function getEventCodes(
  ctx: Ctx,
  eventId: number,
  days: Days,
  most = REPORT_ROWS,
): Promise<OutputOf<typeof eventCodes>['data']> {
  const span = await eventSpan(ctx, eventId, days);
  const [rows, all] = await Promise.all([findCodes(ctx.db, span), findOrderSums(ctx.db, span)]);
  return { ...toldEvent(span), ...codesOf(rows, all, most) };
}

/** The same over the account, for each currency. */
export async function getAccountCodes(
  ctx: Ctx,
  days: Days,
  most = REPORT_ROWS,
): Promise<OutputOf<typeof accountCodes>['data']> {
  const span = await accountSpan(ctx, days);
  const [rows, all] = await Promise.all([findCodes(ctx.db, span), findOrderSums(ctx.db, span)]);
  const currencies = byCurrency(all, (some) => ({
    weight: some.reduce((sum, { orders }) => sum + orders, 0),
    ...codesOf(
      rows.filter(({ currency }) => currency === some[0]?.currency),
      some,
      most,
    ),
  }));
  return { ...toldAccount(span), currencies };
}

/** Orders of an event by affiliate and by every other source, at most `most` of them. Minor units. NOT_FOUND, VALIDATION_FAILED. */
export async function getEventSources(
  ctx: Ctx,
  eventId: number,
  days: Days,
  most = REPORT_ROWS,
): Promise<OutputOf<typeof eventSources>['data']> {
  const span = await eventSpan(ctx, eventId, days);
  return { ...toldEvent(span), ...sourcesOf(await findOrderSources(ctx.db, span), most) };
}

/** The same over the account, for each currency. */
export async function getAccountSources(
  ctx: Ctx,
  days: Days,
  most = REPORT_ROWS,
): Promise<OutputOf<typeof accountSources>['data']> {
  const span = await accountSpan(ctx, days);
  const currencies = byCurrency(await findOrderSources(ctx.db, span), (some) => ({
    weight: some.reduce((sum, { orders }) => sum + orders, 0),
    ...sourcesOf(some, most),
  }));
  return { ...toldAccount(span), currencies };
}

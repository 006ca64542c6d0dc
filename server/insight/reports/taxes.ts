import type { OutputOf } from '@entrada/contract/endpoint';
import type {
  getAccountTaxReport as accountEndpoint,
  getEventTaxReport as eventEndpoint,
} from '@entrada/contract/insight/reports/taxes';
import type { Ctx } from '../../platform/context.ts';
import { type Charge, chargeLines } from './core/charges.ts';
import { type ChargeRow, findCharges } from './queries.ts';
import { findReturned, type Returned } from './returned.ts';
import { accountSpan, byCurrency, type Days, eventSpan, toldAccount, toldEvent } from './span.ts';

const linesOf = (rows: readonly ChargeRow[], returned: readonly Returned[]) =>
  chargeLines(
    rows.map(({ label, base, collected }) => ({
      charge: label === null ? null : (JSON.parse(label) as Charge),
      base,
      collected,
    })),
    returned.flatMap(({ charges }) => charges),
  );

/** Taxes and fees of an event by rate, what went back of them, and what carries no tax. Minor units. NOT_FOUND, VALIDATION_FAILED. */
export async function getEventTaxes(
  ctx: Ctx,
  eventId: number,
  days: Days,
): Promise<OutputOf<typeof eventEndpoint>['data']> {
  const span = await eventSpan(ctx, eventId, days);
  const [rows, returned] = await Promise.all([findCharges(ctx.db, span), findReturned(ctx, span)]);
  return { ...toldEvent(span), ...linesOf(rows, returned) };
}

/** The same over the account, for each currency. */
export async function getAccountTaxes(
  ctx: Ctx,
  days: Days,
): Promise<OutputOf<typeof accountEndpoint>['data']> {
  const span = await accountSpan(ctx, days);
  const [rows, returned] = await Promise.all([findCharges(ctx.db, span), findReturned(ctx, span)]);
  const all = [
    ...rows.map((row) => ({ currency: row.currency, sold: row, back: null })),
    ...returned.map((back) => ({ currency: back.currency, sold: null, back })),
  ];
  const currencies = byCurrency(all, (some) => ({
    weight: some.length,
    ...linesOf(
      some.flatMap(({ sold }) => sold ?? []),
      some.flatMap(({ back }) => back ?? []),
    ),
  }));
  return { ...toldAccount(span), currencies };
}

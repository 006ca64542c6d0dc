import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { rangeOf, requireFigured } from '../figures/service.ts';
import type { EventSpan, Span } from './core/types.ts';
import { findAccountDays } from './queries.ts';

/** The days that somebody asks for. Without them all, up to today. */
export type Days = { from?: string | undefined; to?: string | undefined };

type AccountSpan = Span & { today: string; firstDay: string | null };

/** NOT_FOUND; VALIDATION_FAILED for days that end before they begin, or for too many. */
export async function eventSpan(ctx: Ctx, eventId: number, days: Days): Promise<EventSpan> {
  const scope = scopeOf(ctx.actor);
  const event = await requireFigured(ctx, scope, eventId);
  return { scope, eventId, event, range: rangeOf(event, days) };
}

/** The same over the account. VALIDATION_FAILED as for an event. */
export async function accountSpan(ctx: Ctx, days: Days): Promise<AccountSpan> {
  const scope = scopeOf(ctx.actor);
  const found = await findAccountDays(ctx.db, scope);
  if (!found) throw fail('NOT_FOUND');
  return { scope, eventId: null, ...found, range: rangeOf(found, days) };
}

/** What every report of an event says about itself. */
export const toldEvent = ({ event: { currency, timezone, today, firstDay }, range }: EventSpan) => ({
  currency,
  timezone,
  today,
  firstDay,
  ...range,
});

/** What every report of the account says about itself. */
export const toldAccount = ({ today, firstDay, range }: AccountSpan) => ({ today, firstDay, ...range });

/** The rows of each currency, the one with the most orders first, then by its code. */
export function byCurrency<Row extends { currency: string }, Told>(
  rows: readonly Row[],
  tell: (rows: Row[]) => Told & { weight: number },
): ({ currency: string } & Omit<Told, 'weight'>)[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, some]) => ({ currency, ...tell(some) }))
    .sort((a, b) => b.weight - a.weight || a.currency.localeCompare(b.currency))
    .map(({ weight: _, ...told }) => told);
}

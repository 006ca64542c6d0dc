import type { OutputOf } from '@entrada/contract/endpoint';
import {
  type getAccountFigures as accountEndpoint,
  type getEventFigures as figuresEndpoint,
  type getEventForecast as forecastEndpoint,
  MOST_DAYS,
  type listPastEvents as pastEndpoint,
} from '@entrada/contract/insight/figures';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { countPresent } from '../visits/queries.ts';
import {
  addDays,
  alignedRange,
  daysUntil,
  eachDay,
  lengthOf,
  type Range,
  rangeBefore,
  sumOf,
} from './core/days.ts';
import { curveOf, forecast } from './core/forecast.ts';
import { readSource } from './core/source.ts';
import {
  countOpenOrders,
  type FiguredEvent,
  findAccountFigures,
  findAdmissions,
  findDays,
  findFiguredEvent,
  findManyLoose,
  findPastEvents,
  findSources,
  findTicketDays,
  foldFigures,
  foldMany,
} from './queries.ts';

export type Asked = { from?: string | undefined; to?: string | undefined; pastEventId: number | null };

/** An event with the days that it knows, its figures folded if they are many rows. NOT_FOUND. */
export async function requireFigured(ctx: Ctx, scope: AccountScope, eventId: number): Promise<FiguredEvent> {
  const event = await findFiguredEvent(ctx.db, scope, eventId);
  if (!event) throw fail('NOT_FOUND');
  await foldMany(ctx.db, event);
  return event;
}

/** A past event in another currency cannot be compared. NOT_FOUND. */
export async function findCompared(
  ctx: Ctx,
  scope: AccountScope,
  { event, pastEventId }: { event: FiguredEvent; pastEventId: number | null },
): Promise<FiguredEvent | null> {
  if (pastEventId === null) return null;
  const past = await requireFigured(ctx, scope, pastEventId);
  if (past.currency !== event.currency || past.id === event.id) throw fail('NOT_FOUND');
  return past;
}

/** The days that are asked for. VALIDATION_FAILED if the last is before the first, or if there are more than MOST_DAYS. */
export function rangeOf(
  { today, firstDay }: Pick<FiguredEvent, 'today' | 'firstDay'>,
  { from, to = today }: Pick<Asked, 'from' | 'to'>,
): Range {
  const least = addDays(to, 1 - MOST_DAYS);
  const begins = from ?? firstDay ?? to;
  const range = { from: from ?? (begins > to ? to : begins < least ? least : begins), to };
  if (range.from > range.to) throw failFields([{ path: 'to', code: 'too_small' }]);
  if (lengthOf(range) > MOST_DAYS) throw failFields([{ path: 'from', code: 'too_small' }]);
  return range;
}

async function readDays(ctx: Ctx, scope: AccountScope, { id, range }: { id: number; range: Range }) {
  const days = eachDay(range, await findDays(ctx.db, scope, id, range));
  return { ...range, figures: sumOf(days), days };
}

/**
 * Figures of an event on some days in its zone, of as many days before them, and of a past event on the same days before
 * its start. Minor units. NOT_FOUND, also for a past event in another currency; VALIDATION_FAILED for a range that ends
 * before it begins.
 */
export async function getEventFigures(
  ctx: Ctx,
  eventId: number,
  asked: Asked,
): Promise<OutputOf<typeof figuresEndpoint>['data']> {
  const scope = scopeOf(ctx.actor);
  const event = await requireFigured(ctx, scope, eventId);
  const past = await findCompared(ctx, scope, { event, pastEventId: asked.pastEventId });
  const { firstDay, startDay } = event;
  const range = rangeOf(event, asked);
  const before = firstDay !== null && firstDay < range.from ? rangeBefore(range) : null;
  const pastRange = past && alignedRange(range, { start: startDay, otherStart: past.startDay });
  const [own, ofBefore, ofPast, sources, visitors, open] = await Promise.all([
    readDays(ctx, scope, { id: eventId, range }),
    before && readDays(ctx, scope, { id: eventId, range: before }),
    past && pastRange && readDays(ctx, scope, { id: past.id, range: pastRange }),
    findSources(ctx.db, scope, eventId, range),
    countPresent(ctx.db, scope, eventId),
    countOpenOrders(ctx.db, scope, eventId),
  ]);
  return {
    currency: event.currency,
    timezone: event.timezone,
    today: event.today,
    firstDay,
    ...own,
    before: ofBefore,
    pastEvent: past && ofPast ? { id: past.id, title: past.title, ...ofPast } : null,
    sources: sources.map(({ label, affiliateId, affiliateName, ...figures }) => {
      const told = readSource(label);
      return { ...told, name: affiliateName ?? told.name, affiliateId, ...figures };
    }),
    now: { visitors, ...open },
  };
}

/** Events that an event can be compared with. NOT_FOUND. */
export async function listPastEvents(
  ctx: Ctx,
  eventId: number,
): Promise<OutputOf<typeof pastEndpoint>['data']> {
  const scope = scopeOf(ctx.actor);
  const event = await findFiguredEvent(ctx.db, scope, eventId);
  if (!event) throw fail('NOT_FOUND');
  const found = await findPastEvents(ctx.db, scope, event);
  return found.map(({ startsAt, ...one }) => ({ ...one, startsAt: startsAt.toISOString() }));
}

/** How many tickets the event will have sold on the day it begins. NOT_FOUND, also for a past event in another currency. */
export async function getEventForecast(
  ctx: Ctx,
  eventId: number,
  pastEventId: number | null,
): Promise<OutputOf<typeof forecastEndpoint>['data']> {
  const scope = scopeOf(ctx.actor);
  const event = await requireFigured(ctx, scope, eventId);
  const past = await findCompared(ctx, scope, { event, pastEventId });
  const { today, startDay } = event;
  const [days, pastDays, { capacity }] = await Promise.all([
    findTicketDays(ctx.db, scope, eventId),
    past ? findTicketDays(ctx.db, scope, past.id) : [],
    findAdmissions(ctx.db, scope, eventId),
  ]);
  const soFar = curveOf(days, today);
  const pastCurve = past ? curveOf(pastDays, past.startDay) : [];
  const found = forecast({
    today,
    startDay,
    capacity,
    soFar,
    past: past && { startDay: past.startDay, curve: pastCurve },
  });
  const shift = past ? daysUntil(past.startDay, startDay) : 0;
  const expected = found.status === 'expected' ? found.expected : [];
  const last = expected.at(-1);
  return {
    today,
    startDay,
    sold: soFar.at(-1)?.sold ?? 0,
    capacity,
    status: found.status,
    missing: found.status === 'too_little' ? found.missing : null,
    expectation:
      found.status === 'expected' && last
        ? { method: found.method, likely: last.likely, low: last.low, high: last.high }
        : null,
    soFar: soFar.slice(-MOST_DAYS),
    expected: expected.slice(0, MOST_DAYS),
    pastEvent: past && {
      id: past.id,
      title: past.title,
      days: pastCurve.slice(-MOST_DAYS).map(({ day, sold }) => ({ day: addDays(day, shift), sold })),
    },
  };
}

/** Figures of all events of the account in each currency, of the last days and of as many before them. Minor units. */
export async function getAccountFigures(
  ctx: Ctx,
  days: number,
): Promise<OutputOf<typeof accountEndpoint>['data']> {
  const rows = await findAccountFigures(ctx.db, scopeOf(ctx.actor), days);
  const currencies = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    figures: sumOf(some.filter(({ isBefore }) => !isBefore)),
    before: sumOf(some.filter(({ isBefore }) => isBefore)),
  }));
  return {
    days,
    currencies: currencies.sort(
      (a, b) => b.figures.orders - a.figures.orders || a.currency.localeCompare(b.currency),
    ),
  };
}

/** Folds the figures of events to which many rows were added. May run twice, also at once. */
export async function foldLoose({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (const id of await findManyLoose(db)) await foldFigures(db, id);
}

import type { OutputOf } from '@entrada/contract/endpoint';
import { DOOR_MINUTES, type getDoorDay as endpoint } from '@entrada/contract/insight/door-day';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { allInAt, busiestOf, lastMinutes, minutesSince, paceOf } from './core/minutes.ts';
import {
  countEntered,
  findDoors,
  findEventDay,
  findManyLoose,
  findMinutes,
  findTicketsInside,
  foldFigures,
  foldMany,
} from './queries.ts';

/** Entries of one day of an event in its zone, today without a day. NOT_FOUND. */
export async function getDoorDay(
  ctx: Ctx,
  eventId: number,
  day: string | null,
): Promise<OutputOf<typeof endpoint>['data']> {
  const scope = scopeOf(ctx.actor);
  const found = await findEventDay(ctx.db, scope, { eventId, day });
  if (!found) throw fail('NOT_FOUND');
  const { from, to, at, loose } = found;
  await foldMany(ctx.db, { eventId, loose });
  const within = { eventId, from, to };
  const [rows, entered, doors, tickets] = await Promise.all([
    findMinutes(ctx.db, scope, within),
    countEntered(ctx.db, scope, within),
    findDoors(ctx.db, scope, eventId),
    findTicketsInside(ctx.db, scope, within),
  ]);
  const sum = (pick: (ticket: (typeof tickets)[number]) => number) =>
    tickets.filter(({ isToday }) => isToday).reduce((all, ticket) => all + pick(ticket), 0);
  const expected = sum(({ attendees }) => attendees);
  // A day that is over is shown to its end. Its pace is none.
  const until = at < to ? at : new Date(to.getTime() - 1);
  const pace = paceOf(rows, at);
  const byDoor = Map.groupBy(rows, ({ listId }) => listId);
  return {
    timezone: found.timezone,
    day: found.day,
    at: at.toISOString(),
    expected,
    entered,
    inside: sum(({ inside }) => inside),
    minutes: minutesSince(rows, until),
    pace,
    busiest: busiestOf(rows, at),
    allInAt: allInAt({ missing: expected - entered, pace, now: at }),
    doors: doors
      .filter(({ id, isDeleted }) => !isDeleted || byDoor.has(id))
      .map(({ id, name, inside, devices, lastAt }) => {
        const own = byDoor.get(id) ?? [];
        return {
          id,
          name,
          entered: own.reduce((all, { entries }) => all + entries, 0),
          inside,
          pace: paceOf(own, at),
          minutes: lastMinutes(own, until, DOOR_MINUTES),
          devices,
          lastEntryAt: lastAt?.toISOString() ?? null,
        };
      }),
    tickets,
  };
}

/** Folds the figures of events to which many rows were added. May run twice, also at once. */
export async function foldLoose({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (const id of await findManyLoose(db)) await foldFigures(db, id);
}

import { DAY_MS, LOCALES, type Locale } from '@entrada/contract/constants';
import { roleMay } from '@entrada/contract/permissions';
import type {
  ChangeKind,
  ChangeMessages,
  ChangeMoney,
  callOffEvent,
  EventChange,
  moveEvent,
} from '@entrada/contract/sales/event-changes/endpoints';
import { CHANGE_UNDO_SECONDS, MOST_RETURN_DAYS } from '@entrada/contract/sales/event-changes/endpoints';
import { sideBySide } from '@entrada/contract/words/side-by-side';

import type { z } from 'zod';
import { changeWithin } from '../../catalog/events/change.ts';
import { settingColumns } from '../../catalog/events/core/columns.ts';
import {
  type EventRecord,
  findEvent,
  type LockedEvent,
  updateEventRow,
} from '../../catalog/events/queries.ts';
import { inLockedEvent } from '../../catalog/events/service.ts';
import type { Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, userOf } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { isSameRequest } from '../../platform/http/idempotency.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { changeObstacle, earliestReturn, hasUnknownPlaceholder, wordsFor } from './core/change.ts';
import { endHolds, findVersions, moveLists, putBack, readBeside } from './event-queries.ts';
import { eventChangeRef, keyOf } from './job-ref.ts';
import {
  type EventState,
  findByRequest,
  hasOpenChange,
  insertChange,
  lockChange,
  writeStep,
} from './queries.ts';
import { isUndoable, planMoney, showChange, usualWords } from './reading.ts';

type Asked<Wish> = { eventId: number; wish: Wish; key: string | null; hash: string };
type CallOff = Asked<z.output<(typeof callOffEvent)['body']>>;
type Move = Asked<z.output<(typeof moveEvent)['body']>>;
type Begun = { kind: ChangeKind; money: ChangeMoney; before: EventState; after: EventState };

/** The messages in every language: those that were written, and the usual words for the others. */
async function writeMessages(
  given: ChangeMessages | null,
  { title, kind, hasNewDates }: { title: string; kind: ChangeKind; hasNewDates: boolean },
): Promise<ChangeMessages> {
  if (!given) return {};
  for (const locale of LOCALES) {
    const message = given[locale];
    if (message && hasUnknownPlaceholder(message.subject + message.body))
      throw failFields([{ path: `messages.${locale}.body`, code: 'invalid_format' }]);
  }
  const usual = (await usualWords(title))[wordsFor(kind, { hasNewDates })];
  return Object.fromEntries(LOCALES.map((locale: Locale) => [locale, given[locale] ?? usual[locale]]));
}

/** The day until which people may ask. Throws VALIDATION_FAILED for one that is missing, too soon or too late. */
function returnsUntilOf(
  { money, returnsUntil }: { money: ChangeMoney; returnsUntil: string | null },
  { kind, startsAt, now }: { kind: ChangeKind; startsAt: Date; now: Date },
): Date | null {
  if (money !== 'asked') return null;
  if (returnsUntil === null) throw failFields([{ path: 'returnsUntil', code: 'required' }]);
  const until = new Date(returnsUntil);
  // The minute in which somebody fills in the form is not counted against them.
  const earliest = earliestReturn(kind, { now, startsAt }).getTime() - 60_000;
  if (until.getTime() < earliest) throw failFields([{ path: 'returnsUntil', code: 'too_small' }]);
  if (until.getTime() > now.getTime() + MOST_RETURN_DAYS * DAY_MS)
    throw failFields([{ path: 'returnsUntil', code: 'too_big' }]);
  return until;
}

/** Until when people may ask for their money: until a day that is given now, or one that an earlier change promised them. */
const keptReturns = (given: Date | null, promised: string | null | undefined, now: Date): Date | null =>
  given ?? (promised && new Date(promised) > now ? new Date(promised) : null);

const placeOf = ({ location }: EventRecord): string =>
  location.isOnline ? '' : sideBySide([location.venueName, location.city], 'en');

const stateOf = (event: EventRecord): Pick<EventState, 'startsAt' | 'endsAt' | 'place' | 'version'> => ({
  startsAt: event.startsAt.toISOString(),
  endsAt: event.endsAt?.toISOString() ?? null,
  place: placeOf(event),
  version: event.version,
});

const effectiveEndOf = ({ startsAt, endsAt }: Pick<LockedEvent, 'startsAt' | 'endsAt'>): Date =>
  endsAt ?? new Date(startsAt.getTime() + DAY_MS);

async function read(tx: Tx, scope: AccountScope, eventId: number): Promise<EventRecord> {
  const event = await findEvent(tx, scope, eventId);
  if (!event) throw fail('NOT_FOUND');
  return event;
}

/**
 * Begins a change: `apply` changes the event in the transaction that notes the change, and a job does the rest when it can
 * no longer be taken back. A repeated key answers the change of the first call. Throws NOT_FOUND, EVENT_ARCHIVED,
 * EVENT_CALLED_OFF, EVENT_OVER, EVENT_CHANGE_UNDER_WAY, STALE_VERSION, EMAIL_NOT_CONFIRMED if somebody is to be told,
 * IDEMPOTENCY_KEY_REUSED, VALIDATION_FAILED. Locks the event.
 */
async function begin(
  ctx: Ctx,
  { eventId, key, hash, wish }: Asked<{ version: number; messages: ChangeMessages | null }>,
  apply: (tx: Tx, scope: AccountScope, event: EventRecord) => Promise<Begun & { action: string }>,
): Promise<EventChange> {
  const { userId, emailConfirmed } = userOf(ctx.actor);
  const requestKey = key === null ? null : `${userId} ${key}`;
  const changeId = await inLockedEvent(ctx, eventId, async (tx, scope, locked) => {
    const earlier = requestKey === null ? null : await findByRequest(tx, scope, requestKey);
    if (earlier) {
      if (isSameRequest(earlier.requestHash, hash)) return earlier.id;
      throw fail('IDEMPOTENCY_KEY_REUSED');
    }
    if (await hasOpenChange(tx, scope, eventId)) throw fail('EVENT_CHANGE_UNDER_WAY');
    const event = await read(tx, scope, eventId);
    const obstacle = changeObstacle({ ...locked, effectiveEnd: effectiveEndOf(locked) }, event.now);
    if (obstacle) throw fail(obstacle);
    expectVersion(wish.version, locked.version);
    if (wish.messages && !emailConfirmed) throw fail('EMAIL_NOT_CONFIRMED');
    const { action, ...begun } = await apply(tx, scope, event);
    const { kind, money, before, after } = begun;
    const hasNewDates = before.startsAt !== after.startsAt || before.endsAt !== after.endsAt;
    const messages = await writeMessages(wish.messages, { title: event.title, kind, hasNewDates });
    const change = { eventId, messages, createdBy: userId, key: requestKey, hash, ...begun };
    const id = await insertChange(tx, scope, change);
    await audit(tx, ctx, scope, {
      action,
      target: { type: 'event', id: eventId },
      before: { startsAt: before.startsAt, endsAt: before.endsAt, place: before.place },
      after: {
        startsAt: after.startsAt,
        endsAt: after.endsAt,
        place: after.place,
        money,
        returnsUntil: after.returnsUntil ?? null,
        told: wish.messages !== null,
      },
    });
    await enqueue(
      tx,
      eventChangeRef,
      { changeId: id },
      { key: keyOf(id), delaySeconds: CHANGE_UNDO_SECONDS },
    );
    return id;
  });
  return showChange(ctx, { eventId, changeId });
}

/**
 * Calls an event off: sales stop and open checkouts end at once, and its tickets let nobody in. The job that follows tells
 * people, cancels orders unless people may ask for their money, and begins the refunds. Throws as `begin`; FORBIDDEN for
 * refunds without their permission, TOTAL_CHANGED with `total`. Minor units. Locks the event, then open holds.
 */
export function callOff(ctx: Ctx, provider: PaymentProvider | null, asked: CallOff): Promise<EventChange> {
  const { eventId, wish } = asked;
  const { money } = wish;
  if (money === 'all' && !roleMay(userOf(ctx.actor).role, 'orders.write')) throw fail('FORBIDDEN');
  return begin(ctx, asked, async (tx, scope, event) => {
    const { startsAt, now } = event;
    const given = returnsUntilOf(wish, { kind: 'call_off', startsAt, now });
    if (money === 'all') {
      const { byProvider } = await planMoney({ db: tx }, scope, provider, eventId);
      if (wish.expectedRefund !== byProvider.amount)
        throw fail('TOTAL_CHANGED', { params: { total: byProvider.amount } });
    }
    const { returnsUntil } = await readBeside(tx, scope, eventId);
    const until = keptReturns(given, money === 'all' ? null : returnsUntil, now);
    await updateEventRow(tx, scope, eventId, {
      values: { called_off_at: event.now, returns_until: until },
      isEdit: true,
    });
    await endHolds(tx, scope, eventId);
    const before = stateOf(event);
    const after = { ...before, version: event.version + 1, returnsUntil: until?.toISOString() ?? null };
    return {
      action: 'event.called_off',
      kind: 'call_off',
      money,
      before: { ...before, returnsUntil: returnsUntil ?? null },
      after,
    };
  });
}

/**
 * Moves an event to another time or place. Its tickets stay valid; those with dates of their own and the check-in lists
 * move along. The job that follows tells people. Throws as `begin`; VALIDATION_FAILED if nothing differs. Locks the event.
 */
export function moveTo(ctx: Ctx, asked: Move): Promise<EventChange> {
  const { eventId, wish } = asked;
  return begin(ctx, asked, async (tx, scope, event) => {
    const beside = await readBeside(tx, scope, eventId);
    const { version, startsAt, endsAt, location } = wish;
    const dates = { ...(startsAt !== undefined && { startsAt }), ...(endsAt !== undefined && { endsAt }) };
    const input = { version, ...dates, ...(location && { location }), ticketDates: 'move' as const };
    const { after: moved } = await changeWithin(tx, ctx, eventId, input);
    if (moved.startsAt <= event.now && moved.startsAt.getTime() !== event.startsAt.getTime())
      throw failFields([{ path: 'startsAt', code: 'too_small' }]);
    const hasNewStart = moved.startsAt.getTime() !== event.startsAt.getTime();
    const hasNewEnd = moved.endsAt?.getTime() !== event.endsAt?.getTime();
    const hasNewPlace = JSON.stringify(moved.location) !== JSON.stringify(event.location);
    if (!hasNewStart && !hasNewEnd && !hasNewPlace)
      throw failFields([{ path: 'startsAt', code: 'required' }]);
    const given = returnsUntilOf(wish, { kind: 'move', startsAt: moved.startsAt, now: event.now });
    const until = keptReturns(given, beside.returnsUntil, event.now);
    const { startsAt: from, timezone } = event;
    if (hasNewStart) await moveLists(tx, scope, { eventId, from, to: moved.startsAt, timezone });
    await updateEventRow(tx, scope, eventId, {
      values: {
        moved_at: event.now,
        moved_from: hasNewStart ? from : null,
        moved_from_place: placeOf(moved) === placeOf(event) ? null : placeOf(event),
        returns_until: until,
      },
    });
    return {
      action: 'event.moved',
      kind: 'move',
      money: wish.money,
      before: { ...stateOf(event), ...beside, location: event.location },
      after: {
        ...stateOf(moved),
        returnsUntil: until?.toISOString() ?? null,
        rows: await findVersions(tx, scope, beside),
      },
    };
  });
}

/**
 * Takes a change back that nobody was told of and that moved no money. Checkouts that ended stay ended. Throws NOT_FOUND,
 * EVENT_ARCHIVED, EVENT_CHANGE_BEGUN, also if the event or what moved with it was changed since. Locks the event, then the
 * change.
 */
export async function undoChange(ctx: Ctx, at: { eventId: number; changeId: number }): Promise<EventChange> {
  const { eventId } = at;
  await inLockedEvent(ctx, eventId, async (tx, scope, event) => {
    const change = await lockChange(tx, scope, at);
    if (!change) throw fail('NOT_FOUND');
    const { before, after, kind } = change;
    const isCurrent =
      kind === 'call_off'
        ? event.calledOffAt !== null
        : after.version === event.version && !event.calledOffAt;
    if (!isUndoable(change) || !isCurrent) throw fail('EVENT_CHANGE_BEGUN');
    const returnsUntil = before.returnsUntil ? new Date(before.returnsUntil) : null;
    if (kind === 'call_off') {
      await updateEventRow(tx, scope, eventId, {
        values: { called_off_at: null, returns_until: returnsUntil },
        isEdit: true,
      });
    } else {
      const { moved } = before;
      await updateEventRow(tx, scope, eventId, {
        values: {
          starts_at: new Date(before.startsAt),
          ends_at: before.endsAt === null ? null : new Date(before.endsAt),
          moved_at: moved?.at ? new Date(moved.at) : null,
          moved_from: moved?.from ? new Date(moved.from) : null,
          moved_from_place: moved?.place ?? null,
          returns_until: returnsUntil,
        },
        settings: settingColumns({ location: before.location }),
        isEdit: true,
      });
      if (!(await putBack(tx, scope, { before, after }))) throw fail('EVENT_CHANGE_BEGUN');
    }
    await writeStep(tx, change.id, { status: 'undone' });
    await audit(tx, ctx, scope, {
      action: kind === 'call_off' ? 'event.called_off_undone' : 'event.moved_undone',
      target: { type: 'event', id: eventId },
      before: { startsAt: after.startsAt, endsAt: after.endsAt, place: after.place },
      after: { startsAt: before.startsAt, endsAt: before.endsAt, place: before.place },
    });
  });
  return showChange(ctx, at);
}

import { LOCALES, type Locale } from '@entrada/contract/constants';
import type {
  CHANGE_WORDS,
  ChangeMessages,
  ChangePlan,
  EventChange,
} from '@entrada/contract/sales/event-changes/endpoints';
import { getEvent, requireEvent } from '../../catalog/events/service.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { changeWords } from '../../platform/documents/change-words.ts';
import { fail } from '../../platform/errors.ts';
import { sumRefundsOf } from '../bulk/preview-queries.ts';
import { findShownJobs } from '../bulk/service.ts';
import { findNames } from '../refunds/queries.ts';
import { countMails, countMessages, countTouched, paidOrders, sumRefundsSince } from './plan-queries.ts';
import { findChanges, type StoredChange } from './queries.ts';

/** The usual words for a change of an event in every language. */
export async function usualWords(title: string): Promise<ChangePlan['words']> {
  const byLocale = await Promise.all(
    LOCALES.map(async (locale) => [locale, await changeWords(title, locale)] as const),
  );
  const of = (kind: (typeof CHANGE_WORDS)[number]): ChangeMessages =>
    Object.fromEntries(byLocale.map(([locale, words]) => [locale, words[kind]]));
  return { call_off: of('call_off'), dates: of('dates'), place: of('place') };
}

/** What all refunds of an event would come to now. Minor units. */
export async function planMoney(
  ctx: Pick<Ctx, 'db'>,
  scope: AccountScope,
  provider: PaymentProvider | null,
  eventId: number,
) {
  const found = await sumRefundsOf(ctx.db, scope, {
    asked: paidOrders(scope, eventId),
    isWhole: true,
    provider: provider?.name ?? null,
  });
  const way = (isByHand: boolean) => {
    const one = found.find(({ code, byHand }) => code === null && byHand === isByHand);
    return { orders: one?.orders ?? 0, amount: one?.amount ?? 0 };
  };
  return {
    byProvider: way(false),
    byHand: way(true),
    kept: found
      .flatMap(({ code, rows: count }) => (code === null ? [] : [{ code, count }]))
      .sort((a, b) => b.count - a.count),
  };
}

/**
 * Whom calling an event off or moving it would touch, what it would cost, and the usual words in the languages that
 * somebody reads. Changes nothing and locks nothing. Throws NOT_FOUND.
 */
export async function planChange(
  ctx: Ctx,
  provider: PaymentProvider | null,
  eventId: number,
): Promise<ChangePlan> {
  const { scope, currency } = await requireEvent(ctx, eventId);
  const event = await getEvent(ctx, eventId);
  const [people, messages, money, words] = [
    await countTouched(ctx.db, scope, eventId),
    await countMessages(ctx.db, scope, eventId),
    await planMoney(ctx, scope, provider, eventId),
    await usualWords(event.title),
  ];
  const read = new Set<Locale>(messages.map(({ locale }) => locale));
  const inUse = (all: ChangeMessages): ChangeMessages =>
    Object.fromEntries(Object.entries(all).filter(([locale]) => read.has(locale as Locale)));
  return {
    version: event.version,
    people,
    messages,
    money: { currency, ...money },
    words: { call_off: inUse(words.call_off), dates: inUse(words.dates), place: inUse(words.place) },
  };
}

/**
 * Whether a change can be taken back: it waits, or nothing of it reached anybody, and nothing happened since. Pure but for
 * what was read.
 */
export const isUndoable = (change: StoredChange): boolean =>
  change.status === 'waiting' ||
  (change.status === 'done' &&
    change.mails === 0 &&
    change.cancelJobId === null &&
    change.refundJobId === null);

/** Changes as people see them, in the order given. Only the newest of an event can be taken back. */
async function show(
  ctx: Ctx,
  scope: AccountScope,
  { eventId, changes }: { eventId: number; changes: readonly StoredChange[] },
): Promise<EventChange[]> {
  const names = await findNames(
    ctx.db,
    changes.map(({ createdBy }) => createdBy),
  );
  const mails = await countMails(
    ctx.db,
    scope,
    changes.map(({ id }) => id),
  );
  const jobIds = changes.flatMap(({ cancelJobId, refundJobId }) =>
    [cancelJobId, refundJobId].filter((id) => id !== null),
  );
  const jobs = await findShownJobs(ctx, scope, { eventId, jobIds });
  const nothing = { orders: 0, amount: 0 };
  const shown: EventChange[] = [];
  for (const change of changes) {
    const { sent = 0, failed = 0 } = mails.get(change.id) ?? {};
    const refunds =
      change.refundJobId === null
        ? { pending: nothing, succeeded: nothing, failed: nothing }
        : await sumRefundsSince(ctx.db, scope, { eventId, since: change.beginsAt });
    const stateOf = ({ startsAt, endsAt, place }: StoredChange['before']) => ({
      startsAt: new Date(startsAt).toISOString(),
      endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
      place,
    });
    shown.push({
      id: change.id,
      kind: change.kind,
      status: change.status,
      money: change.money,
      startedBy: names.get(change.createdBy) ?? '',
      createdAt: change.createdAt.toISOString(),
      beginsAt: change.beginsAt.toISOString(),
      secondsLeft: change.secondsLeft,
      finishedAt: change.finishedAt?.toISOString() ?? null,
      canUndo: isUndoable(change),
      before: stateOf(change.before),
      after: stateOf(change.after),
      returnsUntil: change.after.returnsUntil ? new Date(change.after.returnsUntil).toISOString() : null,
      mails: { queued: change.mails, sent, failed, waiting: change.waitingMails },
      cancelJob: change.cancelJobId === null ? null : (jobs.get(change.cancelJobId) ?? null),
      refundJob: change.refundJobId === null ? null : (jobs.get(change.refundJobId) ?? null),
      refunds,
    });
  }
  return shown;
}

/** The latest changes of an event, newest first. Throws NOT_FOUND. */
export async function listChanges(ctx: Ctx, eventId: number): Promise<EventChange[]> {
  const { scope } = await requireEvent(ctx, eventId);
  return show(ctx, scope, { eventId, changes: await findChanges(ctx.db, scope, { eventId }) });
}

/** One change of an event. Throws NOT_FOUND. */
export async function showChange(ctx: Ctx, at: { eventId: number; changeId: number }): Promise<EventChange> {
  const scope = scopeOf(ctx.actor);
  const changes = await findChanges(ctx.db, scope, at);
  const [change] = await show(ctx, scope, { eventId: at.eventId, changes });
  if (!change) throw fail('NOT_FOUND');
  return change;
}

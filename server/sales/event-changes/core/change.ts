import { DAY_MS } from '@entrada/contract/constants';
import type { ErrorCode } from '@entrada/contract/errors';
import {
  type ChangeKind,
  type ChangeMoney,
  type ChangeWords,
  FIRST_NAME,
  RETURN_DAYS,
} from '@entrada/contract/sales/event-changes/endpoints';
import { standingOf } from '../../../catalog/events/core/standing.ts';

type Event = { calledOffAt: Date | null; effectiveEnd: Date };

/** Why an event can neither be called off nor moved at a moment; null if it can. Pure. */
export function changeObstacle(event: Event, now: Date): ErrorCode | null {
  const standing = standingOf(event, now);
  if (standing === 'called_off') return 'EVENT_CALLED_OFF';
  return standing === 'over' ? 'EVENT_OVER' : null;
}

/**
 * The earliest day until which people may ask for their money: two weeks from now. Where an event moves to a sooner date,
 * its new start, because nobody can give a ticket back afterwards. Pure.
 */
export function earliestReturn(kind: ChangeKind, { now, startsAt }: { now: Date; startsAt: Date }): Date {
  const weeks = new Date(now.getTime() + RETURN_DAYS * DAY_MS);
  return kind === 'move' && startsAt < weeks ? startsAt : weeks;
}

/** Whether a text contains a placeholder that nothing is put in for. Pure. */
export const hasUnknownPlaceholder = (text: string): boolean =>
  [...text.matchAll(/\{[A-Za-z_ ]*\}/g)].some(([found]) => found !== FIRST_NAME);

/** Which words fit what became of an event. Pure. */
export function wordsFor(kind: ChangeKind, { hasNewDates }: { hasNewDates: boolean }): ChangeWords {
  if (kind === 'call_off') return 'call_off';
  return hasNewDates ? 'dates' : 'place';
}

/** What a letter says about the money of an order. `contact`: the organizer decides. Minor units. */
export type MoneyLine = { way: 'card' | 'by_hand' | 'ask' | 'awaited' | 'contact' | 'none'; minor: number };

type OrderMoney = {
  isAwaiting: boolean;
  total: number;
  /** What could go back now; null if nothing can, whatever the reason. */
  refund: { minor: number; isByHand: boolean } | null;
};

/** What a buyer is told about the money of an order. Pure. */
export function moneyLineOf(
  { kind, money }: { kind: ChangeKind; money: ChangeMoney },
  { isAwaiting, total, refund }: OrderMoney,
): MoneyLine {
  const nothing: MoneyLine = { way: 'none', minor: 0 };
  if (isAwaiting) return kind === 'call_off' ? { way: 'awaited', minor: 0 } : nothing;
  if (total === 0) return nothing;
  if (money === 'asked') return { way: 'ask', minor: 0 };
  if (kind === 'move') return nothing;
  if (money === 'none' || !refund) return { way: 'contact', minor: 0 };
  return { way: refund.isByHand ? 'by_hand' : 'card', minor: refund.minor };
}

/** The job that cancels the orders of an event that is called off. The message has told people. */
export const cancellationsOfChange = {
  noun: 'orders',
  kind: 'cancel',
  input: { notify: false, untouchedOnly: false },
} as const;

/** The job that sends money back. What was paid by hand is kept and named, because only people can send it. */
export const refundsOfChange = {
  noun: 'orders',
  kind: 'refund',
  input: { cancel: false, notify: true, note: '', byProviderOnly: true },
} as const;

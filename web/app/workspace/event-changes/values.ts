import type { EventDetail } from '@entrada/contract/catalog/events';
import { DAY_MS, type Locale } from '@entrada/contract/constants';
import {
  type ChangeMessages,
  type ChangeMoney,
  type ChangePlan,
  type ChangeWords,
  RETURN_DAYS,
} from '@entrada/contract/sales/event-changes/endpoints';
import { fromLocalTime, isSkippedTime, toLocalTime } from '../../platform/i18n/zoned-time.ts';
import type { Wrong } from '../kit/form/typed.ts';
import type { Change } from './api.ts';

export type What = 'call_off' | 'dates' | 'place';

export type Values = {
  what: What;
  /** Local times of the event's zone. */
  startsAt: string;
  endsAt: string;
  venueName: string;
  addressLine1: string;
  city: string;
  money: ChangeMoney;
  /** A local time of the event's zone. */
  until: string;
  tells: boolean;
  /** The texts that were changed by hand, by what happens. */
  messages: Partial<Record<What, ChangeMessages>>;
};

/** What every part of the form gets. */
export type FormProps = {
  event: EventDetail;
  plan: ChangePlan;
  values: Values;
  errors: Record<string, string>;
  set: (change: Partial<Values>) => void;
  review: () => void;
};

/** The end of the day two weeks after a moment, in the event's zone. */
export function usualUntil(now: Date, timezone: string): string {
  const day = toLocalTime(new Date(now.getTime() + (RETURN_DAYS + 1) * DAY_MS).toISOString(), timezone);
  return `${day.slice(0, 10)}T00:00`;
}

/** Whether something was typed, and not only chosen. */
export const hasTyped = (before: Values, now: Values): boolean =>
  (['startsAt', 'endsAt', 'venueName', 'addressLine1', 'city', 'until', 'messages'] as const).some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]),
  );

/** What the form begins with. */
export const startValues = (event: EventDetail, now: Date): Values => ({
  what: 'call_off',
  startsAt: toLocalTime(event.startsAt, event.timezone),
  endsAt: event.endsAt ? toLocalTime(event.endsAt, event.timezone) : '',
  venueName: event.location.venueName,
  addressLine1: event.location.addressLine1,
  city: event.location.city,
  money: 'all',
  until: usualUntil(now, event.timezone),
  tells: true,
  messages: {},
});

/** The words of a message as they will be sent. */
export function messageOf(
  plan: ChangePlan,
  { what, messages }: Pick<Values, 'what' | 'messages'>,
  locale: Locale,
): { subject: string; body: string } {
  const words: ChangeWords = what;
  return messages[what]?.[locale] ?? plan.words[words][locale] ?? { subject: '', body: '' };
}

/** How many a message goes to. */
export const countMessages = ({ messages }: ChangePlan): number =>
  messages.reduce((sum, { count }) => sum + count, 0);

/** Whether nobody has anything of the event: then one sentence and one button are enough. */
export const isUntouched = ({ people }: ChangePlan): boolean =>
  people.tickets + people.buyers + people.awaitingPayment + people.guests === 0;

/** The parts of an address that the form does not ask for. Those of the old place are wrong at the new one. */
const NO_REST = { addressLine2: '', region: '', postalCode: '', country: '', mapUrl: '' };

/** The values of a form after somebody else changed the event: what was not typed follows the event. */
export function followEvent(before: Values, after: Values, now: Values): Values {
  const next = { ...now };
  for (const field of ['startsAt', 'endsAt', 'venueName', 'addressLine1', 'city'] as const)
    if (now[field] === before[field]) next[field] = after[field];
  return next;
}

/** Whether the event would stay when and where it is. */
export function isSameAsBefore({ location }: EventDetail, before: Values, now: Values): boolean {
  if (now.what === 'dates') return now.startsAt === before.startsAt && now.endsAt === before.endsAt;
  return (
    now.what === 'place' &&
    !location.isOnline &&
    (['venueName', 'addressLine1', 'city'] as const).every(
      (field) => now[field].trim() === before[field].trim(),
    )
  );
}

/**
 * What is wrong with the times of the form. The last question would otherwise be asked for an event that ends before it
 * begins.
 */
export function wrongTimes(timezone: string, { what, startsAt, endsAt, money, until }: Values): Wrong[] {
  const wrong: Wrong[] = [];
  const read = (path: string, local: string): string | null => {
    const at = isSkippedTime(local, timezone) ? undefined : fromLocalTime(local, timezone);
    // The field itself says what is wrong with its text.
    if (!at) wrong.push({ path, code: local.trim() === '' ? 'required' : 'invalid_date' });
    return at ?? null;
  };
  if (what === 'dates') {
    const start = read('startsAt', startsAt);
    const end = endsAt.trim() === '' ? null : read('endsAt', endsAt);
    if (start && end && end <= start) wrong.push({ path: 'endsAt', code: 'must_be_after_start' });
  }
  if (money === 'asked') read('returnsUntil', until);
  return wrong;
}

/** What is sent. Times that cannot be read are left for the server to refuse. */
export function toChange(event: EventDetail, plan: ChangePlan, values: Values): Change {
  const { what, money, until, tells, messages } = values;
  const { version } = plan;
  const told = tells && countMessages(plan) > 0 ? (messages[what] ?? {}) : null;
  const at = (local: string) => fromLocalTime(local, event.timezone) ?? local;
  if (what === 'call_off')
    return {
      callOff: {
        version,
        money,
        returnsUntil: money === 'asked' ? at(until) : null,
        messages: told,
        expectedRefund: money === 'all' ? plan.money.byProvider.amount : null,
      },
    };
  const { venueName, addressLine1, city } = values;
  return {
    move: {
      version,
      money: money === 'asked' ? 'asked' : 'none',
      returnsUntil: money === 'asked' ? at(until) : null,
      messages: told,
      ...(what === 'dates'
        ? { startsAt: at(values.startsAt), endsAt: values.endsAt === '' ? null : at(values.endsAt) }
        : { location: { ...NO_REST, isOnline: false, venueName, addressLine1, city } }),
    },
  };
}

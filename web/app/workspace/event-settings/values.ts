import type { EventDetail } from '@entrada/contract/catalog/events';
import { LIMITS } from '@entrada/contract/constants';
import { isCurrency } from '@entrada/contract/money';
import { toLocalTime } from '../../platform/i18n/zoned-time.ts';
import { typedSteps } from '../kit/policies/typed-steps.ts';
import type { SettingsField, SettingsValues } from './field-names.ts';

/** The fields that hold HTML, with the maximum length of each. */
export const RICH_LIMITS = {
  description: LIMITS.description,
  preCheckoutMessage: LIMITS.message,
  postCheckoutMessage: LIMITS.message,
  offlineInstructions: LIMITS.message,
  emailFooter: LIMITS.emailFooter,
} as const satisfies Partial<Record<SettingsField, number>>;

export const isRich = (field: SettingsField): field is keyof typeof RICH_LIMITS => field in RICH_LIMITS;

export function settingsValues(event: EventDetail, locale = 'en'): SettingsValues {
  const { title, timezone, description, settings, location } = event;
  return {
    title,
    startsAt: toLocalTime(event.startsAt, timezone),
    endsAt: event.endsAt ? toLocalTime(event.endsAt, timezone) : '',
    timezone,
    currency: isCurrency(event.currency) ? event.currency : 'EUR',
    ticketDates: '',
    description,
    ...location,
    ...settings,
    orderTimeoutMinutes: String(settings.orderTimeoutMinutes),
    offlineDays: String(settings.offlineDays),
    giveBack: settings.giveBack && typedSteps(settings.giveBack, locale),
    correctNamesBefore: String(settings.correctNamesBefore),
    passOnBefore: String(settings.passOnBefore),
  };
}

const TIMES = ['startsAt', 'endsAt', 'timezone'] as const;

/** Whether the dates of the event differ. */
export const hasOtherTimes = (from: SettingsValues, to: SettingsValues): boolean =>
  TIMES.some((field) => from[field] !== to[field]);

/** Steps are the same if all that they say is the same. */
const differs = (one: unknown, other: unknown): boolean =>
  one !== other && JSON.stringify(one) !== JSON.stringify(other);

/** The fields whose values differ. Without new dates of the event nothing happens to those of its tickets. */
export function changedFields(from: SettingsValues, to: SettingsValues): SettingsField[] {
  const fields = (Object.keys(from) as SettingsField[]).filter((field) => differs(from[field], to[field]));
  return hasOtherTimes(from, to) ? fields : fields.filter((field) => field !== 'ticketDates');
}

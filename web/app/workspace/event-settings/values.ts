import { type EventDetail, updateEvent } from '@entrada/contract/catalog/events';
import { LIMITS } from '@entrada/contract/constants';
import { toLocalTime } from '../../platform/i18n/zoned-time.ts';
import { type Judged, judge } from '../kit/form/judge.ts';
import { readTyped } from '../kit/form/typed.ts';
import { readSteps, typedSteps } from '../kit/policies/typed-steps.ts';
import type { EventBody } from './api.ts';
import type { SettingsField, SettingsValues } from './field-names.ts';
import { fieldOf, TAB_FIELDS } from './tabs.ts';

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

/**
 * The changed values as the API takes them. The form holds local times, so a new time zone sends both times again:
 * doors at 18:00 stay at 18:00.
 */
export function readSettings(
  base: { values: SettingsValues; version: number },
  typedValues: SettingsValues,
): Judged<EventBody> {
  // While something is off, their fields are hidden and could not be corrected, so their texts
  // are ignored.
  const values = {
    ...typedValues,
    ...(!typedValues.offlinePayments && { offlineDays: base.values.offlineDays }),
    ...(!typedValues.correctNames && { correctNamesBefore: base.values.correctNamesBefore }),
    ...(!typedValues.passOn && { passOnBefore: base.values.passOnBefore }),
  };
  const { title, timezone, ticketDates, description } = values;
  const typed = readTyped();
  const times = {
    startsAt: typed.instant('startsAt', values.startsAt, timezone),
    endsAt: typed.instantOrNull('endsAt', values.endsAt, timezone),
  };
  const read = {
    ...values,
    orderTimeoutMinutes: typed.whole('orderTimeoutMinutes', values.orderTimeoutMinutes),
    offlineDays: typed.whole('offlineDays', values.offlineDays),
    giveBack: values.giveBack && readSteps(values.giveBack, typed, 'giveBack'),
    correctNamesBefore: typed.whole('correctNamesBefore', values.correctNamesBefore),
    passOnBefore: typed.whole('passOnBefore', values.passOnBefore),
  };
  const changed = new Set(changedFields(base.values, values));
  const pick = (fields: readonly SettingsField[]) =>
    Object.fromEntries(fields.filter((field) => changed.has(field)).map((field) => [field, read[field]]));
  const { details: _, location: places, ...others } = TAB_FIELDS;
  const location = pick(places);
  const settings = pick(Object.values(others).flat());
  const body = {
    version: base.version,
    ...(changed.has('title') && { title }),
    ...(hasOtherTimes(base.values, values) && times),
    ...(changed.has('timezone') && { timezone }),
    ...(changed.has('ticketDates') && ticketDates && { ticketDates }),
    ...(changed.has('description') && { description }),
    ...(Object.keys(location).length > 0 && { location }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  return judge(updateEvent, body, { ...typed, fieldOf });
}

import type { EventDetail } from '@entrada/contract/catalog/events';
import { LIMITS, OFFLINE_DAYS, ORDER_TIMEOUT } from '@entrada/contract/constants';
import type { FieldErrorCode } from '@entrada/contract/errors';
import { fromLocalTime, toLocalTime } from '../../platform/i18n/zoned-time.ts';
import { readWhole } from '../kit/form/whole-number.ts';
import type { EventBody } from './api.ts';
import type { Figures, SettingsField, SettingsValues } from './field-names.ts';
import { TAB_FIELDS } from './tabs.ts';

/** Those that are HTML, with how long it may be. */
export const RICH_LIMITS = {
  description: LIMITS.description,
  preCheckoutMessage: LIMITS.message,
  postCheckoutMessage: LIMITS.message,
  offlineInstructions: LIMITS.message,
  emailFooter: LIMITS.emailFooter,
} as const satisfies Partial<Record<SettingsField, number>>;

export const isRich = (field: SettingsField): field is keyof typeof RICH_LIMITS => field in RICH_LIMITS;

export function settingsValues(event: EventDetail): SettingsValues {
  const { title, timezone, description, settings, location } = event;
  return {
    title,
    startsAt: toLocalTime(event.startsAt, timezone),
    endsAt: event.endsAt ? toLocalTime(event.endsAt, timezone) : '',
    timezone,
    description,
    ...location,
    ...settings,
    orderTimeoutMinutes: String(settings.orderTimeoutMinutes),
    offlineDays: String(settings.offlineDays),
  };
}

/** The fields whose values differ. */
export function changedFields(from: SettingsValues, to: SettingsValues): SettingsField[] {
  return (Object.keys(from) as SettingsField[]).filter((field) => from[field] !== to[field]);
}

export type Wrong = { path: SettingsField; code: FieldErrorCode | 'not_whole'; min?: number; max?: number };

function wrongFigure(path: Figures, typed: string, { min, max }: { min: number; max: number }): Wrong[] {
  const figure = readWhole(typed);
  if (figure === undefined) return [{ path, code: typed.trim() === '' ? 'required' : 'not_whole' }];
  if (figure < min) return [{ path, code: 'too_small', min }];
  return figure > max ? [{ path, code: 'too_big', max }] : [];
}

/** What can be told to be wrong before it is sent, in the order of the page. */
function check(values: SettingsValues): Wrong[] {
  const startsAt = fromLocalTime(values.startsAt, values.timezone);
  const endsAt = values.endsAt === '' ? null : fromLocalTime(values.endsAt, values.timezone);
  const wrong: Wrong[] = [];
  if (values.title.trim() === '') wrong.push({ path: 'title', code: 'required' });
  if (!startsAt) wrong.push({ path: 'startsAt', code: values.startsAt ? 'invalid_date' : 'required' });
  if (endsAt === undefined) wrong.push({ path: 'endsAt', code: 'invalid_date' });
  if (startsAt && endsAt && endsAt <= startsAt) wrong.push({ path: 'endsAt', code: 'must_be_after_start' });
  const { minMinutes: min, maxMinutes: max } = ORDER_TIMEOUT;
  wrong.push(...wrongFigure('orderTimeoutMinutes', values.orderTimeoutMinutes, { min, max }));
  wrong.push(...wrongFigure('offlineDays', values.offlineDays, OFFLINE_DAYS));
  for (const [path, most] of Object.entries(RICH_LIMITS) as [keyof typeof RICH_LIMITS, number][])
    if (values[path].length > most) wrong.push({ path, code: 'too_long', max: most });
  return wrong;
}

/**
 * What changed, as the API takes it. Times are clocks of the event's zone, so a new zone sends both times again:
 * doors at 18:00 stay at 18:00.
 */
export function readSettings(
  base: { values: SettingsValues; version: number },
  typedValues: SettingsValues,
): { body: EventBody; wrong: [] } | { body: null; wrong: Wrong[] } {
  // What is hidden with its switch can't be mended, so what was typed there counts for nothing.
  const values = typedValues.offlinePayments
    ? typedValues
    : { ...typedValues, offlineDays: base.values.offlineDays };
  const wrong = check(values);
  const startsAt = fromLocalTime(values.startsAt, values.timezone);
  const endsAt = values.endsAt === '' ? null : fromLocalTime(values.endsAt, values.timezone);
  if (wrong.length > 0 || !startsAt || endsAt === undefined) return { body: null, wrong };
  const changed = new Set(changedFields(base.values, values));
  const hasNewTimes = changed.has('startsAt') || changed.has('endsAt') || changed.has('timezone');
  const typed = {
    ...values,
    orderTimeoutMinutes: readWhole(values.orderTimeoutMinutes),
    offlineDays: readWhole(values.offlineDays),
  };
  const pick = (fields: readonly SettingsField[]) =>
    Object.fromEntries(fields.filter((field) => changed.has(field)).map((field) => [field, typed[field]]));
  const { details: _, location: places, ...others } = TAB_FIELDS;
  const location = pick(places);
  const settings = pick(Object.values(others).flat());
  const body: EventBody = {
    version: base.version,
    ...(changed.has('title') && { title: values.title }),
    ...(hasNewTimes && { startsAt, endsAt }),
    ...(changed.has('timezone') && { timezone: values.timezone }),
    ...(changed.has('description') && { description: values.description }),
    ...(Object.keys(location).length > 0 && { location }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  return { body, wrong: [] };
}

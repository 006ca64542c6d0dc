import { updateEvent } from '@entrada/contract/catalog/events';
import { type Judged, judge } from '../kit/form/judge.ts';
import { readTyped } from '../kit/form/typed.ts';
import { readSteps } from '../kit/policies/typed-steps.ts';
import type { EventBody } from './api.ts';
import type { SettingsField, SettingsValues } from './field-names.ts';
import { fieldOf, TAB_FIELDS } from './tabs.ts';
import { changedFields, hasOtherTimes } from './values.ts';

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
  const { title, timezone, currency, ticketDates, description } = values;
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
    ...(changed.has('currency') && { currency }),
    ...(changed.has('ticketDates') && ticketDates && { ticketDates }),
    ...(changed.has('description') && { description }),
    ...(Object.keys(location).length > 0 && { location }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  return judge(updateEvent, body, { ...typed, fieldOf });
}

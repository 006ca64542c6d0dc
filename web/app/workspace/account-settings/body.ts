import { updateAccountSettings } from '@entrada/contract/accounts/settings';
import { type Judged, judge } from '../kit/form/judge.ts';
import { readTyped } from '../kit/form/typed.ts';
import type { SettingsBody } from './api.ts';
import type { SettingsField, SettingsValues } from './values.ts';

const INCLUDED = { custom: null, included: true, added: false } as const;

/** Turns what was changed into the body of the request, or lists its errors. */
export function readChange(
  version: number,
  values: SettingsValues,
  changed: readonly SettingsField[],
): Judged<SettingsBody> {
  const typed = readTyped();
  if (changed.includes('name')) typed.filled('name', values.name);
  const read = {
    ...values,
    locale: values.locale || null,
    taxesIncluded: INCLUDED[values.taxesIncluded],
    orderTimeoutMinutes: changed.includes('orderTimeoutMinutes')
      ? typed.whole('orderTimeoutMinutes', values.orderTimeoutMinutes)
      : undefined,
  };
  const given = Object.fromEntries(changed.map((field) => [field, read[field]]));
  return judge(updateAccountSettings, { version, ...given } as SettingsBody, typed);
}

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { timeZoneParts } from './format.ts';

/** The name of a zone on public pages: "Madrid time (CEST, GMT+2)". */
export function timeZoneLabel(i18n: I18n, at: string, timezone: string): string {
  const { city, names } = timeZoneParts(at, { locale: i18n.locale, timezone });
  if (city === 'UTC' || timezone.startsWith('Etc/')) return names.replace('GMT', 'UTC');
  return i18n._(msg`${city} time (${names})`);
}

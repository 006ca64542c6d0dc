import { sideBySide } from '@entrada/contract/words/side-by-side';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { zoneForm } from './date-format.ts';
import { languageTag } from './locales.ts';
import { ZONE_CITIES } from './zone-cities.ts';

/**
 * The name of a zone on public pages: "Madrid time (CEST, GMT+2)". If an end stands beside the start and clocks change
 * between them, both names: "Madrid time (CEST, GMT+2 – CET, GMT+1)".
 */
export function timeZoneLabel(i18n: I18n, at: string, timezone: string, end: string | null = null): string {
  const parts = [at, end ?? at].map((one) => timeZoneParts(one, { locale: i18n.locale, timezone }));
  const city = parts[0]?.city ?? timezone;
  const names = [...new Set(parts.map((one) => one.names))].join(' – ');
  if (city === 'UTC' || timezone.startsWith('Etc/')) return names.replace('GMT', 'UTC');
  return i18n._(msg`${city} time (${names})`);
}

/**
 * The parts of a zone's name at an instant, for "Madrid time (CEST, GMT+2)": the city in the reader's language, then
 * its short names. Zones without an abbreviation have only the offset.
 */
export function timeZoneParts(
  at: string,
  { locale, timezone }: { locale: string; timezone: string },
): { city: string; names: string } {
  const offset = zoneForm(at, 'en', timezone, 'shortOffset');
  // Only some English locales know a zone's abbreviation. The others return the offset again.
  const short = [languageTag(locale), 'en-GB', 'en-US', 'en-AU']
    .map((tag) => zoneForm(at, tag, timezone, 'short'))
    .find((name) => /^[A-Z]{2,5}$/.test(name) && name !== 'GMT' && name !== 'UTC');
  return { city: zoneCity(timezone, locale), names: sideBySide([short, offset], locale) };
}

/** The city after which a zone is named, in the reader's language; "UTC" for UTC. */
export function zoneCity(timezone: string, locale: string): string {
  const key = timezone.split('/').at(-1) ?? timezone;
  return ZONE_CITIES[locale]?.[key] ?? key.replaceAll('_', ' ');
}

/** A zone in a list of all zones: "Europe/Madrid", with the city before it where readers call it otherwise. */
export function timeZoneOption(timezone: string, locale: string): string {
  const name = timezone.replaceAll('_', ' ');
  const city = zoneCity(timezone, locale);
  return name.endsWith(city) ? name : sideBySide([city, name], locale);
}

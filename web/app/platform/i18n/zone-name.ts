import { withNote } from '@entrada/contract/words/side-by-side';
import { zoneForm } from './date-format.ts';
import { languageTag } from './locales.ts';

/**
 * The name of a zone as the browser knows it, with its offset at an instant: "Central European Time (GMT+1)"; "UTC" and
 * "UTC-3" where it has no name. For pages that cannot afford the cities of time-zone.ts. Server and browser may
 * know different names.
 */
export function zoneName(at: string, { locale, timezone }: { locale: string; timezone: string }): string {
  const offset = zoneForm(at, 'en', timezone, 'shortOffset');
  const name = zoneForm(at, languageTag(locale), timezone, 'longGeneric');
  if (/^(GMT|UTC)/.test(name)) return offset.replace('GMT', 'UTC').replace(/\+0$/, '');
  return withNote(name, offset, locale);
}

import { ownTimeZone } from '../../platform/i18n/browser-zone.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { ZONE_FIELD } from './zone-header.ts';

/** Sends the visitor's own time zone with a form. Empty without scripts. */
export function BrowserZone() {
  const zone = useHydrated() ? ownTimeZone() : '';
  return <input type="hidden" name={ZONE_FIELD} value={zone} />;
}

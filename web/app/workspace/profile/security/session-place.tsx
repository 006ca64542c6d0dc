import type { Place } from '@entrada/contract/accounts/place';
import { useLingui } from '@lingui/react/macro';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { zoneCity } from '../../../platform/i18n/time-zone.ts';

/** The words for the place in which a session was opened, and what parts them from what follows. */
export function SessionPlace({ place }: { place: Place }) {
  const { t, i18n } = useLingui();
  const words = () => {
    if (place.kind === 'local') return t`Local network`;
    if (place.kind === 'zone') {
      const zone = zoneCity(place.zone, i18n.locale);
      return t`Time zone: ${zone}`;
    }
    const country = new Intl.DisplayNames(languageTag(i18n.locale), { type: 'region' }).of(place.country);
    const { city } = place;
    return city && country ? t`${city}, ${country}` : (country ?? place.country);
  };
  return <>{words()} · </>;
}

import { addressLine } from '@entrada/contract/words/address';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMapPin } from '@tabler/icons-react';
import { mapLink } from '../../../platform/i18n/place.ts';
import type { SettingsValues } from '../field-names.ts';
import styles from '../settings.module.css';

/** The place as the event page shows it, with the target of its map link. */
export function MapPreview({ values }: { values: SettingsValues }) {
  const { i18n } = useLingui();
  const address = addressLine(values, i18n.locale);
  // While the user types, the text may not yet be an address.
  const isUsable =
    values.mapUrl === '' || (/^https?:\/\/\S+$/i.test(values.mapUrl) && URL.canParse(values.mapUrl));
  const link = isUsable ? mapLink(values, i18n.locale) : null;
  if (!link) {
    return (
      <p className={styles.text}>
        {isUsable ? (
          <Trans>With a venue or an address, the page links to a map.</Trans>
        ) : (
          <Trans>Enter a link that starts with https://</Trans>
        )}
      </p>
    );
  }
  return (
    <div className={styles.place}>
      <IconMapPin size={20} stroke={1.75} aria-hidden="true" />
      <div>
        {values.venueName && <b>{values.venueName}</b>}
        {address && <span>{address}</span>}
        <a className="link" href={link} target="_blank" rel="noreferrer">
          <Trans>Open map</Trans>
        </a>{' '}
        <span className={styles.host}>{new URL(link).host}</span>
      </div>
    </div>
  );
}

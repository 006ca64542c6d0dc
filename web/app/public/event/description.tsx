import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { addressLine } from '@entrada/contract/words/address';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { mapLink } from '../../platform/i18n/place.ts';
import { plainText } from '../../platform/i18n/share-words.ts';
import { OrganizerLogo } from '../../ui/brand/organizer-logo.tsx';
import { PolicyWords } from '../../ui/policy/words.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { ContactLinks } from '../parts/contact-links.tsx';
import styles from './description.module.css';

/** The part of the page below the tickets: the organizer's text, the place and the organizer. */
export function EventDescription({ event, isCompact }: { event: PublicEvent; isCompact: boolean }) {
  const { i18n } = useLingui();
  const { location, organizer } = event;
  const address = addressLine(location, i18n.locale);
  const map = mapLink(location, i18n.locale);
  const contact = event.settings.supportEmail || organizer.email;
  return (
    <div className={styles.column}>
      {event.description && (
        <section aria-labelledby="about">
          <h2 id="about">
            <Trans>About</Trans>
          </h2>
          <RichText html={event.description} className={styles.text} />
        </section>
      )}
      {!location.isOnline && (location.venueName || address) && (
        <section aria-labelledby="place">
          <div className={styles.head}>
            <h2 id="place">
              <Trans>Location</Trans>
            </h2>
            {map && (
              <a className="link" href={map} target="_blank" rel="noreferrer">
                <Trans>Open map</Trans>
              </a>
            )}
          </div>
          <address className={styles.address}>
            <b>{location.venueName}</b>
            <span>{address}</span>
          </address>
        </section>
      )}
      {!event.isCalledOff && event.settings.policy.steps.length > 0 && (
        <section aria-labelledby="giving-back">
          <h2 id="giving-back">
            <Trans>Giving tickets back</Trans>
          </h2>
          <div className={styles.text}>
            <PolicyWords policy={event.settings.policy} timezone={event.timezone} />
          </div>
        </section>
      )}
      {!isCompact && (
        <section aria-labelledby="organizer">
          <h2 id="organizer">
            <Trans>Organizer</Trans>
          </h2>
          <div className={styles.organizer}>
            <OrganizerLogo name={organizer.name} logo={organizer.logo} size={56} />
            <div>
              <h3>{organizer.name}</h3>
              {organizer.description && <p>{plainText(organizer.description, 300)}</p>}
              <p className={styles.links}>
                <Link className="link" to={`/${organizer.slug}`}>
                  <Trans>All events</Trans>
                </Link>
                <ContactLinks email={contact} website={organizer.website} />
              </p>
            </div>
          </div>
        </section>
      )}
    </div>
  );
}

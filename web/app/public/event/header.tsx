import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { addressLine } from '@entrada/contract/words/address';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { OrganizerLogo } from '../../ui/brand/organizer-logo.tsx';
import { CalendarMenu } from '../../ui/buttons/calendar-menu.tsx';
import { LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import styles from './header.module.css';
import { ShareButton } from './share-button.tsx';

/** The organizer's line at the top of an event: name, calendar, sharing, language. */
export function EventHeader({ event, canonical }: { event: PublicEvent; canonical: string }) {
  const { i18n } = useLingui();
  const { location } = event;
  const place = sideBySide([location.venueName, addressLine(location, i18n.locale)], i18n.locale);
  return (
    <header className={styles.header}>
      <Link to={`/${event.organizer.slug}`} className={styles.organizer}>
        <OrganizerLogo name={event.organizer.name} logo={event.organizer.logo} size={36} />
        <span>{event.organizer.name}</span>
      </Link>
      <div className={styles.actions}>
        {!event.isPreview && !event.isCalledOff && (
          <CalendarMenu
            event={event}
            url={canonical}
            place={place}
            look={{ variant: 'ghost', size: 'md' }}
            isCompact
          />
        )}
        <ShareButton title={event.title} url={canonical} />
        <LanguageMenu isShort />
      </div>
    </header>
  );
}

import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { addressLine } from '@entrada/contract/words/address';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarEvent, IconMapPin, IconUserCircle, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatEventDays, formatEventHours, formatTime } from '../../platform/i18n/format.ts';
import { timeZoneLabel } from '../../platform/i18n/time-zone.ts';
import { CoverImage } from '../../ui/brand/cover-image.tsx';
import { DrawnCover } from '../../ui/brand/drawn-cover.tsx';
import { cx } from '../../ui/class-names.ts';
import { Note } from '../../ui/notices/note.tsx';
import { Space } from '../../ui/space.tsx';
import styles from './hero.module.css';

/** A phone with three pixels to a point gets two: nobody sees the third, and it costs as much as the other two. */
const HERO_SIZES = '(max-width: 900px) and (min-resolution: 2.5dppx) 67vw, (max-width: 900px) 100vw, 736px';

/** Title, date, place and organizer beside the cover. Short if the organizer leaves the introduction out. */
export function EventHero({ event, isCompact }: { event: PublicEvent; isCompact: boolean }) {
  const { t } = useLingui();
  const { location, organizer } = event;
  const isBrief = event.settings.hideIntroduction;
  return (
    <section className={cx(styles.hero, isBrief && !event.cover && styles.bare, isBrief && styles.brief)}>
      {event.cover ? (
        <div className={styles.art}>
          <CoverImage
            cover={event.cover}
            alt={event.cover.alt || t`Cover of ${event.title}`}
            sizes={isBrief ? '200px' : HERO_SIZES}
            isFirst
          />
        </div>
      ) : (
        !isBrief && (
          <div className={styles.art}>
            <DrawnCover title={event.title} colors={event.settings.colors} />
          </div>
        )
      )}
      <div className={styles.words}>
        <div className={styles.change}>
          <EventChange event={event} />
        </div>
        <h1 className={styles.title}>{event.title}</h1>
        <ul className={styles.facts}>
          <Fact icon={<IconCalendarEvent size={20} stroke={1.75} aria-hidden="true" />}>
            <When event={event} />
          </Fact>
          <Fact
            icon={
              location.isOnline ? (
                <IconWorld size={20} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconMapPin size={20} stroke={1.75} aria-hidden="true" />
              )
            }
          >
            <Where event={event} />
          </Fact>
          {!isCompact && !isBrief && (
            <Fact icon={<IconUserCircle size={20} stroke={1.75} aria-hidden="true" />}>
              <b>
                <Link to={`/${organizer.slug}`}>{organizer.name}</Link>
              </b>
              <span>
                <Plural
                  value={organizer.eventCount}
                  one="Organizer of # event"
                  other="Organizer of # events"
                />
              </span>
            </Fact>
          )}
        </ul>
      </div>
    </section>
  );
}

/** That the event was called off or moved, before anything else about it. */
function EventChange({ event }: { event: PublicEvent }) {
  const { i18n } = useLingui();
  const { isCalledOff, movedFrom, movedFromPlace, timezone } = event;
  if (isCalledOff)
    return (
      <Note tone="error">
        <b>
          <Trans>Called off.</Trans>
        </b>
        <Space />
        <Trans>This event does not take place.</Trans>
      </Note>
    );
  if (event.lifecycle === 'ended' || (movedFrom === null && movedFromPlace === null)) return null;
  const before = movedFrom && formatEventDays({ startsAt: movedFrom, endsAt: null, timezone }, i18n.locale);
  return (
    <Note tone="attn">
      {before && <Trans>New date. It was {before}.</Trans>}
      <Space />
      {movedFromPlace !== null && movedFromPlace !== '' && <Trans>New place. It was {movedFromPlace}.</Trans>}
      <Space />
      <Trans>Tickets that were bought before stay valid.</Trans>
    </Note>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <div>{children}</div>
    </li>
  );
}

function When({ event }: { event: PublicEvent }) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { startsAt, endsAt, timezone } = event;
  const days = formatEventDays(event, locale);
  const isOneDay = !endsAt || days === formatEventDays({ startsAt, endsAt: null, timezone }, locale);
  const zone = timeZoneLabel(i18n, startsAt, timezone, isOneDay ? endsAt : null);
  const hours = formatEventHours(event, locale);
  const start = formatTime(startsAt, { locale, timezone });
  return (
    <>
      <b className="num">{days}</b>
      <span className="num">
        {isOneDay ? (
          <Trans>
            {hours}, {zone}
          </Trans>
        ) : (
          <Trans>
            Starts {start}, {zone}
          </Trans>
        )}
      </span>
      {event.lifecycle === 'ended' && !event.isCalledOff && (
        <span>
          <Trans>This event has ended.</Trans>
        </span>
      )}
    </>
  );
}

function Where({ event }: { event: PublicEvent }) {
  const { i18n } = useLingui();
  const { location } = event;
  if (location.isOnline) {
    return (
      <>
        <b>
          <Trans>Online event</Trans>
        </b>
        <span>
          <Trans>The link to join comes with your tickets.</Trans>
        </span>
      </>
    );
  }
  const address = addressLine(location, i18n.locale);
  return (
    <>
      <b>{location.venueName || location.city || <Trans>Place to be announced</Trans>}</b>
      {address && <span>{address}</span>}
    </>
  );
}

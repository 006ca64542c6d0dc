import type { PublicEventCard } from '@entrada/contract/catalog/shop';
import { formatMoney } from '@entrada/contract/money';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatEventStart } from '../../platform/i18n/event-start.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { CoverImage } from '../../ui/brand/cover-image.tsx';
import { DrawnCover } from '../../ui/brand/drawn-cover.tsx';
import { cx } from '../../ui/class-names.ts';
import styles from './event-card.module.css';

/** An event in a list: cover, title, date, place and lowest price. */
export function EventCard({
  event,
  showsOrganizer = false,
}: {
  event: PublicEventCard;
  showsOrganizer?: boolean;
}) {
  const { i18n } = useLingui();
  const place = sideBySide([event.venueName, event.city], i18n.locale);
  return (
    <article className={styles.card}>
      <div className={styles.art}>
        {event.cover ? (
          <CoverImage cover={event.cover} alt="" sizes="(max-width: 640px) 100vw, 384px" />
        ) : (
          <DrawnCover title={event.title} colors={event.colors} />
        )}
      </div>
      <h3 className={cx('name-face', styles.title)}>
        <Link to={event.path} reloadDocument>
          {event.title}
        </Link>
      </h3>
      <EventDate event={event} />
      <p className={styles.meta}>{event.isOnline ? <Trans>Online event</Trans> : place}</p>
      {showsOrganizer && <p className={styles.meta}>{event.organizer.name}</p>}
      <EventState event={event} />
    </article>
  );
}

/** The days and when the first begins. */
export function EventDate({ event }: { event: PublicEventCard }) {
  const { i18n } = useLingui();
  return <p className="num">{formatEventStart(i18n, event)}</p>;
}

/** What can be bought of an event, or why nothing can. */
export function EventState({ event }: { event: PublicEventCard }) {
  const { i18n } = useLingui();
  const { fromPrice, pricing, currency, availability, lifecycle, isCalledOff } = event;
  const locale = languageTag(i18n.locale);
  const price =
    fromPrice === null ? '' : formatMoney({ minor: fromPrice, currency, locale, stripZeros: true });
  const words = isCalledOff ? (
    <Trans>Called off</Trans>
  ) : lifecycle === 'ended' ? (
    <Trans>Ended</Trans>
  ) : availability === 'sold_out' ? (
    <Trans>Sold out</Trans>
  ) : availability === 'not_started' ? (
    <Trans>Not on sale yet</Trans>
  ) : availability === 'ended' ? (
    <Trans>Sale ended</Trans>
  ) : pricing === 'free' ? (
    <Trans>Free</Trans>
  ) : pricing === 'by_donation' ? (
    <Trans>Pay what you want</Trans>
  ) : pricing === 'partly_free' ? (
    <Trans>Free and paid tickets</Trans>
  ) : fromPrice !== null ? (
    <Trans>From {price}</Trans>
  ) : null;
  return words && <p className={styles.state}>{words}</p>;
}

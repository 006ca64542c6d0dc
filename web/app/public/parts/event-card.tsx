import type { PublicEventCard } from '@entrada/contract/catalog/shop';
import { formatMoney } from '@entrada/contract/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatEventDays } from '../../platform/i18n/format.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { CoverImage } from '../../ui/brand/cover-image.tsx';
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
  const place = [event.venueName, event.city].filter(Boolean).join(', ');
  return (
    <article className={styles.card}>
      <div className={styles.art}>
        {event.cover && <CoverImage cover={event.cover} alt="" sizes="(max-width: 640px) 100vw, 384px" />}
      </div>
      <h3 className={cx('name-face', styles.title)}>
        <Link to={event.path} reloadDocument>
          {event.title}
        </Link>
      </h3>
      <p className="num">{formatEventDays(event, i18n.locale)}</p>
      <p className={styles.meta}>{event.isOnline ? <Trans>Online event</Trans> : place}</p>
      {showsOrganizer && <p className={styles.meta}>{event.organizer.name}</p>}
      <State event={event} />
    </article>
  );
}

function State({ event }: { event: PublicEventCard }) {
  const { i18n } = useLingui();
  const { fromPrice, currency, availability, lifecycle } = event;
  const locale = languageTag(i18n.locale);
  const price =
    fromPrice === null ? '' : formatMoney({ minor: fromPrice, currency, locale, stripZeros: true });
  const words =
    lifecycle === 'ended' ? (
      <Trans>Ended</Trans>
    ) : availability === 'sold_out' ? (
      <Trans>Sold out</Trans>
    ) : availability === 'not_started' ? (
      <Trans>Not on sale yet</Trans>
    ) : availability === 'ended' ? (
      <Trans>Sale ended</Trans>
    ) : fromPrice === 0 ? (
      <Trans>Free</Trans>
    ) : fromPrice !== null ? (
      <Trans>From {price}</Trans>
    ) : null;
  return words && <p className={styles.state}>{words}</p>;
}

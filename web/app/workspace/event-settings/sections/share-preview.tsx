import type { EventDetail } from '@entrada/contract/catalog/events';
import { SEO_ADVISED } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPhotoOff } from '@tabler/icons-react';
import { cutText, shareWords } from '../../../platform/i18n/share-words.ts';
import { fromLocalTime } from '../../../platform/i18n/zoned-time.ts';
import { useHydrated } from '../../../platform/use-hydrated.ts';
import type { SettingsValues } from '../field-names.ts';
import styles from './share-preview.module.css';

type PreviewProps = { event: EventDetail; values: SettingsValues };

/** What search results and shared links will say about the public page, with the unsaved values of the form. */
function useWords({ event, values }: PreviewProps) {
  const { i18n } = useLingui();
  const isHydrated = useHydrated();
  const startsAt = fromLocalTime(values.startsAt, values.timezone) ?? event.startsAt;
  const endsAt = fromLocalTime(values.endsAt, values.timezone) ?? null;
  const trimmed = { seoTitle: values.seoTitle.trim(), seoDescription: values.seoDescription.trim() };
  const words = shareWords({ ...values, ...trimmed, startsAt, endsAt }, i18n.locale);
  // The server does not know its own host name.
  return { ...words, host: isHydrated ? window.location.host : '' };
}

export function SearchResult(props: PreviewProps) {
  const { event, values } = props;
  const { title, description, host } = useWords(props);
  if (!values.allowIndexing) {
    return (
      <p className={styles.none}>
        <Trans>Search engines are asked not to list this event, so there is none.</Trans>
      </p>
    );
  }
  const place = [host, event.organizer.slug, 'event'].filter(Boolean).join(' › ');
  return (
    <div className={styles.result}>
      <span className={styles.place}>{place}</span>
      <span className={styles.resultTitle}>
        {cutText(`${title} · ${event.organizer.name}`, SEO_ADVISED.title)}
      </span>
      <span className={styles.resultText}>{cutText(description, SEO_ADVISED.description)}</span>
    </div>
  );
}

export function ShareCard(props: PreviewProps) {
  const { cover } = props.event;
  const { title, description, host } = useWords(props);
  const source =
    cover && [...cover.sources].sort((a, b) => a.width - b.width).find(({ width }) => width >= 960);
  const url = source?.url ?? cover?.sources[0]?.url;
  return (
    <div className={styles.card}>
      {url ? (
        <img src={url} alt="" className={styles.picture} />
      ) : (
        <div className={styles.noPicture}>
          <IconPhotoOff size={24} stroke={1.75} aria-hidden="true" />
          <Trans>Without a cover, cards have no picture.</Trans>
        </div>
      )}
      <div className={styles.cardWords}>
        <span className={styles.place}>{host}</span>
        <span className={styles.cardTitle}>{title}</span>
        <span className={styles.cardText}>{description}</span>
      </div>
    </div>
  );
}

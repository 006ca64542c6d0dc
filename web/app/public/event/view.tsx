import type { PublicEvent } from '@entrada/contract/catalog/shop';
import type { ReactNode } from 'react';
import { OrganizerTheme } from '../../ui/brand/organizer-theme.tsx';
import { PublicFooter } from '../../ui/public-footer.tsx';
import type { SaleEvent } from '../picker/selection.ts';
import { EventDescription } from './description.tsx';
import { EventHeader } from './header.tsx';
import { EventHero } from './hero.tsx';
import styles from './view.module.css';

type EventViewProps = {
  event: PublicEvent;
  canonical: string;
  /** Without the organizer's line and links. */
  isCompact: boolean;
  /** Shown above everything else. */
  top?: ReactNode;
  /** The ticket picker, wrapped in the element that its script starts from. */
  picker: ReactNode;
  /** Beside the tickets if none of them can be bought any more. */
  next?: ReactNode;
};

/** The public page of an event, for visitors and for the preview in the designer. */
export function EventView({ event, canonical, isCompact, top, picker, next }: EventViewProps) {
  const { colors, background } = event.settings;
  return (
    <OrganizerTheme
      colors={colors}
      backdrop={background === 'blurred_cover' ? smallestCover(event) : null}
      className={styles.page}
    >
      {top}
      {!isCompact && <EventHeader event={event} canonical={canonical} />}
      <main className={styles.main}>
        <EventHero event={event} isCompact={isCompact} />
        <div className={styles.columns}>
          {picker}
          {next}
          <EventDescription event={event} isCompact={isCompact} />
        </div>
      </main>
      <PublicFooter />
    </OrganizerTheme>
  );
}

/** Answers the smallest picture. It is blurred, so a larger one would look the same. */
function smallestCover({ cover }: PublicEvent): string | null {
  return [...(cover?.sources ?? [])].sort((a, b) => a.width - b.width)[0]?.url ?? null;
}

/** Picks the fields that the picker needs. The description alone can be far larger than the page. */
export function saleOf({
  id,
  currency,
  timezone,
  startsAt,
  isPreview,
  settings,
  tickets,
  promo,
  hold,
}: PublicEvent): SaleEvent {
  return { id, currency, timezone, startsAt, isPreview, settings, tickets, promo, hold };
}

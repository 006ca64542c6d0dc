import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarClock, IconClockOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { timeZoneParts } from '../../platform/i18n/time-zone.ts';
import { ClosedDoor } from '../../ui/notices/closed-door.tsx';
import { useForgetClosed } from '../offline/use-forget-closed.ts';
import frame from '../parts/frame.module.css';
import type { Door } from '../use-door.ts';
import styles from './closed-list.module.css';

/** Shown instead of the scanner while a list is not active: when it opens, or when it ended. */
export function ClosedList({ door }: { door: Door }) {
  const isExpired = door.state === 'expired';
  const Icon = isExpired ? IconClockOff : IconCalendarClock;
  const at = isExpired ? door.expiresAt : door.activatesAt;
  return (
    <main className={styles.closed}>
      <Icon size={56} stroke={1.5} aria-hidden="true" />
      <h2 className={styles.title}>
        {isExpired ? <Trans>This list has expired</Trans> : <Trans>This list is not active yet</Trans>}
      </h2>
      {at && <When at={at} timezone={door.event.timezone} isExpired={isExpired} />}
      <p className={styles.text}>
        {isExpired ? (
          <Trans>Nobody can be checked in any more. The organizer can extend the list.</Trans>
        ) : (
          <Trans>Leave this page open: the scanner appears by itself when check-in begins.</Trans>
        )}
      </p>
      {door.description && <p className={styles.description}>{door.description}</p>}
    </main>
  );
}

function When({ at, timezone, isExpired }: { at: string; timezone: string; isExpired: boolean }) {
  const { i18n } = useLingui();
  const zoned = { locale: i18n.locale, timezone };
  const when = formatDayTime(at, zoned);
  const { city } = timeZoneParts(at, zoned);
  return (
    <p className={styles.when}>
      {isExpired ? (
        <Trans>
          It ended on {when} ({city} time).
        </Trans>
      ) : (
        <Trans>
          Check-in begins on {when} ({city} time).
        </Trans>
      )}
    </p>
  );
}

/** The link worked until now: it was closed, or its list. */
export function LinkClosed() {
  return (
    <NoDoor
      title={<Trans>This link was closed</Trans>}
      text={
        <Trans>
          Nobody can be checked in from here any more. Everything scanned so far is kept. Ask the organizer
          for the current link to this door.
        </Trans>
      }
    />
  );
}

/** The link leads to no list, or the list was deleted. */
export function ListNotFound() {
  return (
    <NoDoor
      title={<Trans>No check-in list here</Trans>}
      text={
        <Trans>
          The link may be incomplete, or the organizer deleted the list. Ask them for the current link to this
          door.
        </Trans>
      }
    />
  );
}

function NoDoor({ title, text }: { title: ReactNode; text: ReactNode }) {
  const { t } = useLingui();
  useForgetClosed();
  return (
    <div className={frame['door']} data-mantine-color-scheme="dark">
      <title>{t`Check-in list not found · Entrada`}</title>
      <main className={styles.missing}>
        <ClosedDoor className={styles.drawing} />
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.text}>{text}</p>
        </div>
      </main>
    </div>
  );
}

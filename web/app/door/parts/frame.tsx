import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAdjustmentsHorizontal, IconLineScan, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../platform/i18n/format.ts';
import type { LiveDoor } from '../use-door.ts';
import type { Tone } from '../verdict/tone.ts';
import styles from './frame.module.css';

type DoorFrameProps = {
  live: Pick<LiveDoor, 'door' | 'isLive' | 'isConnected'>;
  /** Fills the screen with the colour of a verdict. */
  tone?: Tone | undefined;
  /** Black on white, for the sun. */
  isBright?: boolean | undefined;
  leaveHref?: string | undefined;
  onSettings?: (() => void) | undefined;
  /** Leads from the supervisor's tabs to the scanner. They follow the colours of the device. */
  onScan?: (() => void) | undefined;
  children: ReactNode;
};

/** The frame of the door: dark in every scheme, or black on white for the sun, with the list and its counts at the top. */
export function DoorFrame({
  live,
  tone,
  isBright = false,
  leaveHref,
  onSettings,
  onScan,
  children,
}: DoorFrameProps) {
  const { t, i18n } = useLingui();
  const { door } = live;
  const checkedIn = formatCount(door.checkedIn, i18n.locale);
  const share = door.attendees > 0 ? Math.min(100, (door.checkedIn / door.attendees) * 100) : 0;
  return (
    <div
      className={styles.door}
      {...(isBright
        ? { 'data-mantine-color-scheme': 'light', 'data-contrast': 'high' }
        : !onScan && { 'data-mantine-color-scheme': 'dark' })}
      data-look={onScan ? 'supervisor' : 'scanner'}
      data-tone={tone}
    >
      <header className={styles.header}>
        {leaveHref ? (
          <a
            className={styles.icon}
            href={leaveHref}
            aria-label={t`Leave check-in`}
            title={t`Leave check-in`}
          >
            <IconX size={24} stroke={1.75} aria-hidden="true" />
          </a>
        ) : (
          <span className={styles.icon} />
        )}
        <div className={styles.words}>
          <p className={styles.event}>{door.event.title}</p>
          <h1 className={styles.name}>{door.name}</h1>
          <p className={styles.counts}>
            <Plural
              value={door.attendees}
              one={`${checkedIn} of # checked in`}
              other={`${checkedIn} of # checked in`}
            />
          </p>
          <p className={styles.counts} role="status">
            {!live.isLive && live.isConnected && <Trans>Updated every 10 s</Trans>}
          </p>
        </div>
        {onSettings ? (
          <button
            type="button"
            className={styles.icon}
            aria-label={t`Camera and sound`}
            title={t`Camera and sound`}
            onClick={onSettings}
          >
            <IconAdjustmentsHorizontal size={24} stroke={1.75} aria-hidden="true" />
          </button>
        ) : onScan ? (
          <button
            type="button"
            className={styles.icon}
            aria-label={t`Open the scanner`}
            title={t`Open the scanner`}
            onClick={onScan}
          >
            <IconLineScan size={24} stroke={1.75} aria-hidden="true" />
          </button>
        ) : (
          <span className={styles.icon} />
        )}
      </header>
      <div className={styles.progress} aria-hidden="true">
        <div style={{ width: `${share}%` }} />
      </div>
      {children}
    </div>
  );
}

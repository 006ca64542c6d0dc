import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconClock, IconWifiOff } from '@tabler/icons-react';
import { formatTime } from '../../../platform/i18n/format.ts';
import styles from '../dashboard.module.css';
import { formatPace } from './kpis.tsx';
import type { Notice } from './notices.ts';

type AtTheDoorProps = { notices: Notice[]; timezone: string };

/** What somebody at the doors should know now. */
export function AtTheDoor({ notices, timezone }: AtTheDoorProps) {
  return (
    <section className={styles.cell} aria-labelledby="at-the-door">
      <div className={styles.cellHead}>
        <h2 id="at-the-door">
          <Trans>At the door</Trans>
        </h2>
        <span className={styles.quiet}>{notices.length}</span>
      </div>
      <ul>
        {notices.map((notice) => (
          <Item key={`${notice.kind} ${notice.door.id}`} notice={notice} timezone={timezone} />
        ))}
      </ul>
    </section>
  );
}

function Item({ notice: { kind, door }, timezone }: { notice: Notice; timezone: string }) {
  const { t, i18n } = useLingui();
  const { name, devices, lastEntryAt } = door;
  const pace = formatPace(door.pace, i18n.locale);
  const time = lastEntryAt && formatTime(lastEntryAt, { locale: i18n.locale, timezone });
  const on = t`${plural(devices, { one: '# device', other: '# devices' })}`;
  const Icon = kind === 'silent' ? IconWifiOff : IconClock;
  return (
    <li className={styles.waiting}>
      <Icon
        className={kind === 'silent' ? styles.urgent : styles.soon}
        size={18}
        stroke={1.75}
        aria-hidden="true"
      />
      <div>
        <strong>{kind === 'silent' ? <Trans>{name} is silent</Trans> : <Trans>{name} is busy</Trans>}</strong>
        <p className={styles.quiet}>
          {kind === 'silent' ? (
            <Trans>
              Nobody has entered there since {time}. The door may be closed, or work offline and send its
              entries later.
            </Trans>
          ) : (
            <Trans>
              {pace} a minute on {on}. One more would shorten the queue.
            </Trans>
          )}
        </p>
      </div>
    </li>
  );
}

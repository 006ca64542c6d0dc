import type { AuditLogEntry } from '@entrada/contract/insight/audit-log';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { formatDay, formatTime } from '../../platform/i18n/format.ts';
import { Avatar } from '../../ui/brand/avatar.tsx';
import { Changes } from '../kit/audit/changes.tsx';
import styles from './audit-log.module.css';

/** The entries, by day. */
export function Entries({ entries, timezone }: { entries: AuditLogEntry[]; timezone: string }) {
  const { i18n } = useLingui();
  const zoned = { locale: i18n.locale, timezone };
  return [...Map.groupBy(entries, ({ at }) => formatDay(at, zoned))].map(([day, some]) => (
    <section key={day} className={styles.day}>
      <h2 className={styles.dayName}>{day}</h2>
      <ol>
        {some.map((entry) => (
          <Entry key={entry.id} entry={entry} time={formatTime(entry.at, zoned)} />
        ))}
      </ol>
    </section>
  ));
}

function Entry({ entry, time }: { entry: AuditLogEntry; time: string }) {
  const { at, by, words } = entry;
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={at}>
        {time}
      </time>
      <div className={styles.person}>
        {by ? (
          <>
            <Avatar name={by.name} size={26} />
            <span className={styles.name}>{by.name}</span>
          </>
        ) : (
          <span className={styles.nobody}>
            <Trans>A buyer, a bank or the server</Trans>
          </span>
        )}
      </div>
      <div className={styles.words}>
        <p className={styles.what}>{words.what}</p>
        <RecordLink record={entry.record} kind={words.kind} />
        <Changes changes={words.changes} />
      </div>
    </li>
  );
}

/** The record, as a way to all that was done to it. */
function RecordLink({ record, kind }: { record: AuditLogEntry['record']; kind: string }) {
  const { t } = useLingui();
  const { search } = useLocation();
  const name = record.name ?? `${record.id}`;
  const only = new URLSearchParams(search);
  only.set('kind', record.type);
  only.set('record', String(record.id));
  return (
    <p className={styles.record}>
      {kind}{' '}
      <Link
        className="link"
        to={`?${only}`}
        preventScrollReset={false}
        aria-label={t`Everything about ${name} (${kind})`}
      >
        {name}
      </Link>
    </p>
  );
}

import type { ExportRun, ScheduledExport } from '@entrada/contract/insight/scheduled-exports';
import { exportRunPath } from '@entrada/contract/sales/exports';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { useSaveFile } from '../kit/exports/save-file.ts';
import styles from './scheduled-exports.module.css';
import { failures, fileSize } from './words.ts';

type RunsProps = { eventId: number; schedule: ScheduledExport; timezone: string };

/** How the last run went, and behind it those before it. */
export function Runs({ eventId, schedule: { runs }, timezone }: RunsProps) {
  const [last, ...earlier] = runs;
  if (!last)
    return (
      <p className={styles.meta}>
        <Trans>Not sent yet</Trans>
      </p>
    );
  return (
    <>
      <Run eventId={eventId} run={last} timezone={timezone} />
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>
            <Trans>Earlier</Trans>
          </summary>
          {earlier.map((run) => (
            <Run key={run.id} eventId={eventId} run={run} timezone={timezone} />
          ))}
        </details>
      )}
    </>
  );
}

function Run({ eventId, run, timezone }: { eventId: number; run: ExportRun; timezone: string }) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const save = useSaveFile();
  const when = formatDayTime(run.endedAt ?? run.dueAt, { locale, timezone });
  const { rows, bytes, mails, waitingMails, error, startedBy } = run;
  if (run.status === 'waiting') {
    return (
      <p className={styles.meta} role="status">
        {error ? (
          <Trans>The last try failed. It is tried again soon.</Trans>
        ) : (
          <Trans>The file is being made.</Trans>
        )}
      </p>
    );
  }
  if (run.status === 'failed') {
    return (
      <p className={styles.warning}>
        {when}: {error && i18n._(failures[error])}
      </p>
    );
  }
  const count = rows ?? 0;
  const facts = [
    t`${plural(count, { one: '# row', other: '# rows' })}`,
    fileSize(bytes ?? 0, locale),
    t`${plural(mails, { one: '# email', other: '# emails' })}`,
    waitingMails > 0 &&
      t`${plural(waitingMails, { one: '# of them goes out on another day', other: '# of them go out on another day' })}`,
    startedBy !== null && t`sent by ${startedBy}`,
  ];
  return (
    <p className={styles.meta}>
      <span className="num">{when}</span>: {sideBySide(facts, locale)}{' '}
      {run.fileUntil && (
        <button
          type="button"
          className="link"
          aria-label={t`Download the file of ${when}`}
          disabled={save.isPending}
          onClick={() => void save.start({ path: exportRunPath(eventId, run.id), params: {} })}
        >
          <Trans>Download</Trans>
        </button>
      )}
    </p>
  );
}

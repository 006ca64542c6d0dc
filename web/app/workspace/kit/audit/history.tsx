import type { AuditedRecord } from '@entrada/contract/insight/audit-log';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useSession } from '../data/session.ts';
import { LoadFailed } from '../display/load-failed.tsx';
import styles from './audit.module.css';
import { Changes } from './changes.tsx';
import { useAudit } from './read.ts';

export type HistoryProps = { kind: AuditedRecord; id: number };

/** What was done to one record, by whom, newest first. */
export function History({ kind, id }: HistoryProps) {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const { data, isError, error, refetch, ...older } = useAudit({ kind, record: String(id), limit: '20' });
  if (isError && !data) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} />;
  const entries = data.pages.flatMap((page) => page.data);
  if (entries.length === 0)
    return (
      <p className={styles.none}>
        <Trans>Nothing was changed yet.</Trans>
      </p>
    );
  const zoned = { locale: i18n.locale, timezone: me.timezone ?? me.account.timezone };
  return (
    <>
      <ol className={styles.history}>
        {entries.map(({ id: key, at, by, words }) => (
          <li key={key}>
            <span>{words.what}</span>
            <span className={styles.when}>
              {by?.name ?? t`A buyer, a bank or the server`} ·{' '}
              <time dateTime={at}>{formatDayTime(at, zoned)}</time>
            </span>
            <Changes changes={words.changes} />
          </li>
        ))}
      </ol>
      {older.hasNextPage && (
        <Button mt="sm" loading={older.isFetchingNextPage} onClick={() => void older.fetchNextPage()}>
          <Trans>Show older entries</Trans>
        </Button>
      )}
    </>
  );
}

import { LOG_FILTERS, type LogEntry, type LogFilter, listDoorLog } from '@entrada/contract/door/supervising';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { doorApi } from '../api.ts';
import { Finder } from '../parts/finder.tsx';
import { Problem } from '../reading/problem.tsx';
import { useRead } from '../reading/use-read.ts';
import { useTyped } from '../reading/use-typed.ts';
import { LogRow } from './row.tsx';
import styles from './view.module.css';

type LogViewProps = {
  listShortId: string;
  timezone: string;
  changes: number;
  onError: (error: unknown) => void;
};

/** Every scan and sale of this list, with its filters. */
export function LogView(props: LogViewProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [show, setShow] = useState<LogFilter>('all');
  const query = useTyped(text);
  const log = useLog(props, { query, show });
  // Most doors never have a conflict.
  const hasConflicts = show === 'conflicts' || (log.counts?.conflicts ?? 0) > 0;
  const filters = LOG_FILTERS.filter((name) => name !== 'conflicts' || hasConflicts);
  const labels: Record<LogFilter, ReactNode> = {
    all: <Trans>All</Trans>,
    refused: <Trans>Refused</Trans>,
    undone: <Trans>Undone</Trans>,
    sold: <Trans>Sold</Trans>,
    conflicts: <Trans>Conflicts</Trans>,
  };
  return (
    <Finder
      text={text}
      onText={setText}
      onClear={() => {
        setText('');
        setShow('all');
        field.current?.focus();
      }}
      label={t`Search the log by name, ticket or door`}
      placeholder={t`Name, ticket or door`}
      field={field}
      filters={filters.map((name) => ({
        name,
        words: labels[name],
        total: name === 'all' ? undefined : log.counts?.[name],
      }))}
      filter={show}
      onFilter={setShow}
    >
      <Problem problem={log.problem} onRetry={log.reload} />
      <Entries entries={log.entries} timezone={props.timezone} />
      {log.entries?.length === 0 && (
        <p className={styles.none}>
          {query === '' && show === 'all' ? (
            <Trans>Nothing was scanned yet.</Trans>
          ) : (
            <Trans>Nothing in the log matches.</Trans>
          )}
        </p>
      )}
      {log.hasMore && (
        <Button size="xl" block loading={log.isLoadingMore} className={styles.more} onClick={log.more}>
          <Trans>Show older entries</Trans>
        </Button>
      )}
    </Finder>
  );
}

/** The newest entries beside the work on a tablet. */
export function LogColumn(props: LogViewProps) {
  const log = useLog(props, { query: '', show: 'all' });
  return (
    <section aria-labelledby="door-log" className={styles.column}>
      <h2 id="door-log" className={styles.heading}>
        <Trans>Log</Trans>
      </h2>
      <Problem problem={log.problem} onRetry={log.reload} />
      <Entries entries={log.entries} timezone={props.timezone} />
    </section>
  );
}

function Entries({ entries, timezone }: { entries: LogEntry[] | undefined; timezone: string }) {
  if (!entries) return <Skeleton width="100%" height={220} />;
  return (
    <ol>
      {entries.map((entry) => (
        <LogRow key={entry.key} entry={entry} timezone={timezone} />
      ))}
    </ol>
  );
}

/** The newest entries are read again after every change; older ones are added below. */
function useLog(
  { listShortId, changes, onError }: LogViewProps,
  { query, show }: { query: string; show: LogFilter },
) {
  const key = `${listShortId} ${show} ${query}`;
  const [older, setOlder] = useState<{ key: string; entries: LogEntry[]; next: string | null }>();
  const [isLoadingMore, setLoadingMore] = useState(false);
  const ask = (before: string | undefined, signal?: AbortSignal) =>
    doorApi(listDoorLog, { params: { listShortId }, query: { query, show, before } }, { signal });
  const newest = useRead(key, changes, (signal) => ask(undefined, signal), onError);
  const below = older?.key === key ? older : undefined;
  const next = below ? below.next : (newest.data?.next ?? null);
  const more = async () => {
    if (!next) return;
    setLoadingMore(true);
    try {
      const page = await ask(next);
      setOlder({ key, entries: [...(below?.entries ?? []), ...page.data], next: page.next });
    } catch (error) {
      onError(error);
    }
    setLoadingMore(false);
  };
  const entries = newest.data && unique([...newest.data.data, ...(below?.entries ?? [])]);
  return {
    entries,
    counts: newest.data?.counts,
    problem: newest.problem,
    reload: newest.reload,
    hasMore: next !== null,
    isLoadingMore,
    more: () => void more(),
  };
}

const unique = (entries: LogEntry[]): LogEntry[] => [
  ...new Map(entries.map((entry) => [entry.key, entry])).values(),
];

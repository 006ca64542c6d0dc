import { exportPath } from '@entrada/contract/sales/exports';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { SideDrawer } from '../../kit/dialogs/side-drawer.tsx';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { type LogPart, loadLog, logQuery } from './api.ts';
import styles from './log.module.css';
import { LogRow } from './row.tsx';

const DEBOUNCE_MS = 300;

/** Every scan of a check-in list, the last one first: what came of it, where, by which link and by whom. */
export function LogDrawer({ listId, close }: { listId: number; close: () => void }) {
  const { t } = useLingui();
  const { id: eventId, timezone } = useEvent();
  const [part, setPart] = useState<LogPart>('all');
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const [onlyConflicts, setOnlyConflicts] = useState(false);
  const asked = { eventId, listId, part, query, onlyConflicts };
  const log = useInfiniteQuery({
    queryKey: keys.checkInLog(eventId, listId, { part, query, conflicts: String(onlyConflicts) }),
    queryFn: ({ pageParam, signal }) => loadLog(asked, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ meta }, pages) => (pages.length < meta.lastPage ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const rows = log.data?.pages.flatMap(({ data }) => data);
  const total = log.data?.pages.at(-1)?.meta.total ?? 0;
  const file = (format: 'csv' | 'xlsx') =>
    `/api${exportPath(eventId, 'scans', format)}?${new URLSearchParams(logQuery(asked))}`;
  return (
    <SideDrawer opened onClose={close} title={t`Log of the door`}>
      <div className={styles.drawer}>
        <TextInput
          aria-label={t`Name or reference`}
          placeholder={t`Name or reference`}
          leftSection={<IconSearch size={18} stroke={1.75} />}
          value={typed}
          onChange={(change) => setTyped(change.currentTarget.value)}
        />
        <SegmentedControl
          fullWidth
          aria-label={t`What to show`}
          value={part}
          onChange={(value) => setPart(value as LogPart)}
          data={[
            { value: 'all', label: t`All` },
            { value: 'in', label: t`Let in` },
            { value: 'refused', label: t`Turned away` },
            { value: 'undone', label: t`Taken back` },
          ]}
        />
        <Checkbox
          label={t`Conflicts alone`}
          description={t`A phone without a connection let somebody in who should not have been.`}
          checked={onlyConflicts}
          onChange={(change) => setOnlyConflicts(change.currentTarget.checked)}
        />
        <div className={styles.bar}>
          <span className={styles.quiet} role="status">
            {rows && <Plural value={total} one="# scan" other="# scans" />}
          </span>
          <span className={styles.files}>
            <Button
              component="a"
              href={file('csv')}
              download
              leftSection={<IconDownload size={18} stroke={1.75} />}
            >
              CSV
            </Button>
            <Button
              component="a"
              href={file('xlsx')}
              download
              leftSection={<IconDownload size={18} stroke={1.75} />}
            >
              XLSX
            </Button>
          </span>
        </div>
        {log.isError && <LoadFailed error={log.error} retry={() => void log.refetch()} />}
        {!rows && !log.isError && <Skeleton height={240} />}
        {rows?.length === 0 && (
          <p className={styles.quiet}>
            {part === 'all' && query === '' && !onlyConflicts ? (
              <Trans>Nobody has scanned here yet.</Trans>
            ) : (
              <Trans>No scans match.</Trans>
            )}
          </p>
        )}
        {rows && rows.length > 0 && (
          <ol className={styles.list}>
            {rows.map((scan) => (
              <LogRow key={scan.id} scan={scan} timezone={timezone} />
            ))}
          </ol>
        )}
        {log.hasNextPage && (
          <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </div>
    </SideDrawer>
  );
}

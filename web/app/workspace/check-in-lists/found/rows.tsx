import { EXPORT_FORMATS, type ExportName, exportPath } from '@entrada/contract/sales/exports';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { useSaveFile } from '../../kit/exports/save-file.ts';
import styles from './rows.module.css';
import type { Found } from './use-found.ts';

export function PersonField({ typed, setTyped }: { typed: string; setTyped: (typed: string) => void }) {
  const { t } = useLingui();
  return (
    <TextInput
      aria-label={t`Name or reference`}
      placeholder={t`Name or reference`}
      leftSection={<IconSearch size={18} stroke={1.75} />}
      value={typed}
      onChange={(change) => setTyped(change.currentTarget.value)}
    />
  );
}

/** How many rows there are, and the files with all of them. */
export function CountAndFiles({
  children,
  what,
  query,
}: {
  children: ReactNode;
  what: ExportName;
  query: Record<string, string>;
}) {
  const { id: eventId } = useEvent();
  const { start, isPending } = useSaveFile();
  return (
    <div className={styles.bar}>
      <span className={styles.quiet} role="status">
        {children}
      </span>
      <span className={styles.files}>
        {EXPORT_FORMATS.map((format) => (
          <Button
            key={format}
            disabled={isPending}
            leftSection={<IconDownload size={18} stroke={1.75} />}
            onClick={() => void start({ path: exportPath(eventId, what, format), params: query })}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </span>
    </div>
  );
}

/** The rows, or why there are none; more of them on request. */
export function Rows<Row>({
  found,
  rows,
  empty,
  children,
}: {
  found: Found;
  rows: readonly Row[] | undefined;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
}) {
  return (
    <>
      {found.isError && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
      {!rows && !found.isError && <Skeleton height={240} />}
      {rows?.length === 0 && <p className={styles.quiet}>{empty}</p>}
      {rows && rows.length > 0 && <ol>{rows.map(children)}</ol>}
      {found.hasNextPage && (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

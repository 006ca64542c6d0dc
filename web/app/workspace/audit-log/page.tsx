import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useAudit } from '../kit/audit/read.ts';
import { useSession } from '../kit/data/session.ts';
import { modals } from '../kit/dialogs/modals.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { latePart } from '../kit/late/part.tsx';
import { readPermittedInBrowser, readPermittedOnServer } from '../kit/reading/permitted.ts';
import { onNewPath } from '../kit/reading/reads.ts';
import styles from './audit-log.module.css';
import { Entries } from './entries.tsx';
import type { ExportProps } from './export.tsx';
import { Filter } from './filter.tsx';
import { queryOf, reads, readsInBrowser } from './reads.ts';

export const loader = readPermittedOnServer('audit.read', reads);
export const clientLoader = readPermittedInBrowser('audit.read', readsInBrowser);
export const shouldRevalidate = onNewPath;

const ExportForm = latePart<ExportProps>(async () => (await import('./export.tsx')).ExportForm, {
  Place: () => null,
});

/** Who did what in the account, newest first. */
export default function AuditLogPage() {
  const { t } = useLingui();
  const { me } = useSession();
  const [search] = useSearchParams();
  const query = queryOf(search);
  const { data, isError, error, refetch, isPlaceholderData, ...older } = useAudit(query);
  const timezone = me.timezone ?? me.account.timezone;
  const entries = data?.pages.flatMap((page) => page.data) ?? [];
  const isNarrowed = Object.keys(query).length > 0;
  const askExport = () => {
    const id = modals.open({
      title: <Trans>Export</Trans>,
      children: <ExportForm query={query} close={() => modals.close(id)} />,
    });
  };
  return (
    <>
      <PageHeader
        title={<Trans>Audit log</Trans>}
        tab={[t`Audit log`]}
        meta={<Trans>Who did what in this account, and what it was before.</Trans>}
        actions={
          <Button
            leftSection={<IconDownload size={18} stroke={1.75} />}
            onPointerEnter={ExportForm.ahead}
            onFocus={ExportForm.ahead}
            onClick={askExport}
          >
            <Trans>Export</Trans>
          </Button>
        }
      />
      <Filter timezone={timezone} recordName={entries[0]?.record.name ?? null} />
      {isError && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={320} />}
      {data && entries.length === 0 && (
        <EmptyState title={isNarrowed ? <Trans>Nothing matches</Trans> : <Trans>Nothing yet</Trans>}>
          {isNarrowed ? (
            <Trans>Nobody did anything that this filter finds.</Trans>
          ) : (
            <Trans>Whatever somebody of your team changes will stand here.</Trans>
          )}
        </EmptyState>
      )}
      <div className={styles.log} aria-busy={isPlaceholderData}>
        <Entries entries={entries} timezone={timezone} />
      </div>
      {older.isFetchNextPageError && <LoadFailed error={error} retry={() => void older.fetchNextPage()} />}
      {older.hasNextPage && !older.isFetchNextPageError && (
        <Button
          className={styles.more ?? ''}
          loading={older.isFetchingNextPage}
          onClick={() => void older.fetchNextPage()}
        >
          <Trans>Show older entries</Trans>
        </Button>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}

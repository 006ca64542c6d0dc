import { LIMITS } from '@entrada/contract/constants';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { ApiError, apiErrorFrom } from '../../../platform/api/error.ts';
import { formatCount } from '../../../platform/i18n/format.ts';
import { goToLogin } from '../../../platform/previous-url.ts';
import { saveBlob } from '../data/save-blob.ts';
import { useChange } from '../data/use-change.ts';
import { notifyError } from '../frame/notify.tsx';
import { BulkAction, BulkBar } from '../selection/bulk-bar.tsx';
import { type SelectedRows, selectionParams } from '../selection/selected-rows.ts';
import type { ListPageState } from './use-list-page.ts';

/** Downloads a file of the API (path below `/api`), under the name that the server gives it. */
async function saveFile(path: string, params: Record<string, string>): Promise<void> {
  const reply = await fetch(`/api${path}?${new URLSearchParams(params)}`, { credentials: 'include' });
  if (reply.status === 401) goToLogin();
  if (!reply.ok) throw apiErrorFrom(reply.status, await reply.json().catch(() => undefined));
  const [, name = 'export.csv'] =
    /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '') ?? [];
  saveBlob(await reply.blob(), name);
}

/** The minutes to wait after too many exports. Null for any other error. */
function minutesToWait(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') return null;
  const { retryAfter } = error.params;
  return typeof retryAfter === 'number' ? Math.ceil(retryAfter / 60) : null;
}

type ExportProps = {
  /** The path below `/api`. */
  path: string;
  page: ListPageState;
};

/** Exports all rows that match the list's search and filters. */
export function ExportButton({ path, page }: ExportProps) {
  const { isPending, run } = useExport(path, page.list);
  return (
    <Button leftSection={<IconDownload size={18} stroke={1.75} />} loading={isPending} onClick={() => run()}>
      <Trans>Export</Trans>
    </Button>
  );
}

/** Exports only the chosen rows. */
export function ExportChosen({ path, page: { list, selection } }: ExportProps) {
  const { isPending, run } = useExport(path, list);
  return (
    selection && (
      <BulkAction icon={IconDownload} isPending={isPending} onClick={() => run(selection.rows)}>
        <Trans>Export</Trans>
      </BulkAction>
    )
  );
}

/** The bar of a list whose chosen rows can only be exported. */
export function ExportBar(props: ExportProps) {
  const { selection } = props.page;
  return (
    selection && (
      <BulkBar selection={selection}>
        <ExportChosen {...props} />
      </BulkBar>
    )
  );
}

/** Exports the chosen rows. If none are chosen, exports all rows that match. */
export function useExport(path: string, list: { params: Record<string, string> }) {
  const { t, i18n } = useLingui();
  const change = useChange({
    run: (params: Record<string, string>) => saveFile(path, params),
    success: () => t`The export is in your downloads.`,
    onError: (error) => {
      const minutes = minutesToWait(error);
      if (minutes === null) return false;
      notifyError(
        t`${plural(minutes, { one: 'Too many exports in a short time. Try again in # minute.', other: 'Too many exports in a short time. Try again in # minutes.' })}`,
      );
      return true;
    },
  });
  return {
    isPending: change.isPending,
    run: (rows?: SelectedRows) => {
      const most = formatCount(LIMITS.selectedRows, i18n.locale);
      const named = rows && (rows.kind === 'some' ? rows.ids : rows.except);
      if (named && named.size > LIMITS.selectedRows) {
        notifyError(t`Choose at most ${most} rows one by one, or all that match.`);
        return;
      }
      void change.start(rows ? selectionParams(rows, list.params) : list.params);
    },
  };
}

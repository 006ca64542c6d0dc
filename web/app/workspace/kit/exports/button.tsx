import { LIMITS } from '@entrada/contract/constants';
import type { ExportName } from '@entrada/contract/sales/exports';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatCount } from '../../../platform/i18n/format.ts';
import { useEvent } from '../data/event.ts';
import { useMayEdit } from '../data/use-may-edit.ts';
import { modals } from '../dialogs/modals.ts';
import { notifyError } from '../frame/notify.tsx';
import { latePart } from '../late/part.tsx';
import type { ListPageState } from '../list/use-list-page.ts';
import { BulkAction, BulkBar } from '../selection/bulk-bar.tsx';
import { selectionParams } from '../selection/selected-rows.ts';
import type { ExportChoice } from './form.tsx';

type ExportProps = {
  /** What can be exported of this list. The first is proposed. */
  what: readonly ExportName[];
  page: ListPageState;
};

/** Loads when something is exported first. */
const ExportForm = latePart<ExportChoice & { close: () => void }>(
  () => import('./form.tsx').then((part) => part.ExportForm),
  { Place: () => null },
);

function askExport(choice: ExportChoice): void {
  const id = modals.open({
    title: <Trans>Export</Trans>,
    children: <ExportForm {...choice} close={() => modals.close(id)} />,
  });
}

/** Asks what to export of a list, and in which format: what its search and filters find, or everything. */
export function ExportButton({ what, page: { list } }: ExportProps) {
  const { id } = useEvent();
  const mayRepeat = useMayEdit('events.write');
  const { params, view, isFiltered, meta } = list;
  const found = new Set([
    'query',
    ...view.filters.map(({ field, operator }) => `filter_fields[${field}][${operator}]`),
  ]);
  const all = Object.fromEntries(Object.entries(params).filter(([name]) => !found.has(name)));
  const ask = () =>
    askExport({ eventId: id, what, params, all: isFiltered ? all : null, count: meta?.total, mayRepeat });
  return (
    <Button
      leftSection={<IconDownload size={18} stroke={1.75} />}
      onPointerEnter={ExportForm.ahead}
      onFocus={ExportForm.ahead}
      onClick={ask}
    >
      <Trans>Export</Trans>
    </Button>
  );
}

/** Asks the same about the chosen rows. */
export function ExportChosen({ what, page: { list, selection } }: ExportProps) {
  const { t, i18n } = useLingui();
  const { id } = useEvent();
  if (!selection) return null;
  const { rows, count } = selection;
  const ask = () => {
    const named = rows.kind === 'some' ? rows.ids : rows.except;
    const most = formatCount(LIMITS.selectedRows, i18n.locale);
    if (named.size > LIMITS.selectedRows)
      notifyError(t`Choose at most ${most} rows one by one, or all that match.`);
    else {
      const params = selectionParams(rows, list.params);
      askExport({ eventId: id, what, params, all: null, count, mayRepeat: false });
    }
  };
  return (
    <BulkAction icon={IconDownload} onClick={ask}>
      <Trans>Export</Trans>
    </BulkAction>
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

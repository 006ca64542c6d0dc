import { getMe } from '@entrada/contract/accounts/accounts';
import { type AccountTaxOrFee, taxOrFeeListRules } from '@entrada/contract/catalog/taxes-and-fees';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { data, type LoaderFunctionArgs } from 'react-router';
import { apiContext } from '../../platform/context.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { keys } from '../kit/data/keys.ts';
import { useChange } from '../kit/data/use-change.ts';
import { useNarrow } from '../kit/display/use-narrow.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ListBody } from '../kit/list/body.tsx';
import { Pages } from '../kit/list/pages.tsx';
import { useReturnToRow } from '../kit/list/row-link.tsx';
import { RowTools } from '../kit/list/row-tools.tsx';
import { type FilterField, type SortOption, Toolbar } from '../kit/list/toolbar.tsx';
import { type ColumnChoice, useColumns } from '../kit/list/use-columns.ts';
import { useList } from '../kit/list/use-list.ts';
import { useSelection } from '../kit/selection/use-selection.ts';
import { loadTaxesAndFees, removeTaxOrFee, touchedByTaxesAndFees } from '../kit/taxes-and-fees/queries.ts';
import { ChosenTaxesAndFees } from './chosen.tsx';
import { TaxOrFeeDrawer } from './drawer.tsx';
import { TaxOrFeeRow } from './row.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  const { data: me } = await context.get(apiContext)(getMe, {});
  if (!me.permissions.includes('taxes.manage')) throw data({ code: 'FORBIDDEN' }, { status: 403 });
  return null;
}

export default function TaxesAndFeesPage() {
  const { t } = useLingui();
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const choices = useTaxOrFeeChoices();
  const list = useList({
    rules: taxOrFeeListRules,
    queryKey: keys.taxOrFeeList,
    load: loadTaxesAndFees,
  });
  const columns = useColumns('taxes-and-fees', useTaxOrFeeColumns());
  const isNarrow = useNarrow();
  const has = (key: string) => isNarrow || columns.has(key);
  const selection = useSelection(list, (taxOrFee) => taxOrFee.id);
  const remove = useChange({
    run: (taxOrFee: AccountTaxOrFee) => removeTaxOrFee(taxOrFee.id),
    invalidates: () => touchedByTaxesAndFees,
    success: (_, taxOrFee) => t`${taxOrFee.name} is deleted.`,
    onDone: (_, taxOrFee) => selection.rows.kind === 'some' && selection.set(taxOrFee.id, false, false),
  });
  const askDelete = (taxOrFee: AccountTaxOrFee) =>
    askFirst({
      title: taxOrFee.type === 'tax' ? t`Delete this tax?` : t`Delete this fee?`,
      text: whatDeletingEnds(taxOrFee),
      keep: taxOrFee.type === 'tax' ? t`Keep tax` : t`Keep fee`,
      confirm: taxOrFee.type === 'tax' ? t`Delete tax` : t`Delete fee`,
      run: () => remove.start(taxOrFee),
    });
  const newTaxOrFee = (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New tax or fee</Trans>
    </Button>
  );
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  return (
    <>
      <PageHeader
        title={<Trans>Taxes and fees</Trans>}
        tab={[t`Taxes and fees`]}
        count={hasNone ? undefined : list.meta?.total}
        actions={!list.result.isPending && !hasNone && newTaxOrFee}
      />
      {!hasNone && (
        <Toolbar
          list={list}
          searchLabel={t`Search taxes and fees`}
          tools={<RowTools columns={columns} selection={list.rows.length > 0 && selection} />}
          {...choices}
        />
      )}
      <ListBody
        list={list}
        noMatch={<Trans>No taxes or fees match.</Trans>}
        empty={
          <EmptyState title={<Trans>Add a tax or a fee</Trans>} action={newTaxOrFee}>
            <Trans>
              Attach it to tickets, and Entrada works out what each buyer pays. Buyers see every tax and fee
              before they pay.
            </Trans>
          </EmptyState>
        }
      >
        <ul>
          {list.rows.map((taxOrFee) => (
            <TaxOrFeeRow
              key={taxOrFee.id}
              taxOrFee={taxOrFee}
              has={has}
              selection={selection.isSelecting ? selection : null}
              onEdit={() => drawer.open(taxOrFee.id)}
              onDelete={() => askDelete(taxOrFee)}
            />
          ))}
        </ul>
      </ListBody>
      <Pages list={list} />
      <ChosenTaxesAndFees selection={selection} params={list.params} />
      {drawer.opened !== null && (
        <TaxOrFeeDrawer key={drawer.opened} which={drawer.opened} close={drawer.close} />
      )}
    </>
  );
}

function whatDeletingEnds({ name, tickets }: AccountTaxOrFee) {
  if (tickets === 0) return <Trans>No ticket uses {name}. Orders keep what they were made with.</Trans>;
  return (
    <Trans>
      {name} comes off{' '}
      <Plural
        value={tickets}
        one="# ticket, which costs accordingly from now on"
        other="# tickets, which cost accordingly from now on"
      />
      . Orders keep what they were made with.
    </Trans>
  );
}

function useTaxOrFeeColumns(): ColumnChoice[] {
  return [
    { key: 'name', header: <Trans>Name</Trans> },
    { key: 'amount', header: <Trans>Amount</Trans> },
    { key: 'default', header: <Trans>New tickets</Trans> },
    { key: 'tickets', header: <Trans>Tickets</Trans> },
  ];
}

function useTaxOrFeeChoices(): { filters: FilterField[]; sorts: SortOption[] } {
  const { t } = useLingui();
  return {
    filters: [
      {
        field: 'type',
        label: t`Type`,
        operator: 'in',
        options: [
          { value: 'tax', label: t`Tax` },
          { value: 'fee', label: t`Fee` },
        ],
      },
      {
        field: 'is_default',
        label: t`New tickets`,
        operator: 'eq',
        options: [
          { value: 'true', label: t`Added to new tickets` },
          { value: 'false', label: t`Not added` },
        ],
      },
    ],
    sorts: [
      { by: 'created_at', direction: 'asc', label: t`Oldest first` },
      { by: 'name', direction: 'asc', label: t`Name A–Z` },
    ],
  };
}

export function ErrorBoundary() {
  return <PageError />;
}

import { type Organizer, organizerListRules } from '@entrada/contract/catalog/organizers';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useNarrow } from '../kit/display/use-narrow.ts';
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
import { loadOrganizers } from './api.ts';
import { NewOrganizerDrawer } from './new-drawer.tsx';
import styles from './organizers.module.css';
import { OrganizerRow } from './row.tsx';

/** The public brands of the account. */
export default function OrganizersPage() {
  const { t } = useLingui();
  const { organizers, may } = useSession();
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const choices = useOrganizerChoices(organizers);
  const columns = useColumns('organizers', useOrganizerColumns());
  const isNarrow = useNarrow();
  const has = (key: string) => isNarrow || columns.has(key);
  const list = useList({
    rules: organizerListRules,
    queryKey: keys.organizerList,
    load: loadOrganizers,
  });
  const mayWrite = may('organizers.write');
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  const newOrganizer = mayWrite && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New organizer</Trans>
    </Button>
  );
  return (
    <div className={styles.list}>
      <PageHeader
        title={<Trans>Organizers</Trans>}
        tab={[t`Organizers`]}
        count={hasNone ? undefined : list.meta?.total}
        actions={!hasNone && newOrganizer}
      />
      {!hasNone && (
        <Toolbar
          list={list}
          searchLabel={t`Search organizers`}
          tools={<RowTools columns={columns} />}
          {...choices}
        />
      )}
      <ListBody
        list={list}
        noMatch={<Trans>No organizers match.</Trans>}
        empty={
          <EmptyState
            drawing={<GhostStub />}
            title={<Trans>Create an organizer</Trans>}
            action={newOrganizer}
          >
            <Trans>An organizer is the name your events are under, with a page of its own.</Trans>
          </EmptyState>
        }
      >
        <ul className={styles.rows}>
          {list.rows.map((organizer) => (
            <OrganizerRow key={organizer.id} organizer={organizer} has={has} mayWrite={mayWrite} />
          ))}
        </ul>
      </ListBody>
      <Pages list={list} />
      {mayWrite && drawer.opened === 'new' && <NewOrganizerDrawer close={drawer.close} />}
    </div>
  );
}

function useOrganizerColumns(): ColumnChoice[] {
  return [
    { key: 'organizer', header: <Trans>Organizer</Trans> },
    { key: 'email', header: <Trans>Email</Trans> },
    { key: 'currency', header: <Trans>Currency</Trans> },
  ];
}

/** The orders, and the currencies to filter by where there are several. */
function useOrganizerChoices(organizers: readonly Organizer[]): {
  filters: FilterField[];
  sorts: SortOption[];
} {
  const { t } = useLingui();
  const currencies = [...new Set(organizers.map(({ currency }) => currency))].toSorted();
  const byCurrency: FilterField = {
    field: 'currency',
    label: t`Currency`,
    operator: 'in',
    options: currencies.map((currency) => ({ value: currency, label: currency })),
  };
  return {
    filters: currencies.length > 1 ? [byCurrency] : [],
    sorts: [
      { by: 'name', direction: 'asc', label: t`Name A–Z` },
      { by: 'created_at', direction: 'desc', label: t`Newest first` },
      { by: 'created_at', direction: 'asc', label: t`Oldest first` },
    ],
  };
}

export function ErrorBoundary() {
  return <PageError />;
}

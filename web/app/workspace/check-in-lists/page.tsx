import { type CheckInList, checkInListRules } from '@entrada/contract/door/check-in-lists';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
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
import { Toolbar } from '../kit/list/toolbar.tsx';
import { useColumns } from '../kit/list/use-columns.ts';
import { useList } from '../kit/list/use-list.ts';
import { useSelection } from '../kit/selection/use-selection.ts';
import { loadLists, removeList, touchedByLists } from './api.ts';
import { ChosenLists } from './chosen.tsx';
import { ListDrawer } from './drawer.tsx';
import { ListRow } from './row.tsx';

export default function CheckInPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayManage = useSession().may('check-in.manage');
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const { hasTicket } = event.checklist;
  const list = useList({
    rules: checkInListRules,
    queryKey: (params) => keys.checkInListList(event.id, params),
    load: (params, signal) => loadLists(event.id, params, signal),
  });
  const rows = useSelection(list, (one) => one.id);
  const selection = mayManage ? rows : null;
  const isNarrow = useNarrow();
  const columns = useColumns('check-in-lists', [
    { key: 'name', header: <Trans>Name</Trans> },
    { key: 'state', header: <Trans>Status</Trans> },
    { key: 'checkedIn', header: <Trans>Checked in</Trans> },
  ]);
  const remove = useChange({
    run: (one: CheckInList) => removeList(event.id, one.id),
    invalidates: () => touchedByLists(event.id),
    success: (_, one) => t`${one.name} is deleted.`,
  });
  const askDelete = (one: CheckInList) =>
    askFirst({
      title: t`Delete this list?`,
      text: whatDeletingEnds(one),
      keep: t`Keep list`,
      confirm: t`Delete list`,
      run: () => remove.start(one),
    });
  const newList = mayManage && hasTicket && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New list</Trans>
    </Button>
  );
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  const edited = list.rows.find((one) => String(one.id) === drawer.opened) ?? null;
  const isOpen = mayManage && hasTicket && (drawer.opened === 'new' || edited !== null);
  return (
    <>
      <PageHeader
        title={<Trans>Check-in</Trans>}
        tab={[t`Check-in`, event.title]}
        count={hasNone ? undefined : list.meta?.total}
        actions={!list.result.isPending && !hasNone && newList}
      />
      {!hasNone && (
        <Toolbar
          list={list}
          searchLabel={t`Search lists`}
          filters={[
            {
              field: 'state',
              label: t`Status`,
              operator: 'in',
              options: [
                { value: 'active', label: t`Active` },
                { value: 'not_active', label: t`Not active yet` },
                { value: 'expired', label: t`Expired` },
              ],
            },
          ]}
          sorts={[
            { by: 'created_at', direction: 'desc', label: t`Newest first` },
            { by: 'name', direction: 'asc', label: t`Name A–Z` },
          ]}
          tools={list.rows.length > 0 && <RowTools columns={columns} selection={selection ?? false} />}
        />
      )}
      <ListBody
        list={list}
        skeleton={<Skeleton height={76} />}
        noMatch={<Trans>No lists match.</Trans>}
        empty={
          hasTicket ? (
            <EmptyState
              drawing={<GhostStub />}
              title={<Trans>Create a check-in list</Trans>}
              action={newList}
            >
              <Trans>
                Staff open its link on their phones and scan tickets against it, without an account.
              </Trans>
            </EmptyState>
          ) : (
            <EmptyState
              drawing={<GhostStub />}
              title={<Trans>Add a ticket first</Trans>}
              action={
                <Button
                  variant="primary"
                  component={Link}
                  to={`${eventPath(event.id, 'tickets')}?drawer=new`}
                >
                  <Trans>New ticket</Trans>
                </Button>
              }
            >
              <Trans>A check-in list says which tickets open a door, so the event needs one.</Trans>
            </EmptyState>
          )
        }
      >
        <ul>
          {list.rows.map((one) => (
            <ListRow
              key={one.id}
              list={one}
              timezone={event.timezone}
              selection={selection}
              has={(column) => isNarrow || columns.has(column)}
              mayManage={mayManage}
              onEdit={() => drawer.open(one.id)}
              onDelete={() => askDelete(one)}
            />
          ))}
        </ul>
      </ListBody>
      <Pages list={list} />
      {selection && <ChosenLists selection={selection} list={list} />}
      {isOpen && <ListDrawer key={drawer.opened} list={edited} close={drawer.close} />}
    </>
  );
}

function whatDeletingEnds({ name, checkedIn }: CheckInList) {
  if (checkedIn === 0) {
    return <Trans>The link of {name} stops working at once. Tickets stay valid.</Trans>;
  }
  return (
    <Trans>
      The link of {name} stops working at once, and{' '}
      <Plural value={checkedIn} one="its # check-in is lost" other="its # check-ins are lost" />. Tickets stay
      valid.
    </Trans>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}

import {
  type CapacityAssignment,
  capacityAssignmentRules,
} from '@entrada/contract/catalog/capacity-assignments';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../platform/api/error.ts';
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
import { notifyUndo } from '../kit/frame/notify.tsx';
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
import { bodyOf, loadCapacities, removeCapacity, saveCapacity, touchedByCapacities } from './api.ts';
import styles from './capacity-assignments.module.css';
import { ChosenAssignments } from './chosen.tsx';
import { CapacityDrawer } from './drawer.tsx';
import { CapacityRow } from './row.tsx';

type Toggle = { one: CapacityAssignment; isUndo: boolean };

export default function CapacityAssignmentsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayEdit = useSession().may('tickets.write') && event.status !== 'archived';
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const { hasTicket } = event.checklist;
  const list = useList({
    rules: capacityAssignmentRules,
    queryKey: (params) => keys.capacityList(event.id, params),
    load: (params, signal) => loadCapacities(event.id, params, signal),
  });
  const rows = useSelection(list, (one) => one.id);
  const selection = mayEdit ? rows : null;
  const isNarrow = useNarrow();
  const columns = useColumns('capacity-assignments', [
    { key: 'name', header: <Trans>Name</Trans> },
    { key: 'state', header: <Trans>Status</Trans> },
    { key: 'used', header: <Trans>Used</Trans> },
  ]);
  const [switched, setSwitched] = useState<number | null>(null);
  const toggle = useChange({
    run: ({ one }: Toggle) => saveCapacity(event.id, bodyOf({ ...one, active: !one.active }), one),
    invalidates: () => touchedByCapacities(event.id),
    onDone: (saved, { isUndo }) => {
      const { id, name, active } = saved;
      notifyUndo({
        id: `capacity-${id}`,
        message: active ? t`${name} limits sales again.` : t`${name} no longer limits sales.`,
        undo: isUndo ? null : () => void toggle.start({ one: saved, isUndo: true }),
      });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION') void list.result.refetch();
      return false;
    },
  });
  const remove = useChange({
    run: (one: CapacityAssignment) => removeCapacity(event.id, one.id),
    invalidates: () => touchedByCapacities(event.id),
    success: (_, one) => t`${one.name} is deleted.`,
  });
  const askDelete = (one: CapacityAssignment) => {
    const { name } = one;
    askFirst({
      title: t`Delete this assignment?`,
      text: one.active ? (
        <Trans>
          {name} no longer limits sales: its tickets sell by their own quantities at once. What was sold stays
          valid.
        </Trans>
      ) : (
        <Trans>{name} is switched off, so nothing changes for its tickets.</Trans>
      ),
      keep: t`Keep assignment`,
      confirm: t`Delete assignment`,
      run: () => remove.start(one),
    });
  };
  const isReady = mayEdit && hasTicket;
  const newOne = isReady && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New assignment</Trans>
    </Button>
  );
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  return (
    <>
      <PageHeader
        title={<Trans>Capacity</Trans>}
        tab={[t`Capacity`, event.title]}
        count={hasNone ? undefined : list.meta?.total}
        actions={!list.result.isPending && !hasNone && newOne}
      />
      {!hasNone && (
        <Toolbar
          list={list}
          searchLabel={t`Search assignments`}
          filters={[
            {
              field: 'state',
              label: t`Status`,
              operator: 'in',
              options: [
                { value: 'active', label: t`Active` },
                { value: 'full', label: t`Full` },
                { value: 'over_capacity', label: t`Over capacity` },
                { value: 'off', label: t`Switched off` },
              ],
            },
          ]}
          sorts={[
            { by: 'created_at', direction: 'asc', label: t`Oldest first` },
            { by: 'created_at', direction: 'desc', label: t`Newest first` },
            { by: 'name', direction: 'asc', label: t`Name A–Z` },
          ]}
          tools={list.rows.length > 0 && <RowTools columns={columns} selection={selection ?? false} />}
        />
      )}
      <ListBody
        list={list}
        skeleton={<Skeleton height={76} />}
        noMatch={<Trans>No assignments match.</Trans>}
        empty={<Empty hasTicket={hasTicket} eventId={event.id} action={newOne} />}
      >
        <ul className={styles.list}>
          {list.rows.map((one) => (
            <CapacityRow
              key={one.id}
              assignment={one}
              selection={selection}
              has={(column) => isNarrow || columns.has(column)}
              mayEdit={mayEdit}
              isPending={toggle.isPending && switched === one.id}
              onSwitch={() => {
                setSwitched(one.id);
                void toggle.start({ one, isUndo: false });
              }}
              onEdit={() => drawer.open(one.id)}
              onDelete={() => askDelete(one)}
            />
          ))}
        </ul>
      </ListBody>
      <Pages list={list} />
      {selection && <ChosenAssignments selection={selection} params={list.params} />}
      {isReady && drawer.opened !== null && (
        <CapacityDrawer key={drawer.opened} which={drawer.opened} close={drawer.close} />
      )}
    </>
  );
}

function Empty({
  hasTicket,
  eventId,
  action,
}: {
  hasTicket: boolean;
  eventId: number;
  action: React.ReactNode;
}) {
  if (hasTicket) {
    return (
      <EmptyState drawing={<GhostStub />} title={<Trans>Let tickets share places</Trans>} action={action}>
        <Trans>A room with 200 places and three tickets for it: together they never sell more.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing={<GhostStub />}
      title={<Trans>Add a ticket first</Trans>}
      action={
        <Button variant="primary" component={Link} to={`${eventPath(eventId, 'tickets')}?drawer=new`}>
          <Trans>New ticket</Trans>
        </Button>
      }
    >
      <Trans>A capacity assignment says which tickets share places, so the event needs one.</Trans>
    </EmptyState>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}

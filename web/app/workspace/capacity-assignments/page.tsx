import type { CapacityAssignment } from '@entrada/contract/catalog/capacity-assignments';
import type { EventDetail } from '@entrada/contract/catalog/events';
import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { TicketFirst } from '../kit/event-actions/share.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { useDeleteRow, useSwitchRow } from '../kit/list/use-row-actions.ts';
import { onNewPath, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import { bodyOf, removeCapacity, saveCapacity, touchedByCapacities } from './api.ts';
import { ChosenAssignments } from './chosen.tsx';
import { capacitySource, reads } from './reads.ts';
import { CapacityRow } from './row.tsx';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

const CapacityDrawer = lateDrawer(async () => (await import('./drawer.tsx')).CapacityDrawer);

export default function CapacityAssignmentsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayEdit = useMayEdit('tickets.write');
  const { hasTicket } = event.checklist;
  const page = useListPage({
    id: 'capacity-assignments',
    ...capacitySource(event.id),
    mayChoose: mayEdit,
  });
  const { list, drawer, choosing } = page;
  const toggle = useSwitchRow({
    page,
    run: (one: CapacityAssignment) => saveCapacity(event.id, bodyOf({ ...one, active: !one.active }), one),
    invalidates: touchedByCapacities(event.id),
    says: ({ name, active }) =>
      active ? t`${name} limits sales again.` : t`${name} no longer limits sales.`,
  });
  const askDelete = useDeleteRow({
    page,
    run: (one: CapacityAssignment) => removeCapacity(event.id, one.id),
    invalidates: touchedByCapacities(event.id),
    ask: (one) => ({
      title: t`Delete this assignment?`,
      text: whatDeletingEnds(one, event),
      keep: t`Keep assignment`,
      confirm: t`Delete assignment`,
    }),
    says: (one) => t`${one.name} is deleted.`,
  });
  return (
    <ListPage
      page={page}
      title={t`Capacity`}
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
      add={mayEdit && hasTicket && { label: t`New assignment` }}
      noMatch={<Trans>No assignments match.</Trans>}
      skeleton={<Skeleton height={76} />}
      empty={
        hasTicket
          ? {
              title: <Trans>Let tickets share places</Trans>,
              text: (
                <Trans>A room with 200 places and three tickets for it: together they never sell more.</Trans>
              ),
            }
          : {
              title: <Trans>Add a ticket first</Trans>,
              text: (
                <Trans>A capacity assignment says which tickets share places, so the event needs one.</Trans>
              ),
              action: <TicketFirst />,
            }
      }
      columns={[
        { key: 'name', header: <Trans>Name</Trans> },
        { key: 'state', header: <Trans>Status</Trans> },
        { key: 'used', header: <Trans>Used</Trans> },
      ]}
      rows={(has) => (
        <ul>
          {list.rows.map((one) => (
            <CapacityRow
              key={one.id}
              assignment={one}
              selection={choosing}
              has={has}
              mayEdit={mayEdit}
              isPending={toggle.isPending(one)}
              onSwitch={() => toggle.start(one)}
              onEdit={() => drawer.open(one.id)}
              onDelete={() => askDelete(one)}
            />
          ))}
        </ul>
      )}
      bulk={<ChosenAssignments page={page} />}
      ahead={CapacityDrawer.ahead}
      drawer={mayEdit && hasTicket && ((opened) => <CapacityDrawer {...opened} />)}
    />
  );
}

/** What deleting an assignment changes for its tickets. */
export function whatDeletingEnds(
  { name, active }: Pick<CapacityAssignment, 'name' | 'active'>,
  { calledOffAt }: Pick<EventDetail, 'calledOffAt'>,
) {
  if (calledOffAt) return <Trans>The event is called off, so nothing changes for its tickets.</Trans>;
  if (!active) return <Trans>{name} is switched off, so nothing changes for its tickets.</Trans>;
  return (
    <Trans>
      {name} no longer limits sales: its tickets sell by their own quantities at once. What was sold stays
      valid.
    </Trans>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}

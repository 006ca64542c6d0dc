import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { JobBar } from '../../kit/bulk/bar.tsx';
import { LateBulkJobs } from '../../kit/bulk/late-jobs.tsx';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useTicketNames } from '../../kit/data/ticket-names.ts';
import { useMayEdit } from '../../kit/data/use-may-edit.ts';
import { TicketFirst } from '../../kit/event-actions/share.tsx';
import type { FilterField } from '../../kit/filters/fields.ts';
import { PageError } from '../../kit/frame/page-error.tsx';
import { lateDrawer } from '../../kit/late/drawer.tsx';
import { latePart } from '../../kit/late/part.tsx';
import { ListPage } from '../../kit/list/page.tsx';
import { useListPage } from '../../kit/list/use-list-page.ts';
import { useNeighbours } from '../../kit/list/use-neighbours.ts';
import { NewOrders } from '../../kit/live/new-orders.tsx';
import { onNewPath, readInBrowser, readOnServer } from '../../kit/reading/reads.ts';
import { useHolderForm } from '../holder/forms.ts';
import { GuestFigures } from './counts.tsx';
import styles from './guest-list.module.css';
import { guestSource, reads } from './reads.ts';
import { useStateWords } from './state.tsx';
import { useGuestTable } from './table.tsx';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

/** A page that shows data has no form, so this one loads after the rows. */
const AddRow = latePart<object>(async () => (await import('./add-row.tsx')).AddRow, {
  Place: () => <div className={styles.addPlace} />,
});
const HolderDrawer = lateDrawer(async () => (await import('../holder/drawer.tsx')).HolderDrawer);
/** Mails go out within seconds, and no change of a row tells of it. */
const LOOK_AGAIN_MS = 3_000;

export default function GuestListPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayAdd = useMayEdit('orders.write') && event.checklist.hasTicket;
  const page = useListPage({ id: 'guests', ...guestSource(event.id) });
  // The drawer shows a ticket, while a row is an order.
  const people = page.list.rows.map((row) => ({ ...row, id: row.attendeeId }));
  const neighbours = useNeighbours({ ...page, list: { ...page.list, rows: people } });
  const { form, setForm, begin } = useHolderForm(page.drawer.open);
  useMailsUnderWay(page.list.rows.some(({ state }) => state === 'sending'));
  const importFile = mayAdd && <ImportButton eventId={event.id} />;
  return (
    <ListPage
      page={page}
      title={t`Guest list`}
      searchLabel={t`Name, email or note`}
      filters={useFilters()}
      above={mayAdd && <AddRow />}
      figures={<GuestFigures />}
      summary={<LateBulkJobs noun="orders" />}
      sorts={[
        { by: 'created_at', direction: 'desc', label: t`Newest first` },
        { by: 'created_at', direction: 'asc', label: t`Oldest first` },
        { by: 'last_name', direction: 'asc', label: t`Last name A–Z` },
      ]}
      actions={importFile}
      noMatch={<Trans>No guests match.</Trans>}
      empty={
        event.checklist.hasTicket
          ? {
              title: <Trans>Nobody is on the list yet</Trans>,
              text: mayAdd ? (
                <Trans>Type a name above and press Enter, or import a file. Each guest gets a ticket.</Trans>
              ) : (
                <Trans>Whoever the team adds by hand or from a file shows here.</Trans>
              ),
              action: importFile,
            }
          : {
              title: <Trans>Add a ticket first</Trans>,
              text: (
                <Trans>Whoever is added gets a ticket, so the event needs one that lets people in.</Trans>
              ),
              action: <TicketFirst />,
            }
      }
      table={useGuestTable({ open: page.drawer.open, begin })}
      below={<NewOrders eventId={event.id} />}
      bulk={
        <JobBar noun="guests" page={page}>
          {null}
        </JobBar>
      }
      ahead={() => HolderDrawer.ahead()}
      drawer={(opened) => <HolderDrawer {...opened} neighbours={neighbours} form={form} setForm={setForm} />}
    />
  );
}

function ImportButton({ eventId }: { eventId: number }) {
  return (
    <Button
      component={Link}
      to={eventPath(eventId, 'guests/import')}
      leftSection={<IconFileImport size={18} stroke={1.75} />}
    >
      <Trans>Import a file</Trans>
    </Button>
  );
}

/** Reads the list again while mails of its rows are being sent. */
function useMailsUnderWay(isOn: boolean): void {
  const { id } = useEvent();
  const client = useQueryClient();
  useEffect(() => {
    if (!isOn) return;
    const look = () => void client.invalidateQueries({ queryKey: keys.guestLists(id) });
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOn, id, client]);
}

function useFilters(): FilterField[] {
  const { t } = useLingui();
  const { id: eventId, timezone } = useEvent();
  const tickets = useTicketNames(eventId);
  return [
    {
      field: 'state',
      label: t`Status`,
      operator: 'in',
      canExclude: true,
      options: useStateWords().map(({ state, words }) => ({ value: state, label: words })),
    },
    {
      field: 'ticket_id',
      label: t`Ticket`,
      operator: 'in',
      canExclude: true,
      options: tickets
        .filter(({ admits }) => admits)
        .map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'days', field: 'created_at', label: t`Added`, timezone },
  ];
}

export function ErrorBoundary() {
  return <PageError />;
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { Link } from 'react-router';
import { JobBar } from '../kit/bulk/bar.tsx';
import { LateBulkJobs } from '../kit/bulk/late-jobs.tsx';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { ShareEvent, TicketFirst } from '../kit/event-actions/share.tsx';
import { ExportButton, ExportChosen } from '../kit/exports/button.tsx';
import { useAttendeeFilters } from '../kit/filters/attendee-fields.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { useNeighbours } from '../kit/list/use-neighbours.ts';
import { NewOrders } from '../kit/live/new-orders.tsx';
import { onNewPath } from '../kit/reading/reads.ts';
import { readViewedInBrowser, readViewedOnServer } from '../kit/views/reads.ts';
import { useHolderForm } from './holder/forms.ts';
import { attendeeSource } from './reads.ts';
import { useAttendeeTable } from './table.tsx';

export const loader = readViewedOnServer(attendeeSource);
export const clientLoader = readViewedInBrowser(attendeeSource);
export const shouldRevalidate = onNewPath;

const EXPORTS = ['attendees', 'answers', 'check-ins'] as const;
const HolderDrawer = lateDrawer(async () => (await import('./holder/drawer.tsx')).HolderDrawer);
const GuestDrawer = lateDrawer(async () => (await import('./guests/drawer.tsx')).GuestDrawer);

export default function AttendeesPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayAdd = useMayEdit('orders.write');
  const { hasTicket } = event.checklist;
  const page = useListPage({
    id: 'attendees',
    ...attendeeSource(event.id),
  });
  const neighbours = useNeighbours(page);
  const { form, setForm, begin } = useHolderForm(page.drawer.open);
  return (
    <ListPage
      page={page}
      title={t`Attendees`}
      searchLabel={t`Name, email or ticket number`}
      filters={useAttendeeFilters()}
      summary={<LateBulkJobs noun="attendees" />}
      sorts={[
        { by: 'created_at', direction: 'desc', label: t`Newest first` },
        { by: 'created_at', direction: 'asc', label: t`Oldest first` },
        { by: 'last_name', direction: 'asc', label: t`Last name A–Z` },
        { by: 'first_name', direction: 'asc', label: t`First name A–Z` },
      ]}
      actions={
        <>
          <GuestListLink />
          <ExportButton what={EXPORTS} page={page} />
        </>
      }
      noMatch={<Trans>No attendees match.</Trans>}
      add={mayAdd && hasTicket && { label: t`Add attendees` }}
      empty={
        hasTicket
          ? {
              title: <Trans>No attendees yet</Trans>,
              text: <Trans>Everyone with a ticket shows here, and whether they have come in.</Trans>,
              more: (
                <>
                  <GuestListLink /> <ShareEvent event={event} variant={mayAdd ? 'default' : 'primary'} />
                </>
              ),
            }
          : {
              title: <Trans>Add a ticket first</Trans>,
              text: <Trans>Everyone with a ticket shows here, so the event needs one.</Trans>,
              action: <TicketFirst />,
            }
      }
      table={useAttendeeTable({ open: page.drawer.open, begin })}
      below={<NewOrders eventId={event.id} />}
      bulk={
        <JobBar noun="attendees" page={page}>
          <ExportChosen what={EXPORTS} page={page} />
        </JobBar>
      }
      ahead={(opens) => (opens === 'new' ? GuestDrawer : HolderDrawer).ahead()}
      drawer={(opened) =>
        opened.which === 'new' ? (
          mayAdd && <GuestDrawer close={opened.close} />
        ) : (
          <HolderDrawer {...opened} neighbours={neighbours} form={form} setForm={setForm} />
        )
      }
    />
  );
}

/** People whom the team adds have a list of their own. */
function GuestListLink() {
  const { id } = useEvent();
  return (
    <Button
      component={Link}
      to={eventPath(id, 'guests')}
      leftSection={<IconAddressBook size={18} stroke={1.75} />}
    >
      <Trans>Guest list</Trans>
    </Button>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}

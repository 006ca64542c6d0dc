import { attendeesCsvPath } from '@entrada/contract/sales/csv-paths';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEvent } from '../kit/data/event.ts';
import { useTicketNames } from '../kit/data/ticket-names.ts';
import { ShareEvent } from '../kit/event-actions/share.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ExportBar, ExportButton } from '../kit/list/export.tsx';
import { ListPage } from '../kit/list/page.tsx';
import type { FilterField } from '../kit/list/toolbar.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { onNewPath, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import { attendeeSource, reads } from './reads.ts';
import { useAttendeeTable } from './table.tsx';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

export default function AttendeesPage() {
  const { t } = useLingui();
  const event = useEvent();
  const page = useListPage({
    id: 'attendees',
    ...attendeeSource(event.id),
  });
  const csv = { path: attendeesCsvPath(event.id), page };
  return (
    <ListPage
      page={page}
      title={t`Attendees`}
      searchLabel={t`Name, email or ticket number`}
      filters={useFilters(event.id)}
      sorts={[
        { by: 'created_at', direction: 'desc', label: t`Newest first` },
        { by: 'created_at', direction: 'asc', label: t`Oldest first` },
        { by: 'last_name', direction: 'asc', label: t`Last name A–Z` },
        { by: 'first_name', direction: 'asc', label: t`First name A–Z` },
      ]}
      actions={page.list.rows.length > 0 && <ExportButton {...csv} />}
      noMatch={<Trans>No attendees match.</Trans>}
      empty={{
        title: <Trans>No attendees yet</Trans>,
        text: <Trans>Everyone with a ticket shows here, and whether they have come in.</Trans>,
        action: <ShareEvent event={event} />,
      }}
      table={useAttendeeTable()}
      bulk={<ExportBar {...csv} />}
    />
  );
}

function useFilters(eventId: number): FilterField[] {
  const { t } = useLingui();
  const tickets = useTicketNames(eventId);
  return [
    {
      field: 'status',
      label: t`Status`,
      operator: 'in',
      options: [
        { value: 'active', label: t({ message: 'Active', context: 'attendee' }) },
        { value: 'cancelled', label: t`Cancelled` },
        { value: 'awaiting_payment', label: t`Awaiting payment` },
      ],
    },
    {
      field: 'checked_in',
      label: t`Door`,
      operator: 'eq',
      options: [
        { value: 'true', label: t`Checked in` },
        { value: 'false', label: t`Not yet in` },
      ],
    },
    {
      field: 'ticket_id',
      label: t`Ticket`,
      operator: 'in',
      options: tickets.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  ];
}

export function ErrorBoundary() {
  return <PageError />;
}

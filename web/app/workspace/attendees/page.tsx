import {
  type AttendeeRow,
  attendeeListRules,
  attendeesCsvPath,
  listAttendees,
} from '@entrada/contract/sales/attendees';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { api } from '../../platform/api/client.ts';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { eventParams, eventPath, useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useTicketNames } from '../kit/data/ticket-names.ts';
import { AttendeeStatus } from '../kit/display/attendee-status.tsx';
import { TwoLines } from '../kit/display/two-lines.tsx';
import { ShareEvent } from '../kit/event-actions/share-event.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ListBody } from '../kit/list/body.tsx';
import type { Column } from '../kit/list/columns.ts';
import { Pages } from '../kit/list/pages.tsx';
import { ListTable } from '../kit/list/table.tsx';
import { type FilterField, type SortOption, Toolbar } from '../kit/list/toolbar.tsx';
import { useExport } from '../kit/list/use-export.ts';
import { useList } from '../kit/list/use-list.ts';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useSelection } from '../kit/selection/use-selection.ts';
import styles from './attendees.module.css';

export default function AttendeesPage() {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const list = useList({
    rules: attendeeListRules,
    queryKey: (params) => keys.attendeeList(event.id, params),
    load: (query, signal) => api(listAttendees, { ...eventParams(event.id), query }, { signal }),
  });
  const filters = useFilters(event.id);
  const selection = useSelection(list, (one) => one.id);
  const csv = useExport(attendeesCsvPath(event.id), list);
  const when = (at: string) => formatDayTime(at, { locale: i18n.locale, timezone: event.timezone });
  const columns: Column<AttendeeRow>[] = [
    {
      key: 'name',
      header: <Trans>Name</Trans>,
      sortBy: 'last_name',
      cell: (one) => <TwoLines first={`${one.firstName} ${one.lastName}`} second={one.email} />,
    },
    {
      key: 'ticket',
      header: <Trans>Ticket</Trans>,
      cell: (one) => <TwoLines first={one.ticket.name} second={one.ticket.priceLabel} />,
    },
    {
      key: 'reference',
      header: <Trans>Ticket number</Trans>,
      sortBy: 'reference',
      startsHidden: true,
      cell: (one) => <span className="num">{one.reference}</span>,
    },
    {
      key: 'order',
      header: <Trans>Order</Trans>,
      cell: (one) => (
        <Link className={styles.order} to={`${eventPath(event.id, 'orders')}?drawer=${one.order.id}`}>
          <span className="num">{one.order.reference}</span>
        </Link>
      ),
    },
    {
      key: 'status',
      header: <Trans>Status</Trans>,
      cell: (one) => <AttendeeStatus status={one.status} isIn={one.checkedInAt !== null} />,
    },
    {
      key: 'checked-in',
      header: <Trans>Checked in</Trans>,
      cell: (one) => one.checkedInAt && <span className="num">{when(one.checkedInAt)}</span>,
    },
    {
      key: 'bought',
      header: <Trans>Bought</Trans>,
      sortBy: 'created_at',
      isSecondary: true,
      cell: (one) => <span className="num">{when(one.createdAt)}</span>,
    },
  ];
  const sorts: SortOption[] = [
    { by: 'created_at', direction: 'desc', label: t`Newest first` },
    { by: 'created_at', direction: 'asc', label: t`Oldest first` },
    { by: 'last_name', direction: 'asc', label: t`Last name A–Z` },
    { by: 'first_name', direction: 'asc', label: t`First name A–Z` },
  ];
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  return (
    <>
      <PageHeader
        title={<Trans>Attendees</Trans>}
        tab={[t`Attendees`, event.title]}
        count={hasNone ? undefined : list.meta?.total}
        actions={
          list.rows.length > 0 && (
            <Button
              leftSection={<IconDownload size={18} stroke={1.75} />}
              loading={csv.isPending && selection.count === 0}
              onClick={() => csv.run()}
            >
              <Trans>Export</Trans>
            </Button>
          )
        }
      />
      {!hasNone && (
        <Toolbar list={list} searchLabel={t`Name, email or ticket number`} filters={filters} sorts={sorts} />
      )}
      <ListBody
        list={list}
        noMatch={<Trans>No attendees match.</Trans>}
        empty={
          <EmptyState
            drawing={<GhostStub />}
            title={<Trans>No attendees yet</Trans>}
            action={<ShareEvent event={event} />}
          >
            <Trans>Everyone with a ticket shows here, and whether they have come in.</Trans>
          </EmptyState>
        }
      >
        <ListTable
          label={t`Attendees`}
          list={list}
          rows={list.rows}
          rowKey={(one) => one.id}
          columns={columns}
          id="attendees"
          rowName={(one) => `${one.firstName} ${one.lastName}`}
          selection={selection}
          narrow={(one) => (
            <TwoLines
              first={`${one.firstName} ${one.lastName}`}
              second={one.email}
              third={[one.ticket.name, one.ticket.priceLabel].filter(Boolean).join(', ')}
              end={<AttendeeStatus status={one.status} isIn={one.checkedInAt !== null} />}
            />
          )}
        />
      </ListBody>
      <Pages list={list} />
      <BulkBar selection={selection}>
        <BulkAction icon={IconDownload} isPending={csv.isPending} onClick={() => csv.run(selection.rows)}>
          <Trans>Export</Trans>
        </BulkAction>
      </BulkBar>
    </>
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

import { personName } from '@entrada/contract/accounts/person-name';
import type { AttendeeRow } from '@entrada/contract/sales/attendees';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { Link } from 'react-router';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { type Cancellable, useCancellation } from '../kit/cancellations/use-cancellation.tsx';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { AttendeeStatus } from '../kit/display/attendee-status.tsx';
import { TwoLines } from '../kit/display/two-lines.tsx';
import type { TableRows } from '../kit/list/table.tsx';
import { useFreshOrders } from '../kit/live/store.ts';
import styles from './attendees.module.css';

/** The columns and rows of the list of attendees. */
export function useAttendeeTable(): TableRows<AttendeeRow> {
  const { i18n } = useLingui();
  const { id, timezone } = useEvent();
  const fresh = useFreshOrders();
  const mayCancel = useSession().may('orders.write');
  const { askCancel, askReactivate } = useCancellation(id);
  const when = (at: string) => formatDayTime(at, { locale: i18n.locale, timezone });
  const columns: TableRows<AttendeeRow>['columns'] = [
    {
      key: 'name',
      header: <Trans>Name</Trans>,
      sortBy: 'last_name',
      cell: (one) => <TwoLines first={personName(one)} second={one.email} />,
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
        <Link className={styles.order} to={`${eventPath(id, 'orders')}?drawer=${one.order.id}`}>
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
  return {
    columns,
    rowName: personName,
    isNew: (one) => fresh.has(one.order.id),
    ...(mayCancel && {
      menu: (one) => (
        <>
          <Menu.Item component={Link} to={`${eventPath(id, 'orders')}?drawer=${one.order.id}`}>
            <Trans>View order</Trans>
          </Menu.Item>
          {one.status === 'cancelled' && (
            <Menu.Item onClick={() => askReactivate(ticketOf(one))}>
              <Trans>Make valid again</Trans>
            </Menu.Item>
          )}
          {one.status === 'active' && (
            <Menu.Item color="var(--bad-text)" onClick={() => askCancel(ticketOf(one))}>
              <Trans>Cancel ticket</Trans>
            </Menu.Item>
          )}
        </>
      ),
    }),
    narrow: (one) => (
      <TwoLines
        first={personName(one)}
        second={one.email}
        third={sideBySide([one.ticket.name, one.ticket.priceLabel], i18n.locale)}
        end={<AttendeeStatus status={one.status} isIn={one.checkedInAt !== null} />}
      />
    ),
  };
}

/** The list knows neither the buyer nor the money, so the question says what is true of any ticket. */
const ticketOf = (one: AttendeeRow): Cancellable => ({
  orderId: one.order.id,
  reference: one.order.reference,
  ticket: { attendeeId: one.id, name: personName(one) },
  count: 1,
  hasMoney: true,
  email: null,
});

import { personName } from '@entrada/contract/accounts/person-name';
import type { AttendeeRow } from '@entrada/contract/sales/attendees';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { AttendeeStatus } from '../kit/display/attendee-status.tsx';
import { TwoLines } from '../kit/display/two-lines.tsx';
import { RowLink } from '../kit/list/row.tsx';
import type { TableRows } from '../kit/list/table.tsx';
import { useFreshOrders } from '../kit/live/store.ts';
import styles from './attendees.module.css';
import { type AttendeeMenu, useAttendeeMenu } from './menu.tsx';

/** The columns and rows of the list of attendees. */
export function useAttendeeTable(acts: AttendeeMenu): TableRows<AttendeeRow> {
  const { i18n } = useLingui();
  const { id, timezone } = useEvent();
  const fresh = useFreshOrders();
  const menu = useAttendeeMenu(acts);
  const when = (at: string) => formatDayTime(at, { locale: i18n.locale, timezone });
  const columns: TableRows<AttendeeRow>['columns'] = [
    {
      key: 'name',
      header: <Trans context="person">Name</Trans>,
      sortBy: 'last_name',
      cell: (one) => <TwoLines first={<Name one={one} />} second={one.email} cuts />,
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
      cell: (one) => <span className="reference">{one.reference}</span>,
    },
    {
      key: 'order',
      header: <Trans>Order</Trans>,
      cell: (one) => (
        <Link className={styles.order} to={`${eventPath(id, 'orders')}?drawer=${one.order.id}`}>
          <span className="reference">{one.order.reference}</span>
        </Link>
      ),
    },
    {
      key: 'status',
      header: <Trans>Status</Trans>,
      cell: (one) => (
        <AttendeeStatus status={one.status} isIn={one.checkedInAt !== null} awaitsName={one.awaitsName} />
      ),
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
    menu,
    narrow: (one) => (
      <TwoLines
        first={<Name one={one} />}
        second={one.email}
        cuts
        third={sideBySide([one.ticket.name, one.ticket.priceLabel], i18n.locale)}
        end={
          <AttendeeStatus status={one.status} isIn={one.checkedInAt !== null} awaitsName={one.awaitsName} />
        }
      />
    ),
  };
}

function Name({ one }: { one: AttendeeRow }) {
  return <RowLink opens={one.id}>{personName(one)}</RowLink>;
}

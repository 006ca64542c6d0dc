import { personName } from '@entrada/contract/accounts/person-name';
import type { GuestRow } from '@entrada/contract/sales/guests/list';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { useEvent } from '../../kit/data/event.ts';
import { dotted } from '../../kit/display/dotted.ts';
import { TwoLines } from '../../kit/display/two-lines.tsx';
import { RowLink } from '../../kit/list/row.tsx';
import type { TableRows } from '../../kit/list/table.tsx';
import { useFreshOrders } from '../../kit/live/store.ts';
import styles from './guest-list.module.css';
import { type GuestMenu, useGuestMenu } from './menu.tsx';
import { GuestStatus } from './state.tsx';

/** The columns and rows of the guest list. */
export function useGuestTable(acts: GuestMenu): TableRows<GuestRow> {
  const { t, i18n } = useLingui();
  const { timezone } = useEvent();
  const fresh = useFreshOrders();
  const menu = useGuestMenu(acts);
  const named = ({ companions }: GuestRow) => sideBySide(companions, i18n.locale);
  const email = (one: GuestRow) => one.email || t`No email`;
  const columns: TableRows<GuestRow>['columns'] = [
    {
      key: 'guest',
      header: <Trans>Guest</Trans>,
      sortBy: 'last_name',
      cell: (one) => <TwoLines first={<Name one={one} />} second={email(one)} cuts />,
    },
    {
      key: 'ticket',
      header: <Trans>Ticket</Trans>,
      cell: (one) => sideBySide([one.ticket.name, one.ticket.priceLabel], i18n.locale),
    },
    {
      key: 'plus',
      header: <Trans context="companions">Plus</Trans>,
      cell: (one) => (
        <>
          <span className="num">{one.plus}</span>
          {one.companions.length > 0 && <div className={styles.companions}>{named(one)}</div>}
        </>
      ),
    },
    {
      key: 'note',
      header: <Trans>Note for the door</Trans>,
      cell: (one) => <span className={styles.note}>{one.note}</span>,
    },
    {
      key: 'by',
      header: <Trans>Added by</Trans>,
      isSecondary: true,
      cell: (one) => <span className={styles.quiet}>{one.by}</span>,
    },
    {
      key: 'added',
      header: <Trans>Added</Trans>,
      sortBy: 'created_at',
      isSecondary: true,
      startsHidden: true,
      cell: (one) => (
        <span className="num">{formatDayTime(one.createdAt, { locale: i18n.locale, timezone })}</span>
      ),
    },
    {
      key: 'status',
      header: <Trans>Status</Trans>,
      cell: (one) => <GuestStatus one={one} />,
    },
  ];
  return {
    columns,
    rowName: personName,
    isNew: (one) => fresh.has(one.id),
    menu,
    narrow: (one) => (
      <TwoLines
        first={<Name one={one} />}
        second={email(one)}
        cuts
        third={dotted([
          sideBySide([one.ticket.name, one.ticket.priceLabel], i18n.locale),
          one.plus > 0 && `+${one.plus}`,
          one.note,
        ])}
        end={<GuestStatus one={one} />}
      />
    ),
  };
}

function Name({ one }: { one: GuestRow }) {
  return <RowLink opens={one.attendeeId}>{personName(one)}</RowLink>;
}

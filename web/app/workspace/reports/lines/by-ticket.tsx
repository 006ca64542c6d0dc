import type { ReportTicketLine } from '@entrada/contract/insight/reports/sales';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { dotted } from '../../kit/display/dotted.ts';
import { TwoLines } from '../../kit/display/two-lines.tsx';
import { ordersPath } from '../orders-path.ts';
import { useFigures } from '../parts/money.tsx';
import { Rows } from '../parts/rows.tsx';
import type { EventSales } from '../reads/sales.ts';
import { useLineColumns } from './columns.tsx';

/** The sales of each ticket, a line for each of its prices. */
export function ByTicket({ eventId, report }: { eventId: number; report: EventSales }) {
  const { t } = useLingui();
  const { currency, hasMoney, total, tickets } = report;
  const { money } = useFigures(currency);
  const detail = ({ type, price, priceLabel }: ReportTicketLine): string => {
    if (type === null) return '';
    if (type === 'free') return dotted([priceLabel, t`Free`]);
    if (type === 'donation') return dotted([priceLabel, t`Donation`]);
    return dotted([priceLabel, price !== null && money(price)]);
  };
  const columns = useLineColumns<ReportTicketLine>({
    currency,
    hasMoney,
    total,
    opened: ({ ticketId }, text) =>
      ticketId === null ? (
        text
      ) : (
        <Link className="link" to={ordersPath(eventId, report, { 'ticket_id][in': String(ticketId) })}>
          {text}
        </Link>
      ),
  });
  return (
    <Rows
      label={t`By ticket`}
      head={{
        header: t`Ticket`,
        cell: (row) => (
          <TwoLines
            first={row.ticketId === null ? <Trans>Beyond single tickets</Trans> : row.name}
            second={detail(row)}
          />
        ),
        total: t`Total`,
      }}
      columns={columns}
      rows={tickets}
      rowKey={({ priceId }) => priceId ?? 0}
    />
  );
}

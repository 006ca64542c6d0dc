import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { eventPath } from '../../kit/data/event.ts';
import { TwoLines } from '../../kit/display/two-lines.tsx';
import { Rows } from '../parts/rows.tsx';
import type { AccountSales } from '../reads/sales.ts';
import { useLineColumns, useOrdersColumn } from './columns.tsx';

type Sales = AccountSales['currencies'][number];
type Row = Sales['events'][number];

type ByEventProps = { sales: Sales; hasMoney: boolean; days: { from: string; to: string } };

/** The sales of each event. Each opens its own report of the same days. */
export function ByEvent({ sales, hasMoney, days }: ByEventProps) {
  const { t } = useLingui();
  const { currency, total, events, eventCount } = sales;
  const search = new URLSearchParams(days);
  const orders = useOrdersColumn<Row>(total.orders);
  const columns = useLineColumns<Row>({ currency, hasMoney, total });
  return (
    <Rows
      label={t`By event`}
      head={{
        header: t`Event`,
        cell: ({ eventId, title }) => (
          <TwoLines
            first={
              <Link className="link" to={`${eventPath(eventId, 'reports')}?${search}`}>
                {title}
              </Link>
            }
            second={null}
          />
        ),
        total: <Trans>Total</Trans>,
      }}
      columns={[orders, ...columns]}
      rows={events}
      rowKey={({ eventId }) => eventId}
      count={eventCount}
    />
  );
}

import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { dotted } from '../../kit/display/dotted.ts';
import { TwoLines } from '../../kit/display/two-lines.tsx';
import { useSourceName } from '../../kit/figures/source-name.ts';
import { ordersPath } from '../orders-path.ts';
import { some, useFigures } from '../parts/money.tsx';
import { Rows } from '../parts/rows.tsx';
import type { Sources } from '../reads/origins.ts';
import type { OriginProps } from './by-code.tsx';
import { useOrdersColumn } from './columns.tsx';

type Row = Sources['sources'][number];

/** The orders of each affiliate and of every other source. */
export function BySource({ currency, hasMoney, days, report }: OriginProps & { report: Sources }) {
  const { t } = useLingui();
  const { money, less } = useFigures(currency);
  const name = useSourceName();
  const { timezone } = days;
  const orders = useOrdersColumn<Row>(undefined, ({ affiliateId, eventId }, text) =>
    timezone && affiliateId !== null ? (
      <Link
        className="link"
        to={ordersPath(eventId, { ...days, timezone }, { 'affiliate_id][in': String(affiliateId) })}
      >
        {text}
      </Link>
    ) : (
      text
    ),
  );
  return (
    <Rows
      label={t`By affiliate and source`}
      head={{
        header: t`Source`,
        cell: (row) => (
          <TwoLines
            first={name(row)}
            second={dotted([row.medium, row.campaign, timezone === undefined && row.eventTitle])}
          />
        ),
      }}
      columns={[
        orders,
        ...(hasMoney
          ? [
              {
                key: 'discounts',
                header: t`Discounts`,
                cell: ({ discounts }: Row) => some(discounts, less),
              },
              {
                key: 'paid',
                header: t`Paid before refunds`,
                cell: ({ paid }: Row) => some(paid, money),
                isMain: true,
              },
            ]
          : []),
      ]}
      rows={report.sources}
      rowKey={({ kind, name, medium, campaign, affiliateId, eventId }) =>
        [kind, name, medium, campaign, affiliateId, eventId].join('\n')
      }
      count={report.sourceCount}
    />
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { TwoLines } from '../../kit/display/two-lines.tsx';
import { ordersPath } from '../orders-path.ts';
import { some, useFigures } from '../parts/money.tsx';
import { Rows } from '../parts/rows.tsx';
import type { Codes } from '../reads/origins.ts';
import { useOrdersColumn } from './columns.tsx';

type OfCodes = Codes['codes'][number];
/** Without a code: `code` is null. */
type Row = Omit<OfCodes, 'code'> & { code: string | null };

export type OriginProps = {
  currency: string;
  hasMoney: boolean;
  /** The days that show. Without a zone several events are meant, and each row names its own. */
  days: { from: string; to: string; timezone?: string };
};

/** The orders of each promo code, and those without one. */
export function ByCode({ currency, hasMoney, days, report }: OriginProps & { report: Codes }) {
  const { t } = useLingui();
  const { money, less } = useFigures(currency);
  const { timezone } = days;
  const orders = useOrdersColumn<Row>(undefined, ({ code, eventId }, text) =>
    timezone && code !== null ? (
      <Link className="link" to={ordersPath(eventId, { ...days, timezone }, { 'promo_code][eq': code })}>
        {text}
      </Link>
    ) : (
      text
    ),
  );
  const rest = { promoCodeId: null, code: null, eventId: 0, eventTitle: '', discounts: 0, ...report.without };
  const rows: Row[] = [...report.codes, ...(report.without.orders > 0 ? [rest] : [])];
  return (
    <Rows
      label={t`By promo code`}
      head={{
        header: t`Promo code`,
        cell: ({ code, eventTitle }) => (
          <TwoLines
            first={code ?? <Trans>Without a code</Trans>}
            second={timezone === undefined && eventTitle}
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
      rows={rows}
      rowKey={({ eventId, code, promoCodeId }) => `${eventId} ${promoCodeId} ${code}`}
      count={report.codeCount + (rows.length - report.codes.length)}
    />
  );
}

import { useLingui } from '@lingui/react/macro';
import { type Step, spansOf } from '../../kit/period/steps.ts';
import { pointOf } from '../parts/over-time.tsx';
import { Rows } from '../parts/rows.tsx';
import type { EventSales } from '../reads/sales.ts';
import { useLineColumns, useOrdersColumn } from './columns.tsx';
import { addUp } from './sums.ts';

type ByDayProps = { report: Pick<EventSales, 'currency' | 'hasMoney' | 'total' | 'days'>; step: Step };

/** The sales of each day, week or month on which anything happened. */
export function ByDay({ report, step }: ByDayProps) {
  const { t, i18n } = useLingui();
  const { currency, hasMoney, total, days } = report;
  const spans = spansOf(
    days.map(({ day }) => day),
    step,
  );
  const rows = spans
    .map((span) => ({ ...addUp(days.slice(span.first, span.last + 1)), span }))
    .filter(({ orders, sold, refunded, received }) => orders || sold || refunded || received);
  const orders = useOrdersColumn<(typeof rows)[number]>(total.orders);
  const columns = useLineColumns<(typeof rows)[number]>({ currency, hasMoney, total });
  return (
    <Rows
      label={t`Sales over time`}
      head={{
        header: step === 'day' ? t`Day` : step === 'week' ? t`Week` : t`Month`,
        cell: ({ span }) => pointOf(span, step, i18n.locale).name,
        total: t`Total`,
      }}
      columns={[orders, ...columns]}
      rows={rows}
      rowKey={({ span }) => span.from}
    />
  );
}

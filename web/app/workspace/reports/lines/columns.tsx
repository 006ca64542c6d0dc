import type { ReportMoney } from '@entrada/contract/insight/reports/money';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { some, useFigures } from '../parts/money.tsx';
import type { ReportColumn } from '../parts/table.tsx';

type Sold = ReportMoney & { sold: number; orders?: number };

type LineColumnsProps<Row> = {
  currency: string;
  hasMoney: boolean;
  total: Sold;
  /** The orders behind a row's figure. */
  opened?: (row: Row, text: string) => ReactNode;
};

/** The columns that add up from left to right, as the total line above does. Without money only what was sold. */
export function useLineColumns<Row extends Sold>({
  currency,
  hasMoney,
  total,
  opened = (_, text) => text,
}: LineColumnsProps<Row>): ReportColumn<Row>[] {
  const { t } = useLingui();
  const { money, less, count } = useFigures(currency);
  const figure = (
    key: string,
    header: string,
    read: (of: ReportMoney) => number,
    write: (value: number) => string = money,
  ): ReportColumn<Row> => ({
    key,
    header,
    cell: (row) => some(read(row), write),
    total: some(read(total), write),
  });
  const sold: ReportColumn<Row> = {
    key: 'sold',
    header: t`Sold`,
    cell: (row) => {
      const text = some(row.sold, count);
      return text && opened(row, text);
    },
    total: some(total.sold, count),
    isMain: !hasMoney,
  };
  if (!hasMoney) return [sold];
  return [
    sold,
    figure('sales', t`Sales`, ({ sales }) => sales),
    figure('discounts', t`Discounts`, ({ discounts }) => discounts, less),
    figure('refunds', t`Refunds`, ({ refunded }) => refunded, less),
    figure('fees', t`Fees`, ({ fees }) => fees),
    ...(total.taxesAdded === 0 ? [] : [figure('added', t`Taxes added`, ({ taxesAdded }) => taxesAdded)]),
    ...(total.tax === 0 && total.taxRefunded === 0
      ? []
      : [figure('tax', t`Tax in it`, ({ tax, taxRefunded }) => tax - taxRefunded)]),
    { ...figure('received', t`You received`, ({ received }) => received), isMain: true },
  ];
}

/** Orders as a column of their own. */
export function useOrdersColumn<Row extends { orders: number }>(
  total: number | undefined,
  opened: (row: Row, text: string) => ReactNode = (_, text) => text,
): ReportColumn<Row> {
  const { t } = useLingui();
  const { count } = useFigures('EUR');
  return {
    key: 'orders',
    header: t`Orders`,
    cell: (row) => {
      const text = some(row.orders, count);
      return text && opened(row, text);
    },
    ...(total !== undefined && { total: some(total, count) }),
  };
}

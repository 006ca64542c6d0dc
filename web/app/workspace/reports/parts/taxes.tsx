import type { ReportChargeLine } from '@entrada/contract/insight/reports/taxes';
import { Trans, useLingui } from '@lingui/react/macro';
import { TwoLines } from '../../kit/display/two-lines.tsx';
import { useTaxOrFeeWords } from '../../kit/taxes-and-fees/words.ts';
import type { Taxes } from '../reads/taxes.ts';
import { some, useFigures } from './money.tsx';
import { Rows } from './rows.tsx';
import type { ReportColumn } from './table.tsx';

type TaxTableProps = {
  report: Taxes;
  currency: string;
  /** Also what was charged and what went back of it, not only what is left. */
  isWhole?: boolean;
};

type Figures = Pick<ReportChargeLine, 'base' | 'baseRefunded' | 'netBase' | 'collected' | 'refunded' | 'net'>;
/** A tax or fee, or what was sold without any tax. */
type Row = Figures & { charge: ReportChargeLine | null };

/** Taxes and fees by rate, and what was sold without tax. */
export function TaxTable({ report, currency, isWhole = false }: TaxTableProps) {
  const { t } = useLingui();
  const words = useTaxOrFeeWords();
  const { money, less } = useFigures(currency);
  const { charges, untaxed } = report;
  const none = { collected: 0, refunded: 0, net: 0 };
  const rows: Row[] = charges.map((charge) => ({ ...charge, charge }));
  // Sales without tax stand below the taxes, above the fees.
  if (untaxed.base !== 0 || untaxed.baseRefunded !== 0) {
    const at = charges.findIndex(({ type }) => type === 'fee');
    rows.splice(at < 0 ? rows.length : at, 0, { ...untaxed, ...none, charge: null });
  }
  const amount = (
    key: keyof Figures,
    header: string,
    write: (value: number) => string = money,
  ): ReportColumn<Row> => ({
    key,
    header,
    cell: (row) => some(row[key], write),
  });
  return (
    <Rows
      label={t`Taxes and fees`}
      head={{
        header: t`Name`,
        cell: ({ charge }) =>
          charge ? (
            <TwoLines first={words.title(charge, currency)} second={words.effect(charge)} />
          ) : (
            <TwoLines first={<Trans>Without tax</Trans>} second={<Trans>Sold without any tax</Trans>} />
          ),
      }}
      columns={[
        ...(isWhole
          ? [
              amount('base', t`Charged on`),
              amount('collected', t`Charged`),
              amount('baseRefunded', t`Of that refunded`, less),
              amount('refunded', t`Refunded`, less),
            ]
          : []),
        amount('netBase', t`Base`),
        { ...amount('net', t`Collected`), isMain: true },
      ]}
      rows={rows}
      rowKey={({ charge }) =>
        charge
          ? [charge.type, charge.name, charge.rate, charge.amount, charge.included, charge.calculation].join(
              '\n',
            )
          : 'untaxed'
      }
    />
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { TwoLines } from '../../kit/display/two-lines.tsx';
import type { Payouts } from '../reads/returns.ts';
import { some, useFigures } from './money.tsx';
import { Rows } from './rows.tsx';
import type { ReportColumn } from './table.tsx';

type PayoutTableProps = {
  report: Payouts;
  currency: string;
  /** Every part of the sum, not only the sum. */
  isWhole?: boolean;
};

/** A provider, or the money that came without one. */
type Row = {
  provider: Payouts['providers'][number]['provider'] | null;
  charged: number;
  refunded: number;
  lost: number;
  held: number;
  installationFee: number;
  due: number;
};

/** What each provider took, what of it went back, and what it has to pay out. */
export function PayoutTable({ report, currency, isWhole = false }: PayoutTableProps) {
  const { t } = useLingui();
  const { money, less } = useFigures(currency);
  const { providers, byHand } = report;
  const rows: Row[] = [...providers];
  if (byHand.received !== 0 || byHand.returned !== 0)
    rows.push({
      provider: null,
      charged: byHand.received,
      refunded: byHand.returned,
      lost: 0,
      held: 0,
      installationFee: 0,
      due: byHand.received - byHand.returned,
    });
  const sum = (key: keyof Omit<Row, 'provider'>) => rows.reduce((all, row) => all + row[key], 0);
  const amount = (
    key: keyof Omit<Row, 'provider'>,
    header: string,
    write: (value: number) => string = money,
  ): ReportColumn<Row> => ({
    key,
    header,
    cell: (row) => some(row[key], write),
    total: some(sum(key), write),
  });
  const names = { stripe: 'Stripe', test_bank: t`Test bank` };
  return (
    <Rows
      label={t`Payouts`}
      head={{
        header: t`Paid by`,
        cell: ({ provider }) => (
          <TwoLines
            first={provider ? names[provider] : <Trans>Without a card</Trans>}
            second={
              provider ? (
                <Trans>To be paid out, before the provider’s own fees</Trans>
              ) : (
                <Trans>By transfer, in cash or at the door</Trans>
              )
            }
          />
        ),
        total: t`Total`,
      }}
      columns={[
        ...(isWhole
          ? [
              amount('charged', t`Paid by buyers`),
              amount('refunded', t`Refunds`, less),
              ...(sum('lost') === 0 ? [] : [amount('lost', t`Lost disputes`, less)]),
              ...(sum('held') === 0 ? [] : [amount('held', t`Held by disputes`, less)]),
              ...(sum('installationFee') === 0 ? [] : [amount('installationFee', t`Platform fee`, less)]),
            ]
          : []),
        { ...amount('due', t`Amount`), isMain: true },
      ]}
      rows={rows}
      rowKey={({ provider }) => provider ?? 'by-hand'}
    />
  );
}

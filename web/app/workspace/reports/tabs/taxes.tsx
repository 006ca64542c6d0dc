import { Trans } from '@lingui/react/macro';
import { Figure, FigureStrip } from '../../kit/figures/strip.tsx';
import { useFigures } from '../parts/money.tsx';
import { ReportSection } from '../parts/section.tsx';
import { TaxTable } from '../parts/taxes.tsx';
import type { Taxes } from '../reads/taxes.ts';

/** What a tax return needs: each tax by rate, what it was charged on, and what went back of it. */
export function TaxReport({ report, currency }: { report: Taxes; currency: string }) {
  const { money, less } = useFigures(currency);
  const { taxes, taxesRefunded, fees, feesRefunded } = report.total;
  const back = (amount: number) => {
    const text = less(amount);
    return amount !== 0 && <Trans>{text} refunded is taken out</Trans>;
  };
  return (
    <>
      <FigureStrip isDense>
        <Figure label={<Trans>Taxes collected</Trans>} more={back(taxesRefunded)}>
          {money(taxes - taxesRefunded)}
        </Figure>
        <Figure label={<Trans>Fees collected</Trans>} more={back(feesRefunded)}>
          {money(fees - feesRefunded)}
        </Figure>
        <Figure label={<Trans>Sold without tax</Trans>}>{money(report.untaxed.netBase)}</Figure>
      </FigureStrip>
      <ReportSection
        title={<Trans>By rate</Trans>}
        note={
          <Trans>
            The base of a tax is price and fees without any tax. Invoices and credit notes are what counts for
            the tax office.
          </Trans>
        }
      >
        <TaxTable report={report} currency={currency} isWhole />
      </ReportSection>
    </>
  );
}

import { Trans } from '@lingui/react/macro';
import { Figure, FigureStrip } from '../../kit/figures/strip.tsx';
import { useFigures } from '../parts/money.tsx';
import { PayoutTable } from '../parts/payouts.tsx';
import { ReportSection } from '../parts/section.tsx';
import type { Payouts } from '../reads/returns.ts';

/** What the providers have to pay out, against what was sold. */
export function PayoutReport({ report, currency }: { report: Payouts; currency: string }) {
  const { money, less } = useFigures(currency);
  const { providers, byHand, received, areProviderFeesKnown } = report;
  const sum = (key: 'due' | 'held' | 'installationFee') =>
    providers.reduce((all, provider) => all + provider[key], 0);
  const kept = sum('held') + sum('installationFee');
  return (
    <>
      <FigureStrip isDense>
        <Figure label={<Trans>You received</Trans>} more={<Trans>As in the sales report</Trans>}>
          {money(received)}
        </Figure>
        <Figure
          label={<Trans>Without a card</Trans>}
          more={<Trans>By transfer, in cash or at the door</Trans>}
        >
          {less(byHand.received - byHand.returned)}
        </Figure>
        {kept !== 0 && (
          <Figure label={<Trans>Kept back</Trans>} more={<Trans>Open disputes and platform fees</Trans>}>
            {less(kept)}
          </Figure>
        )}
        <Figure
          label={<Trans>To be paid out</Trans>}
          more={!areProviderFeesKnown && <Trans>Before the provider’s own fees</Trans>}
        >
          {money(sum('due'))}
        </Figure>
      </FigureStrip>
      <ReportSection
        title={<Trans>By provider</Trans>}
        note={
          !areProviderFeesKnown && (
            <Trans>
              Providers do not tell their own fees or when they pay out. What arrives at your bank is less by
              those fees. Their own pages list each payout.
            </Trans>
          )
        }
      >
        <PayoutTable report={report} currency={currency} isWhole />
      </ReportSection>
    </>
  );
}

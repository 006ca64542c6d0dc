import type { EventDetail } from '@entrada/contract/catalog/events';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import type { At } from '../address.ts';
import { PayoutTable } from '../parts/payouts.tsx';
import { ReportSection } from '../parts/section.tsx';
import { LinesSkeleton } from '../parts/skeletons.tsx';
import { TaxTable } from '../parts/taxes.tsx';
import { payoutsRead } from '../reads/returns.ts';
import { taxesRead } from '../reads/taxes.ts';
import styles from '../reports.module.css';
import { useTabPath } from '../tab-links.tsx';

/** Taxes and payouts in short. Each has a report of its own. */
export function Behind({ event, at }: { event: EventDetail; at: At }) {
  const tab = useTabPath();
  return (
    <div className={styles.two}>
      <ReportSection
        title={<Trans>Taxes and fees collected</Trans>}
        tools={
          <Link className="link" to={tab('taxes')}>
            <Trans>For a tax return</Trans>
          </Link>
        }
        note={<Trans>Refunded taxes and fees are already taken out.</Trans>}
      >
        <KeptFigures
          query={useKeptRead(taxesRead(event, at))}
          timezone={event.timezone}
          skeleton={<LinesSkeleton />}
        >
          {(report) => <TaxTable report={report} currency={report.currency} />}
        </KeptFigures>
      </ReportSection>
      <ReportSection
        title={<Trans>Payouts</Trans>}
        tools={
          <Link className="link" to={tab('payouts')}>
            <Trans>How they add up</Trans>
          </Link>
        }
      >
        <KeptFigures
          query={useKeptRead(payoutsRead(event, at))}
          timezone={event.timezone}
          skeleton={<LinesSkeleton />}
        >
          {(report) => <PayoutTable report={report} currency={report.currency} />}
        </KeptFigures>
      </ReportSection>
    </div>
  );
}

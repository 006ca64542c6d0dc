import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { useSession } from '../../kit/data/session.ts';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import type { Read } from '../../kit/reading/reads.ts';
import type { At, Tab } from '../address.ts';
import { StripSkeleton } from '../parts/skeletons.tsx';
import { accountPayoutsRead, accountRefundsRead } from '../reads/returns.ts';
import { accountTaxesRead } from '../reads/taxes.ts';
import styles from '../reports.module.css';
import { PayoutReport } from './payouts.tsx';
import { RefundReport } from './refunds.tsx';
import { TaxReport } from './taxes.tsx';

export type OtherAccountTabProps = { tab: Exclude<Tab, 'sales'>; at: At };

/** A report over the account beside its sales. */
export function OtherAccountTab({ tab, at }: OtherAccountTabProps) {
  const { timezone } = useSession().me.account;
  switch (tab) {
    case 'refunds':
      return (
        <Report key={tab} read={accountRefundsRead(timezone, at)}>
          {(report) => <RefundReport report={report} currency={report.currency} />}
        </Report>
      );
    case 'payouts':
      return (
        <Report key={tab} read={accountPayoutsRead(timezone, at)}>
          {(report) => <PayoutReport report={report} currency={report.currency} />}
        </Report>
      );
    default:
      return (
        <Report key={tab} read={accountTaxesRead(timezone, at)}>
          {(report) => <TaxReport report={report} currency={report.currency} />}
        </Report>
      );
  }
}

type ReportProps<T> = { read: Read<{ currencies: T[] }>; children: (report: T) => ReactNode };

/** A report for each currency. */
function Report<T extends { currency: string }>({ read, children }: ReportProps<T>) {
  const { timezone } = useSession().me.account;
  return (
    <KeptFigures query={useKeptRead(read)} timezone={timezone} skeleton={<StripSkeleton />}>
      {({ currencies }) =>
        currencies.length === 0 ? (
          <p className={styles.none}>
            <Trans>Nothing on these days.</Trans>
          </p>
        ) : (
          currencies.map((one) => (
            <Fragment key={one.currency}>
              {currencies.length > 1 && <h2 className={styles.currency}>{one.currency}</h2>}
              {children(one)}
            </Fragment>
          ))
        )
      }
    </KeptFigures>
  );
}

import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { Space } from '../../ui/space.tsx';
import { useSession } from '../kit/data/session.ts';
import { KeptFigures } from '../kit/figures/kept.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { useKeptRead } from '../kit/reading/kept-read.ts';
import { onNewPath, type Read } from '../kit/reading/reads.ts';
import { ACCOUNT_TABS, USUAL, useAt, useTab } from './address.ts';
import { ExportMenu } from './export-menu.tsx';
import { ReportFrame } from './frame.tsx';
import { readAccountInBrowser, readAccountOnServer } from './loading.ts';
import { StripSkeleton } from './parts/skeletons.tsx';
import { accountPayoutsRead, accountRefundsRead, accountTabRead, accountTaxesRead } from './reads.ts';
import styles from './reports.module.css';
import { AccountSalesTab } from './tabs/account-sales.tsx';
import { PayoutReport } from './tabs/payouts.tsx';
import { RefundReport } from './tabs/refunds.tsx';
import { TaxReport } from './tabs/taxes.tsx';

export const loader = readAccountOnServer;
export const clientLoader = readAccountInBrowser;
export const shouldRevalidate = onNewPath;

/** The reports over all events of the account, each event by the days of its own zone. */
export default function AccountReportsPage() {
  const { timezone } = useSession().me.account;
  const tab = useTab(ACCOUNT_TABS);
  const { at, change } = useAt('account');
  const { data, dataUpdatedAt } = useKeptRead(accountTabRead(tab, timezone, at));
  return (
    <ReportFrame
      tabs={ACCOUNT_TABS}
      tab={tab}
      usual={USUAL.account}
      shown={data && { from: data.from, to: data.to, at: dataUpdatedAt }}
      timezone={timezone}
      note={
        <>
          <Trans>Each event counts by the days of its own time zone.</Trans>
          <Space />
          <Trans>Currencies are never added up.</Trans>
        </>
      }
      exports={<ExportMenu eventId={null} tab={tab} by={at.by} days={data} question={undefined} />}
    >
      {tab === 'taxes' ? (
        <Report read={accountTaxesRead(timezone, at)}>
          {(report) => <TaxReport report={report} currency={report.currency} />}
        </Report>
      ) : tab === 'refunds' ? (
        <Report read={accountRefundsRead(timezone, at)}>
          {(report) => <RefundReport report={report} currency={report.currency} />}
        </Report>
      ) : tab === 'payouts' ? (
        <Report read={accountPayoutsRead(timezone, at)}>
          {(report) => <PayoutReport report={report} currency={report.currency} />}
        </Report>
      ) : (
        <AccountSalesTab at={at} change={change} />
      )}
    </ReportFrame>
  );
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

export function ErrorBoundary() {
  return <PageError />;
}

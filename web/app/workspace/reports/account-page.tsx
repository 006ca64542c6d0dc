import { Trans } from '@lingui/react/macro';
import { Space } from '../../ui/space.tsx';
import { useSession } from '../kit/data/session.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import { latePart } from '../kit/late/part.tsx';
import { onNewPath } from '../kit/reading/reads.ts';
import { ACCOUNT_TABS, USUAL, useAt, useTab } from './address.ts';
import { ExportMenu } from './export-menu.tsx';
import { ReportFrame } from './frame.tsx';
import { readAccount as readInBrowser } from './load/browser.ts';
import { readAccount as readOnServer } from './load/server.ts';
import { StripSkeleton } from './parts/skeletons.tsx';
import { useAccountSpan } from './reads/asking.ts';
import type { OtherAccountTabProps } from './tabs/account.tsx';
import { AccountSalesTab } from './tabs/account-sales.tsx';

export const loader = readOnServer;
export const clientLoader = readInBrowser;
export const shouldRevalidate = onNewPath;

const OtherTab = latePart<OtherAccountTabProps>(
  () => import('./tabs/account.tsx').then((part) => part.OtherAccountTab),
  { Place: StripSkeleton },
);

/** The reports over all events of the account, each event by the days of its own zone. */
export default function AccountReportsPage() {
  const { timezone } = useSession().me.account;
  const tab = useTab(ACCOUNT_TABS);
  const { at, change } = useAt('account');
  const shown = useAccountSpan(tab, at);
  return (
    <ReportFrame
      tabs={ACCOUNT_TABS}
      tab={tab}
      usual={USUAL.account}
      shown={shown}
      timezone={timezone}
      note={
        <>
          <Trans>Each event counts by the days of its own time zone.</Trans>
          <Space />
          <Trans>Currencies are never added up.</Trans>
        </>
      }
      exports={<ExportMenu eventId={null} tab={tab} by={at.by} days={shown} question={undefined} />}
    >
      {tab === 'sales' ? <AccountSalesTab at={at} change={change} /> : <OtherTab tab={tab} at={at} />}
    </ReportFrame>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}

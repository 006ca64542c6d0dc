import { Trans } from '@lingui/react/macro';
import { useSession } from '../../kit/data/session.ts';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { latePart } from '../../kit/late/part.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import { ACCOUNT_LINES, type At, type useAt } from '../address.ts';
import type { AccountLinesProps } from '../lines/account.tsx';
import { ByEvent } from '../lines/by-event.tsx';
import { LinesMenu, useLineNames } from '../lines/menu.tsx';
import { OverTime } from '../parts/over-time.tsx';
import { ReportSection } from '../parts/section.tsx';
import { LinesSkeleton, StripSkeleton } from '../parts/skeletons.tsx';
import { TotalStrip } from '../parts/strip.tsx';
import { type AccountSales, accountSalesRead } from '../reads/sales.ts';
import styles from '../reports.module.css';
import { useTabPath } from '../tab-links.tsx';

type AccountSalesProps = { at: At; change: ReturnType<typeof useAt>['change'] };

/** What most people do not look at first loads after the page. */
const OtherLines = latePart<AccountLinesProps>(
  () => import('../lines/account.tsx').then((part) => part.AccountLines),
  { Place: LinesSkeleton },
);

/** A total line, a chart and a table for each currency. */
export function AccountSalesTab({ at, change }: AccountSalesProps) {
  const { timezone } = useSession().me.account;
  const query = useKeptRead(accountSalesRead(timezone, at));
  return (
    <KeptFigures query={query} timezone={timezone} skeleton={<StripSkeleton />}>
      {({ currencies, from, to }) =>
        currencies.length === 0 ? (
          <p className={styles.none}>
            <Trans>No sales on these days.</Trans>
          </p>
        ) : (
          currencies.map((sales) => (
            <OneCurrency
              key={sales.currency}
              sales={sales}
              isOnly={currencies.length === 1}
              days={{ from, to }}
              at={at}
              change={change}
            />
          ))
        )
      }
    </KeptFigures>
  );
}

type OneCurrencyProps = AccountSalesProps & {
  sales: AccountSales['currencies'][number];
  isOnly: boolean;
  days: { from: string; to: string };
};

function OneCurrency({ sales, isOnly, days, at, change }: OneCurrencyProps) {
  const { currency, total } = sales;
  const names = useLineNames(at.step);
  const tab = useTabPath();
  // The account knows no prices: what brought nothing was free.
  const hasMoney = total.sales !== 0 || total.received !== 0 || total.refunded !== 0;
  return (
    <>
      {!isOnly && <h2 className={styles.currency}>{currency}</h2>}
      <TotalStrip
        total={total}
        currency={currency}
        hasMoney={hasMoney}
        paths={{ refunds: tab('refunds'), taxes: tab('taxes') }}
      />
      <OverTime
        days={sales.days}
        currency={currency}
        hasMoney={hasMoney}
        step={at.step}
        changeStep={(step) => change({ step })}
      />
      <ReportSection
        title={names[at.by]}
        tools={<LinesMenu lines={ACCOUNT_LINES} by={at.by} step={at.step} choose={(by) => change({ by })} />}
      >
        {at.by === 'event' ? (
          <ByEvent sales={sales} hasMoney={hasMoney} days={days} />
        ) : (
          <OtherLines sales={sales} hasMoney={hasMoney} days={days} at={at} />
        )}
      </ReportSection>
    </>
  );
}

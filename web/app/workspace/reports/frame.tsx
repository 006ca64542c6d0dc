import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { yearDays } from '../kit/charts/words.ts';
import { useSession } from '../kit/data/session.ts';
import { dotted } from '../kit/display/dotted.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PeriodMenu } from '../kit/period/menu.tsx';
import type { Preset } from '../kit/period/range.ts';
import { usePeriod } from '../kit/period/use-period.ts';
import type { Tab } from './address.ts';
import styles from './reports.module.css';
import { TabLinks, useTabNames } from './tab-links.tsx';

type ReportFrameProps = {
  tabs: readonly Tab[];
  tab: Tab;
  usual: Preset;
  /** The event, for the browser's tab and for paper. Over the account there is none. */
  event?: string;
  /** The days that show, and when they were read. */
  shown: { from: string; to: string; at: number } | undefined;
  timezone: string;
  /** The currency and the zone, and how things count. */
  note: ReactNode;
  exports: ReactNode;
  /** What is compared with. */
  compare?: ReactNode;
  children: ReactNode;
};

/** What every report has around it: its name, its days, print and export. On paper also whose it is. */
export function ReportFrame(props: ReportFrameProps) {
  const { tabs, tab, usual, event, shown, timezone, note, exports, compare, children } = props;
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const { period, choose } = usePeriod(usual);
  const names = useTabNames();
  const title = tab === 'sales' ? t`Sales report` : names[tab];
  const readAt = shown && formatDayTime(new Date(shown.at).toISOString(), { locale: i18n.locale, timezone });
  return (
    <div className={styles.report}>
      <PageHeader
        title={title}
        tab={[title, t`Reports`, ...(event ? [event] : [])]}
        actions={
          <>
            <Button leftSection={<IconPrinter size={18} stroke={1.75} />} onClick={() => print()}>
              <Trans>Print</Trans>
            </Button>
            {exports}
          </>
        }
      />
      {shown && (
        <p className={styles.paper}>
          <b>{dotted([event, me.account.name])}</b>
          <br />
          {yearDays(shown.from, shown.to, i18n.locale)}
          <br />
          {note}
          <br />
          {/* The server's clock differs by a moment from the browser's. It shows on paper only. */}
          <span suppressHydrationWarning>
            <Trans>As of {readAt}</Trans>
          </span>
        </p>
      )}
      <TabLinks tabs={tabs} current={tab} />
      <div className={styles.tools}>
        <PeriodMenu period={period} shown={shown} choose={choose} />
        {compare}
        <p className={styles.basis}>{note}</p>
      </div>
      {children}
    </div>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { useCurrentInView } from '../kit/display/use-current-in-view.ts';
import type { Tab } from './address.ts';
import styles from './reports.module.css';

/** The names of the reports. */
export function useTabNames(): Record<Tab, string> {
  const { t } = useLingui();
  return {
    sales: t`Sales`,
    taxes: t`Taxes and fees`,
    refunds: t`Refunds`,
    payouts: t`Payouts`,
    attendance: t`Attendance`,
  };
}

/** What of the address belongs to one report only. */
const OWN = ['by', 'question', 'step', 'compare'];

/** The address of another report of the same days. */
export function useTabPath(): (tab: Tab) => string {
  const { pathname } = useLocation();
  const { report } = useParams();
  const [search] = useSearchParams();
  return useCallback(
    (tab) => {
      const base = report ? pathname.slice(0, -report.length - 1) : pathname.replace(/\/$/, '');
      const kept = new URLSearchParams(search);
      for (const name of OWN) kept.delete(name);
      const path = tab === 'sales' ? base : `${base}/${tab}`;
      return kept.size > 0 ? `${path}?${kept}` : path;
    },
    [pathname, report, search],
  );
}

type TabLinksProps = { tabs: readonly Tab[]; current: Tab };

export function TabLinks({ tabs, current }: TabLinksProps) {
  const { t } = useLingui();
  const names = useTabNames();
  const path = useTabPath();
  const ref = useCurrentInView(current);
  return (
    <nav ref={ref} className={styles.tabs} aria-label={t`Reports`}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={path(tab)}
          aria-current={tab === current ? 'page' : undefined}
          prefetch="intent"
          preventScrollReset
        >
          {names[tab]}
        </Link>
      ))}
    </nav>
  );
}

import { formatMoney } from '@entrada/contract/money';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatCount } from '../../platform/i18n/format.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { Progress } from '../../ui/notices/progress.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { useRead } from '../kit/reading/reads.ts';
import styles from './dashboard.module.css';
import { statsRead } from './reads.ts';

/** The four main figures of an event. */
export function Kpis({ eventId }: { eventId: number }) {
  const { t, i18n } = useLingui();
  const { data: stats, isError, error, refetch } = useRead(statsRead(eventId));
  if (isError) return <LoadFailed error={error} retry={() => void refetch()} />;
  const count = (value: number) => formatCount(value, i18n.locale);
  const money = (minor: number) =>
    formatMoney({ minor, currency: stats?.currency ?? 'EUR', locale: languageTag(i18n.locale) });
  const total = stats?.ticketsTotal ?? null;
  const totalCount = total === null ? '' : count(total);
  const admitted = count(stats?.ticketsSold ?? 0);
  return (
    <dl className={styles.kpis}>
      <Kpi
        label={<Trans>Gross sales</Trans>}
        more={
          stats &&
          stats.refundedTotal > 0 && (
            <div className={styles.kpiMore}>
              {stats.lostToDisputes > 0 ? (
                <Trans>
                  {money(stats.paidTotal - stats.refundedTotal)} after {money(stats.refundedTotal)} of refunds
                  and lost disputes
                </Trans>
              ) : (
                <Trans>
                  {money(stats.paidTotal - stats.refundedTotal)} after {money(stats.refundedTotal)} of refunds
                </Trans>
              )}
            </div>
          )
        }
      >
        {stats && money(stats.paidTotal)}
      </Kpi>
      <Kpi
        label={<Trans>Tickets sold</Trans>}
        more={
          stats && (
            <div className={styles.kpiBar}>
              <Progress label={t`Tickets sold`} value={stats.ticketsSold} max={total} isKey />
            </div>
          )
        }
      >
        {stats && (
          <>
            {count(stats.ticketsSold)}{' '}
            {total !== null && (
              <small>
                <Trans>of {totalCount}</Trans>
              </small>
            )}
          </>
        )}
      </Kpi>
      <Kpi label={<Trans>Orders</Trans>}>{stats && count(stats.ordersCompleted)}</Kpi>
      <Kpi label={<Trans>Checked in</Trans>}>
        {stats && (
          <>
            {count(stats.checkedIn)}{' '}
            <small>
              <Trans>of {admitted}</Trans>
            </small>
          </>
        )}
      </Kpi>
    </dl>
  );
}

function Kpi({ label, children, more }: { label: ReactNode; children: ReactNode; more?: ReactNode }) {
  return (
    <div className={styles.kpi}>
      <dt>{label}</dt>
      <dd>
        <div className={styles.figure}>{children ?? <Skeleton width={96} height={32} />}</div>
        {more}
      </dd>
    </div>
  );
}

import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { ChartSkeleton } from '../../kit/charts/figure.tsx';
import { Figure, FigureStrip } from '../../kit/figures/strip.tsx';
import styles from '../reports.module.css';

/** A report that loads: the total line, the chart and some rows. */
export function StripSkeleton() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`}>
      <FigureStrip isDense>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Figure key={key} label={<Skeleton width={64} height={14} />} more={<Skeleton width={88} />}>
            {null}
          </Figure>
        ))}
      </FigureStrip>
      <div className={styles.section}>
        <ChartSkeleton height={240} />
      </div>
      <LinesSkeleton />
    </div>
  );
}

/** The rows of a table that load. */
export function LinesSkeleton() {
  return (
    <div className={styles.loading}>
      {['92%', '78%', '86%', '70%'].map((width) => (
        <Skeleton key={width} width={width} height={28} />
      ))}
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import styles from './chart.module.css';
import type { ChartData } from './chart.ts';
import { ChartTable } from './table.tsx';

type ChartFigureProps = {
  chart: ChartData;
  /** Bars have squares in their legend, lines have lines. */
  hasBars?: boolean;
  /** The chart itself. */
  children: ReactNode;
};

/** A chart with its legend. Its figures can be read in a table instead. */
export function ChartFigure({ chart, hasBars = false, children }: ChartFigureProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <figure className={styles.figure} aria-label={chart.name}>
      <div className={styles.head}>
        <ul className={styles.legend}>
          {chart.series.length > 1 &&
            chart.series.map(({ key, name, look }) => (
              <li key={key}>
                <i className={cx(styles.sign, styles[look])} data-bar={hasBars || undefined} />
                {name}
              </li>
            ))}
        </ul>
        <button
          type="button"
          className={styles.tableButton}
          aria-expanded={isTable}
          aria-controls={id}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <Trans>Show as chart</Trans> : <Trans>Show as table</Trans>}
        </button>
      </div>
      <div id={id}>{isTable ? <ChartTable chart={chart} /> : children}</div>
    </figure>
  );
}

/** The place of a chart that loads. */
export function ChartSkeleton({ height }: { height: number }) {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="40%" height={18} />
      <Skeleton height={height} />
      <Skeleton height={16} />
    </div>
  );
}

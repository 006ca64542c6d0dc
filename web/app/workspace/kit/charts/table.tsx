import { Trans, useLingui } from '@lingui/react/macro';
import styles from './chart.module.css';
import type { ChartData } from './chart.ts';

/** All figures of a chart as a table. A long one scrolls in itself. */
export function ChartTable({ chart }: { chart: ChartData }) {
  const { t } = useLingui();
  const { name, pointsAre, points, series, measure, range } = chart;
  const write = (value: number | null | undefined) => (value == null ? '–' : measure.full(value));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll it
    <section className={styles.tableScroll} tabIndex={0} aria-label={t`Table of ${name}`}>
      <table className={styles.table}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{pointsAre}</th>
            {series.map((one) => (
              <th key={one.key} scope="col">
                {one.name}
              </th>
            ))}
            {range && (
              <th scope="col">
                <Trans>Most likely</Trans>
              </th>
            )}
            {chart.note && (
              <th scope="col">
                <Trans>Also</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={point.name}>
              <th scope="row">{point.name}</th>
              {series.map((one) => (
                <td key={one.key}>{write(one.values[index])}</td>
              ))}
              {range && (
                <td>
                  {range.low[index] != null && `${write(range.low[index])} – ${write(range.high[index])}`}
                </td>
              )}
              {chart.note && <td>{chart.note(index)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

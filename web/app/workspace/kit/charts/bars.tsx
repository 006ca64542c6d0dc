import { scaleBand } from 'd3-scale';
import styles from './chart.module.css';
import type { ChartData, Look } from './chart.ts';
import { barAt } from './cursor.ts';
import { Plot } from './plot.tsx';
import { valueScale } from './scale.ts';

type BarChartProps = {
  chart: ChartData;
  height: number;
  /** Only this many of the last bars have the colour of what matters. Otherwise all of them do. */
  newest?: number;
  /** On a wide page every bar is named if there are at most so many. */
  wideLabels?: number;
};

/** Side by side: what it is compared with stands left of what matters. */
const SIDES: readonly Look[] = ['before', 'main', 'expected'];
const middle = (index: number, count: number) => ((index + 0.5) / count) * 100;

/** Bars of each point, side by side if there are several series. */
export function BarChart({ chart, height, newest, ...labels }: BarChartProps) {
  const { points, measure } = chart;
  const series = SIDES.flatMap((look) => chart.series.filter((one) => one.look === look));
  const count = points.length;
  const scale = valueScale(
    series.flatMap(({ values }) => values),
    measure.least,
  );
  const isSparse = series.length > 1;
  const groups = scaleBand(points.keys(), [0, 100]).padding(isSparse ? 0.36 : 0.16);
  const sides = scaleBand(series.keys(), [0, groups.bandwidth()]).paddingInner(isSparse ? 0.1 : 0);
  const isQuiet = (look: Look, index: number) =>
    look === 'before' || (newest !== undefined && index < count - newest);
  return (
    <Plot chart={chart} scale={scale} place={middle} find={barAt} height={height} {...labels}>
      {(cursor) =>
        series.map(({ key, look, values }, side) =>
          values.map((value, index) => {
            if (value === null) return null;
            const [from, to] = [scale.top(Math.max(0, value)), scale.top(Math.min(0, value))];
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a bar is the one of its point
                key={`${key} ${index}`}
                className={isQuiet(look, index) ? styles.quietBar : styles.bar}
                data-read={cursor === index || undefined}
                x={`${(groups(index) ?? 0) + (sides(side) ?? 0)}%`}
                y={`${from}%`}
                width={`${sides.bandwidth()}%`}
                height={`${to - from}%`}
                rx="2"
              />
            );
          }),
        )
      }
    </Plot>
  );
}

/** Small bars without axes, for a row of a table. The words beside them say what matters. */
export function Sparkbars({ values, newest }: { values: readonly number[]; newest: number }) {
  const most = Math.max(1, ...values);
  const places = scaleBand(values.keys(), [0, 100]).padding(0.16);
  return (
    <svg className={styles.spark} aria-hidden="true" focusable="false">
      {values.map((value, index) => {
        const share = Math.max(4, (value / most) * 100);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is the one of its minute
            key={index}
            className={index < values.length - newest ? styles.quietBar : styles.bar}
            x={`${places(index) ?? 0}%`}
            y={`${100 - share}%`}
            width={`${places.bandwidth()}%`}
            height={`${share}%`}
            rx="1"
          />
        );
      })}
    </svg>
  );
}

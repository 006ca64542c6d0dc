import { area, line } from 'd3-shape';
import styles from './chart.module.css';
import type { ChartData, Look, Series } from './chart.ts';
import { nearestPoint } from './cursor.ts';
import { Plot } from './plot.tsx';
import { linePlace, type ValueScale, valueScale } from './scale.ts';

type LineChartProps = { chart: ChartData; height: number };

/** The order in which they are drawn: what matters is on top. */
const LAYERS: readonly Look[] = ['limit', 'before', 'expected', 'main'];

type Spot = { index: number; value: number | null };
const spots = (values: readonly (number | null)[]): Spot[] =>
  values.map((value, index) => ({ index, value }));
const isKnown = ({ value }: Spot) => value !== null;

/** A line with its area, and dashed what it is compared with. Its size follows the page, without a script. */
export function LineChart({ chart, height }: LineChartProps) {
  const { points, series, range, measure } = chart;
  const count = points.length;
  const every = [...series.flatMap(({ values }) => values), ...(range?.high ?? [])];
  const scale = valueScale(every, measure.least);
  const main = series.find(({ look }) => look === 'main');
  return (
    <Plot chart={chart} scale={scale} place={linePlace} find={nearestPoint} height={height}>
      {(cursor) => (
        <>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            {range && <path className={styles.fill} d={between(range.low, range.high, scale) ?? ''} />}
            {main && <path className={styles.fill} d={below(main, scale) ?? ''} />}
            {LAYERS.flatMap((look) => series.filter((one) => one.look === look)).map((one) => (
              <path key={one.key} className={styles[one.look]} d={along(one, scale) ?? ''} />
            ))}
          </svg>
          {main && <Dot series={main} index={cursor ?? lastKnown(main, count)} scale={scale} count={count} />}
        </>
      )}
    </Plot>
  );
}

function along({ values }: Series, { top }: ValueScale) {
  return line<Spot>(
    ({ index }) => linePlace(index, values.length),
    ({ value }) => top(value ?? 0),
  ).defined(isKnown)(spots(values));
}

function below({ values }: Series, { top }: ValueScale) {
  return area<Spot>()
    .defined(isKnown)
    .x(({ index }) => linePlace(index, values.length))
    .y0(top(0))
    .y1(({ value }) => top(value ?? 0))(spots(values));
}

function between(low: readonly (number | null)[], high: readonly (number | null)[], { top }: ValueScale) {
  return area<Spot>()
    .defined((spot) => isKnown(spot) && high[spot.index] !== null)
    .x(({ index }) => linePlace(index, low.length))
    .y0(({ value }) => top(value ?? 0))
    .y1(({ index }) => top(high[index] ?? 0))(spots(low));
}

/** Where a line ends before the chart does, so that a dot marks it. Otherwise null. */
function lastKnown({ values }: Series, count: number): number | null {
  const last = values.findLastIndex((value) => value !== null);
  return last >= 0 && last < count - 1 ? last : null;
}

type DotProps = { series: Series; index: number | null; scale: ValueScale; count: number };

function Dot({ series, index, scale, count }: DotProps) {
  const value = index === null ? null : (series.values[index] ?? null);
  if (index === null || value === null) return null;
  return (
    <circle className={styles.dot} cx={`${linePlace(index, count)}%`} cy={`${scale.top(value)}%`} r="5.5" />
  );
}

import { sideBySide } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useId } from 'react';
import styles from './chart.module.css';
import { type ChartData, valuesAt } from './chart.ts';
import { betweens, columnsOf, labelled, type ValueScale } from './scale.ts';
import { useCursor } from './use-cursor.ts';

type PlotProps = {
  chart: ChartData;
  scale: ValueScale;
  /** Where a point stands, in percent of the width. */
  place: (index: number, count: number) => number;
  /** The point at a part of the width. */
  find: (share: number, count: number) => number;
  height: number;
  /** On a wide page every point is named below the chart if there are at most so many. */
  wideLabels?: number;
  /** The drawing. It knows the point at which the chart is read. */
  children: (cursor: number | null) => ReactNode;
};

const LABELS = 5;
/** How many columns of a label stand beside four others in a narrow chart: "22 Oct", not "30. Nov." or "11月30日". */
const LONG = 6;

/**
 * What every chart has around its drawing: lines and labels of both axes, the cursor and its values. Labels are HTML, so
 * that they keep their size. It needs no script to show.
 */
export function Plot({ chart, scale, place, find, height, wideLabels = LABELS, children }: PlotProps) {
  const { t } = useLingui();
  const hint = useId();
  const { points, measure, name } = chart;
  const count = points.length;
  const { cursor, isKeyed, handlers } = useCursor(count, find);
  const everywhere = new Set(labelled(count, LABELS));
  const labels = count <= wideLabels ? labelled(count, count) : [...everywhere];
  const between = new Set(betweens([...everywhere]));
  const isLong = labels.some((index) => columnsOf(points[index]?.short ?? '') > LONG);
  const at = (index: number): CSSProperties => ({ left: `${place(index, count)}%` });
  return (
    <div className={styles.plot}>
      <div className={styles.values} style={{ height }} aria-hidden="true">
        {scale.lines.toReversed().map((line) => (
          <span key={line}>{measure.short(line)}</span>
        ))}
      </div>
      <div className={styles.area} style={{ height }}>
        {scale.lines.map((line) => (
          <span key={line} className={styles.line} style={{ top: `${scale.top(line)}%` }} />
        ))}
        <svg className={styles.drawing} role="img" aria-label={`${name}. ${chart.summary}`}>
          {children(cursor)}
        </svg>
        {cursor !== null && <Reading chart={chart} index={cursor} at={at} />}
        <div
          className={styles.cursor}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
          tabIndex={0}
          aria-label={t`${name}, value by value`}
          aria-describedby={hint}
          {...handlers}
        />
        <span id={hint} className="visually-hidden">
          {t`The arrow keys read one value after the other. Home and End go to the first and the last.`}
        </span>
        <span className="visually-hidden" aria-live="polite">
          {cursor !== null && isKeyed && <Spoken chart={chart} index={cursor} />}
        </span>
      </div>
      <div className={styles.points} data-long={isLong || undefined} aria-hidden="true">
        {labels.map((index) => (
          <span
            key={index}
            data-edge={edgeOf(place(index, count))}
            data-wide={!everywhere.has(index) || undefined}
            data-between={between.has(index) || undefined}
            style={at(index)}
          >
            {points[index]?.short}
          </span>
        ))}
      </div>
    </div>
  );
}

const edgeOf = (place: number) => (place < 3 ? 'first' : place > 97 ? 'last' : undefined);

/** A point with its values in words, for who hears it. */
function Spoken({ chart, index }: { chart: ChartData; index: number }) {
  const { t, i18n } = useLingui();
  const values = valuesAt(chart, index).map(({ name, text }) => t`${name}: ${text}`);
  return sideBySide([chart.points[index]?.name, ...values, chart.note?.(index)], i18n.locale);
}

type ReadingProps = { chart: ChartData; index: number; at: (index: number) => CSSProperties };

/** The values at the cursor. They stand at its right in the first half and at its left in the second. */
function Reading({ chart, index, at }: ReadingProps) {
  const { t } = useLingui();
  const [main, ...others] = valuesAt(chart, index);
  const note = chart.note?.(index);
  const isPastMiddle = index > (chart.points.length - 1) / 2;
  return (
    <>
      <span className={styles.upright} style={at(index)} />
      <div
        className={styles.reading}
        data-flipped={isPastMiddle || undefined}
        style={at(index)}
        aria-hidden="true"
      >
        <span>{chart.points[index]?.name}</span>
        {main && <b>{main.text}</b>}
        {note && <span>{note}</span>}
        {others.map(({ key, name, text }) => (
          <span key={key}>{t`${name}: ${text}`}</span>
        ))}
      </div>
    </>
  );
}

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { BarChart } from '../../kit/charts/bars.tsx';
import type { ChartData, Point } from '../../kit/charts/chart.ts';
import { ChartFigure } from '../../kit/charts/figure.tsx';
import {
  amounts,
  counts,
  dayPoint,
  monthName,
  shortDay,
  shortMonth,
  yearDays,
} from '../../kit/charts/words.ts';
import { type Span, type Step, spansOf, sumsOf, usualStep } from '../../kit/period/steps.ts';
import styles from '../reports.module.css';
import { ReportSection } from './section.tsx';

const HEIGHT = 240;

type Day = { day: string; sales: number; sold: number };

export type OverTimeProps = {
  days: readonly Day[];
  /** As many other days, side by side with these, and their name. */
  compared?: { days: readonly Omit<Day, 'day'>[]; name: string } | undefined;
  currency: string;
  hasMoney: boolean;
  /** Undefined: what fits the number of days. */
  step: Step | undefined;
  changeStep: (step: Step) => void;
};

/** The sales of each day, week or month, beside other days. */
export function OverTime({ step: chosen, changeStep, ...props }: OverTimeProps) {
  const { t } = useLingui();
  const step = chosen ?? usualStep(props.days.length);
  const names: Record<Step, string> = {
    day: t`Sales by day`,
    week: t`Sales by week`,
    month: t`Sales by month`,
  };
  const chart = useSalesChart(props, step, names[step]);
  return (
    <ReportSection
      title={names[step]}
      tools={
        <div className={styles.steps}>
          <SegmentedControl
            aria-label={t`What a bar stands for`}
            value={step}
            onChange={(next) => changeStep(next as Step)}
            data={[
              { value: 'day', label: t({ message: 'Day', context: 'What a bar stands for' }) },
              { value: 'week', label: t({ message: 'Week', context: 'What a bar stands for' }) },
              { value: 'month', label: t({ message: 'Month', context: 'What a bar stands for' }) },
            ]}
          />
        </div>
      }
    >
      {props.days.some(({ sales, sold }) => sales !== 0 || sold !== 0) ||
      props.compared?.days.some(({ sales, sold }) => sales !== 0 || sold !== 0) ? (
        <ChartFigure chart={chart} hasBars>
          <BarChart chart={chart} height={HEIGHT} wideLabels={14} />
        </ChartFigure>
      ) : (
        <p className={styles.empty} style={{ minHeight: HEIGHT }}>
          <Trans>No sales on these days.</Trans>
        </p>
      )}
    </ReportSection>
  );
}

/** How a span of days is called. */
export function pointOf({ from, to }: Span, step: Step, locale: string): Point {
  if (step === 'day') return dayPoint(from, locale);
  if (step === 'month') return { name: monthName(from, locale), short: shortMonth(from, locale) };
  return { name: yearDays(from, to, locale), short: shortDay(from, locale) };
}

function useSalesChart(
  { days, compared, currency, hasMoney }: Omit<OverTimeProps, 'step' | 'changeStep'>,
  step: Step,
  name: string,
): ChartData {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const measure = hasMoney ? amounts(currency, locale) : counts(locale);
  const spans = spansOf(
    days.map(({ day }) => day),
    step,
  );
  const values = (of: readonly Omit<Day, 'day'>[]) =>
    sumsOf(
      spans,
      days.map((_, nth) => (hasMoney ? of[nth]?.sales : of[nth]?.sold) ?? null),
    );
  const main = values(days);
  const sold = sumsOf(
    spans,
    days.map((day) => day.sold),
  );
  const points = spans.map((span) => pointOf(span, step, locale));
  const most = main.reduce<number>((best, value, nth) => ((value ?? 0) > (main[best] ?? 0) ? nth : best), 0);
  const range = yearDays(days[0]?.day ?? '', days.at(-1)?.day ?? '', locale);
  const sum = measure.full(main.reduce<number>((all, value) => all + (value ?? 0), 0));
  const bestName = points[most]?.name ?? '';
  const best = measure.full(main[most] ?? 0);
  const tickets = (count: number) => t`${plural(count, { one: '# ticket', other: '# tickets' })}`;
  return {
    name,
    summary: t`${range}: ${sum} in all, the most on ${bestName} with ${best}.`,
    pointsAre: step === 'day' ? t`Day` : step === 'week' ? t`Week` : t`Month`,
    points,
    series: [
      { key: 'main', name: range, look: 'main', values: main },
      ...(compared
        ? [{ key: 'before', name: compared.name, look: 'before' as const, values: values(compared.days) }]
        : []),
    ],
    measure,
    ...(hasMoney && { note: (index) => tickets(sold[index] ?? 0) }),
  };
}

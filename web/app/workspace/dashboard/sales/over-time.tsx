import type { EventDetail } from '@entrada/contract/catalog/events';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import type { ChartData } from '../../kit/charts/chart.ts';
import { ChartFigure, ChartSkeleton } from '../../kit/charts/figure.tsx';
import { LineChart } from '../../kit/charts/line.tsx';
import { amounts, counts, dayPoint, shortDays } from '../../kit/charts/words.ts';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { ComparedWith } from '../../kit/period/compared-with.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import { type Range, useChoice } from '../choice.ts';
import styles from '../dashboard.module.css';
import { type EventFigures, figuresRead } from '../reads.ts';

const HEIGHT = 300;

/** The sales of each day, beside the days before or a past event. */
export function SalesOverTime({ event }: { event: EventDetail }) {
  const { t } = useLingui();
  const { choice, change } = useChoice();
  const query = useKeptRead(figuresRead(event, choice));
  return (
    <section className={styles.cell} aria-labelledby="sales-over-time">
      <div className={styles.cellHead}>
        <h2 id="sales-over-time">
          <Trans>Sales over time</Trans>
        </h2>
        <div className={styles.choices}>
          <ComparedWith
            eventId={event.id}
            pastEvent={choice.pastEvent}
            choose={(compare) => change({ compare })}
            variant="subtle"
            className={styles.compare}
          />
          <SegmentedControl
            aria-label={t`Days to show`}
            value={choice.range}
            onChange={(range) => change({ range: range as Range })}
            data={[
              { value: '7', label: t`7 days` },
              { value: '30', label: t`30 days` },
              { value: 'all', label: t`All` },
            ]}
          />
        </div>
      </div>
      <KeptFigures query={query} timezone={event.timezone} skeleton={<ChartSkeleton height={HEIGHT} />}>
        {(figures) => <SalesChart figures={figures} />}
      </KeptFigures>
    </section>
  );
}

function SalesChart({ figures: shown }: { figures: EventFigures }) {
  const chart = useSalesChart(shown);
  const { figures, before, pastEvent } = shown;
  const hasNone = [figures, before?.figures, pastEvent?.figures].every(
    (sums) => !sums || (sums.orders === 0 && sums.gross === 0),
  );
  if (hasNone)
    return (
      <p className={styles.empty} style={{ minHeight: HEIGHT }}>
        {shown.firstDay === null ? (
          <Trans>Sales show here from the first order on.</Trans>
        ) : (
          <Trans>No sales on these days.</Trans>
        )}
      </p>
    );
  return (
    <ChartFigure chart={chart}>
      <LineChart chart={chart} height={HEIGHT} />
    </ChartFigure>
  );
}

/** Money of each day, or tickets if the event takes none. */
function useSalesChart(shown: EventFigures): ChartData {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const { days, figures, before, pastEvent, currency } = shown;
  const compared = pastEvent ?? before;
  const isFree = figures.gross === 0 && (compared?.figures.gross ?? 0) === 0;
  const measure = isFree ? counts(locale) : amounts(currency, locale);
  const valuesOf = (of: readonly { gross: number; tickets: number }[]) =>
    days.map((_, nth) => (isFree ? of[nth]?.tickets : of[nth]?.gross) ?? null);
  const tickets = (count: number) => t`${plural(count, { one: '# ticket', other: '# tickets' })}`;
  const span = shortDays(shown.from, shown.to, locale);
  const length = t`${plural(days.length, { one: 'the day before', other: '# days before' })}`;
  const name = pastEvent ? t`${pastEvent.title}, same days` : length;
  const best = days.reduce(
    (most, day) => (key(day) > key(most) ? day : most),
    days[0] ?? { ...figures, day: '' },
  );
  function key(day: { gross: number; tickets: number }) {
    return isFree ? day.tickets : day.gross;
  }
  const sum = measure.full(key(figures));
  const bestDay = best.day && dayPoint(best.day, locale).name;
  const most = measure.full(key(best));
  return {
    name: t`Sales over time`,
    summary: t`${span}: ${sum} in all, the most on ${bestDay} with ${most}.`,
    pointsAre: t`Day`,
    points: days.map(({ day }) => dayPoint(day, locale)),
    series: [
      { key: 'main', name: span, look: 'main', values: valuesOf(days) },
      ...(compared
        ? [{ key: 'before', name, look: 'before' as const, values: valuesOf(compared.days) }]
        : []),
    ],
    measure,
    ...(!isFree && { note: (index) => tickets(days[index]?.tickets ?? 0) }),
  };
}

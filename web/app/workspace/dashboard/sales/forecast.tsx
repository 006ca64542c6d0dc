import type { EventDetail } from '@entrada/contract/catalog/events';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatCount } from '../../../platform/i18n/format.ts';
import type { ChartData, Series } from '../../kit/charts/chart.ts';
import { ChartFigure, ChartSkeleton } from '../../kit/charts/figure.tsx';
import { LineChart } from '../../kit/charts/line.tsx';
import { counts, dayPoint } from '../../kit/charts/words.ts';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import { useChoice } from '../choice.ts';
import styles from '../dashboard.module.css';
import { type Forecast, forecastRead } from '../reads.ts';
import { forecastLines } from './forecast-lines.ts';

const HEIGHT = 160;

/** How many tickets were sold in all, day by day, and how many are to be expected when the event begins. */
export function ForecastCell({ event }: { event: EventDetail }) {
  const query = useKeptRead(forecastRead(event, useChoice().choice));
  const isOver = event.calledOffAt !== null || query.data?.status === 'over';
  return (
    <section className={styles.half} aria-labelledby="forecast">
      <div className={styles.cellHead}>
        <h2 id="forecast">{isOver ? <Trans>Course of sales</Trans> : <Trans>Forecast</Trans>}</h2>
      </div>
      <KeptFigures query={query} timezone={event.timezone} skeleton={<ChartSkeleton height={HEIGHT} />}>
        {(found) => {
          // Nothing more is sold of an event that is called off.
          const forecast = event.calledOffAt ? { ...found, expected: [] } : found;
          return (
            <>
              <p className={styles.forecast}>
                {event.calledOffAt ? (
                  <Trans>The event is called off. Its tickets are no longer sold.</Trans>
                ) : (
                  <Expectation forecast={forecast} endsAt={event.endsAt} />
                )}
              </p>
              {forecast.soFar.length > 1 && <ForecastChart forecast={forecast} />}
            </>
          );
        }}
      </KeptFigures>
    </section>
  );
}

/** The expectation in words, or why there is none. */
function Expectation({ forecast, endsAt }: { forecast: Forecast; endsAt: string | null }) {
  const { t, i18n } = useLingui();
  const { status, expectation, missing, sold } = forecast;
  const count = (value: number) => formatCount(value, i18n.locale);
  const soldCount = count(sold);
  if (status === 'sold_out') return <Trans>Sold out. All {soldCount} tickets are sold.</Trans>;
  if (status === 'over' && endsAt && new Date(endsAt) <= new Date())
    return <Trans>The event is over. {soldCount} tickets were sold.</Trans>;
  if (status === 'over') return <Trans>The event has begun. {soldCount} tickets were sold.</Trans>;
  if (!expectation) {
    const days = missing?.days ?? 0;
    const tickets = missing?.tickets ?? 0;
    const [moreDays, moreTickets] = [
      t`${plural(days, { one: '# more day of sale', other: '# more days of sale' })}`,
      t`${plural(tickets, { one: '# more ticket', other: '# more tickets' })}`,
    ];
    if (days > 0 && tickets > 0)
      return (
        <Trans>
          Too early for a forecast. It needs {moreDays} and {moreTickets}.
        </Trans>
      );
    const more = days > 0 ? moreDays : moreTickets;
    return <Trans>Too early for a forecast. It needs {more}.</Trans>;
  }
  const likely = count(expectation.likely);
  const low = count(expectation.low);
  const high = count(expectation.high);
  return (
    <Trans>
      About <b>{likely} tickets</b> by the first day, most likely {low} to {high}.
    </Trans>
  );
}

function ForecastChart({ forecast }: { forecast: Forecast }) {
  const chart = useForecastChart(forecast);
  return (
    <ChartFigure chart={chart}>
      <LineChart chart={chart} height={HEIGHT} />
    </ChartFigure>
  );
}

function useForecastChart(forecast: Forecast): ChartData {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const lines = forecastLines(forecast);
  const all = formatCount(forecast.sold, locale);
  const series: Series[] = [{ key: 'sold', name: t`Sold`, look: 'main', values: lines.sold }];
  if (lines.expected)
    series.push({ key: 'expected', name: t`Expected`, look: 'expected', values: lines.expected.likely });
  if (lines.past)
    series.push({ key: 'past', name: forecast.pastEvent?.title ?? '', look: 'before', values: lines.past });
  if (lines.limit) series.push({ key: 'limit', name: t`Capacity`, look: 'limit', values: lines.limit });
  return {
    name: t`Tickets sold in all`,
    summary: t`${all} so far.`,
    pointsAre: t`Day`,
    points: lines.days.map((day) => {
      const point = dayPoint(day, locale);
      return day === forecast.today ? { ...point, short: t`Today` } : point;
    }),
    series,
    ...(lines.expected && { range: lines.expected }),
    measure: counts(locale),
  };
}

import type { EventDetail } from '@entrada/contract/catalog/events';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatTime } from '../../../platform/i18n/format.ts';
import { BarChart } from '../../kit/charts/bars.tsx';
import type { ChartData } from '../../kit/charts/chart.ts';
import { ChartFigure } from '../../kit/charts/figure.tsx';
import { counts } from '../../kit/charts/words.ts';
import styles from '../dashboard.module.css';
import type { DoorDay } from '../reads.ts';
import { barsOf, lastMinutes } from './minutes.ts';

const HEIGHT = 210;
const MOST_BARS = 72;
const LAST = 15;
const NEWEST = 3;

type EntriesProps = { event: EventDetail; day: DoorDay };

/** How many people entered in each minute since the first one, or lately. */
export function Entries({ event, day }: EntriesProps) {
  const { t, i18n } = useLingui();
  const [shown, setShown] = useState<'all' | 'last'>('all');
  const begins = formatTime(event.startsAt, { locale: i18n.locale, timezone: event.timezone });
  return (
    <section className={styles.cell} aria-labelledby="entries">
      <div className={styles.cellHead}>
        <h2 id="entries">
          <Trans>Entries per minute</Trans>
        </h2>
        {day.minutes && (
          <SegmentedControl
            aria-label={t`Minutes to show`}
            value={shown}
            onChange={(value) => setShown(value === 'last' ? 'last' : 'all')}
            data={[
              { value: 'all', label: t`Since doors` },
              { value: 'last', label: t`Last ${LAST} min` },
            ]}
          />
        )}
      </div>
      {day.minutes ? (
        <EntriesChart
          event={event}
          minutes={shown === 'last' ? lastMinutes(day.minutes, LAST) : day.minutes}
        />
      ) : (
        <p className={styles.empty} style={{ minHeight: HEIGHT }}>
          <Trans>Nobody has entered yet. The event begins at {begins}.</Trans>
        </p>
      )}
    </section>
  );
}

type EntriesChartProps = { event: EventDetail; minutes: NonNullable<DoorDay['minutes']> };

function EntriesChart({ event, minutes }: EntriesChartProps) {
  const { t, i18n } = useLingui();
  const { size, bars } = barsOf(minutes, MOST_BARS);
  const time = (at: string) => formatTime(at, { locale: i18n.locale, timezone: event.timezone });
  const all = formatCount(
    minutes.entries.reduce((sum, one) => sum + one, 0),
    i18n.locale,
  );
  const from = time(minutes.from);
  const until = time(bars.at(-1)?.from ?? minutes.from);
  const chart: ChartData = {
    name: t`${plural(size, { one: 'Entries per minute', other: 'Entries per # minutes' })}`,
    summary: t`${all} from ${from} to ${until}.`,
    pointsAre: t`Time`,
    points: bars.map((bar) => ({ name: time(bar.from), short: time(bar.from) })),
    series: [{ key: 'main', name: t`Entries`, look: 'main', values: bars.map(({ entries }) => entries) }],
    measure: counts(i18n.locale),
  };
  return (
    <>
      {size > 1 && (
        <p className={styles.footnote}>
          <Trans>Each bar is {size} minutes.</Trans>
        </p>
      )}
      <ChartFigure chart={chart} hasBars>
        <BarChart chart={chart} height={HEIGHT} newest={NEWEST} />
      </ChartFigure>
    </>
  );
}

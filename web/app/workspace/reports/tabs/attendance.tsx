import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime, formatTime } from '../../../platform/i18n/format.ts';
import { BarChart } from '../../kit/charts/bars.tsx';
import type { ChartData } from '../../kit/charts/chart.ts';
import { ChartFigure } from '../../kit/charts/figure.tsx';
import { counts, dayPoint } from '../../kit/charts/words.ts';
import { TwoLines } from '../../kit/display/two-lines.tsx';
import { Figure, FigureStrip } from '../../kit/figures/strip.tsx';
import { some, useFigures } from '../parts/money.tsx';
import { Rows } from '../parts/rows.tsx';
import { ReportSection } from '../parts/section.tsx';
import { everyQuarter } from '../quarters.ts';
import type { Attendance } from '../reads/people.ts';
import styles from '../reports.module.css';

const HEIGHT = 200;

/** Who came: by list, by day and by time of day. */
export function AttendanceReport({ report }: { report: Attendance }) {
  const { t, i18n } = useLingui();
  const { count, share } = useFigures(report.currency);
  const { attendees, people, entries, lists, days } = report;
  const times = useTimesChart(report);
  const part = attendees > 0 ? share(people, attendees) : null;
  const all = count(attendees);
  const write = days.length > 1 ? formatDayTime : formatTime;
  const time = (at: string | null) => at && write(at, { locale: i18n.locale, timezone: report.timezone });
  return (
    <>
      <FigureStrip isDense>
        <Figure
          label={<Trans>Came</Trans>}
          more={
            part && (
              <Trans>
                {part} of {all} attendees
              </Trans>
            )
          }
        >
          {count(people)}
        </Figure>
        <Figure label={<Trans>Did not come</Trans>}>{count(Math.max(0, attendees - people))}</Figure>
        <Figure label={<Trans>Entries</Trans>} more={<Trans>Also of people who came in again</Trans>}>
          {count(entries)}
        </Figure>
      </FigureStrip>
      <ReportSection title={<Trans>Entries by time of day</Trans>}>
        {times ? (
          <ChartFigure chart={times}>
            <BarChart chart={times} height={HEIGHT} wideLabels={14} />
          </ChartFigure>
        ) : (
          <p className={styles.empty} style={{ minHeight: HEIGHT }}>
            <Trans>Nobody came in on these days.</Trans>
          </p>
        )}
      </ReportSection>
      <ReportSection title={<Trans>By check-in list</Trans>}>
        <Rows
          label={t`By check-in list`}
          head={{
            header: t`Check-in list`,
            cell: ({ name, isDeleted }) => (
              <TwoLines first={name} second={isDeleted && <Trans>Deleted</Trans>} />
            ),
          }}
          columns={[
            { key: 'attendees', header: t`Attendees`, cell: (row) => some(row.attendees, count) },
            { key: 'entries', header: t`Entries`, cell: (row) => some(row.entries, count) },
            { key: 'first', header: t`First entry`, cell: ({ firstAt }) => time(firstAt) },
            { key: 'last', header: t`Last entry`, cell: ({ lastAt }) => time(lastAt) },
            { key: 'people', header: t`Came`, cell: (row) => some(row.people, count), isMain: true },
          ]}
          rows={lists}
          rowKey={({ id }) => id}
        />
      </ReportSection>
      {days.length > 1 && (
        <ReportSection title={<Trans>By day</Trans>}>
          <Rows
            label={t`By day`}
            head={{ header: t`Day`, cell: ({ day }) => dayPoint(day, i18n.locale).name }}
            columns={[
              { key: 'entries', header: t`Entries`, cell: (row) => some(row.entries, count) },
              { key: 'people', header: t`Came`, cell: (row) => some(row.people, count), isMain: true },
            ]}
            rows={days}
            rowKey={({ day }) => day}
          />
        </ReportSection>
      )}
    </>
  );
}

/** The entries of each quarter of an hour. Nothing if nobody came. */
function useTimesChart({ times, entries }: Attendance): ChartData | null {
  const { t, i18n } = useLingui();
  const measure = counts(i18n.locale);
  const quarters = everyQuarter(times);
  const clock = (at: string) => formatTime(`2000-01-01T${at}:00Z`, { locale: i18n.locale, timezone: 'UTC' });
  const most = quarters.reduce((best, one) => (one.entries > best.entries ? one : best), {
    at: '',
    entries: -1,
  });
  if (most.entries < 0) return null;
  const mostAt = clock(most.at);
  const total = t`${plural(entries, { one: '# entry', other: '# entries' })}`;
  const best = measure.full(most.entries);
  return {
    name: t`Entries by time of day`,
    summary: t`${total}, the most at ${mostAt} with ${best}.`,
    pointsAre: t`Time`,
    points: quarters.map(({ at }) => ({ name: clock(at), short: clock(at) })),
    series: [{ key: 'entries', name: t`Entries`, look: 'main', values: quarters.map((one) => one.entries) }],
    measure,
  };
}

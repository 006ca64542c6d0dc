import { useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { dateFormat } from '../../../platform/i18n/date-format.ts';
import { formatDay } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import styles from './calendar.module.css';
import { addDays, addMonths, type Day, dayByKey, firstWeekday, weekStart, weeksOf } from './month.ts';

type CalendarMonthProps = {
  today: Day;
  /** The day that the keys move from. Its month is shown. */
  active: Day;
  /** Empty if none is chosen. */
  chosen: Day;
  /** How many years before this one can be chosen. */
  past: number;
  onMove: (day: Day) => void;
  onChoose: (day: Day) => void;
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true };
const YEARS_AHEAD = 12;

/** One month of days, by the keys of the WAI-ARIA date picker. Month and year can be chosen as well. */
export function CalendarMonth({ today, active, chosen, past, onMove, onChoose }: CalendarMonthProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  const firstDay = firstWeekday(locale);
  const weeks = weeksOf(active, firstDay);
  const say = (day: Day, options: Intl.DateTimeFormatOptions) =>
    dateFormat(languageTag(locale), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the active day
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>('[data-active]')?.focus();
    byKey.current = false;
  }, [active]);
  const press = (event: KeyboardEvent) => {
    const day = dayByKey(active, event, firstDay);
    if (!day || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    byKey.current = true;
    onMove(day);
  };
  const weekdays = Array.from({ length: 7 }, (_, index) => addDays(weekStart(active, firstDay), index));
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${active.slice(0, 4)}-01-01`, index));
  const [year, thisYear] = [Number(active.slice(0, 4)), Number(today.slice(0, 4))];
  const first = Math.min(year, thisYear - past);
  const last = Math.max(year, thisYear + YEARS_AHEAD);
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.step}
          aria-label={t`Previous month`}
          onClick={() => onMove(addMonths(active, -1))}
        >
          <IconChevronLeft {...icon} />
        </button>
        <select
          aria-label={t`Month`}
          value={Number(active.slice(5, 7)) - 1}
          onChange={({ currentTarget }) =>
            onMove(addMonths(active, Number(currentTarget.value) + 1 - Number(active.slice(5, 7))))
          }
        >
          {months.map((day, index) => (
            <option key={day} value={index}>
              {say(day, { month: 'long' })}
            </option>
          ))}
        </select>
        <select
          aria-label={t`Year`}
          value={year}
          onChange={({ currentTarget }) =>
            onMove(addMonths(active, 12 * (Number(currentTarget.value) - year)))
          }
        >
          {Array.from({ length: last - first + 1 }, (_, index) => last - index).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <button
          type="button"
          className={styles.step}
          aria-label={t`Next month`}
          onClick={() => onMove(addMonths(active, 1))}
        >
          <IconChevronRight {...icon} />
        </button>
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose days are chosen is a grid
        role="grid"
        aria-label={say(active, { month: 'long', year: 'numeric' })}
        onKeyDown={press}
      >
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={say(day, { weekday: 'long' })}>
                {say(day, { weekday: locale === 'zh-cn' ? 'narrow' : 'short' })
                  .slice(0, 3)
                  .replace('.', '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) =>
                day === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is its place
                  <td key={index} />
                ) : (
                  <td key={day}>
                    <button
                      type="button"
                      className={styles.day}
                      tabIndex={day === active ? 0 : -1}
                      data-active={day === active || undefined}
                      aria-pressed={day === chosen}
                      aria-current={day === today ? 'date' : undefined}
                      aria-label={formatDay(`${day}T00:00Z`, { locale, timezone: 'UTC' })}
                      onClick={() => onChoose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

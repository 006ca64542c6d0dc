/** A day of the calendar: "2027-06-11". */
export type Day = string;

const at = (day: Day) => new Date(`${day}T00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

export function addDays(day: Day, days: number): Day {
  const date = at(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** The same day of another month, or the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const first = at(`${day.slice(0, 8)}01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(Number(day.slice(8)), last.getUTCDate()));
  return dayOf(first);
}

/** The first day of the week, as `Date` counts: 0 is Sunday. Not every browser can tell it. */
export const firstWeekday = (locale: string): number => (locale === 'pt-br' ? 0 : 1);

/** The first day of the week of a day. */
export const weekStart = (day: Day, firstDay: number): Day =>
  addDays(day, -((at(day).getUTCDay() - firstDay + 7) % 7));

/** The weeks of a month. Null stands for a day of another month. */
export function weeksOf(day: Day, firstDay: number): (Day | null)[][] {
  const month = day.slice(0, 7);
  const weeks: (Day | null)[][] = [];
  for (
    let start = weekStart(`${month}-01`, firstDay);
    start.slice(0, 7) <= month;
    start = addDays(start, 7)
  ) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(start, index));
    weeks.push(days.map((one) => (one.startsWith(month) ? one : null)));
  }
  return weeks;
}

/** The day that a key of the calendar leads to. Undefined for every other key. */
export function dayByKey(
  day: Day,
  key: { key: string; shiftKey: boolean },
  firstDay: number,
): Day | undefined {
  const months = key.shiftKey ? 12 : 1;
  switch (key.key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return weekStart(day, firstDay);
    case 'End':
      return addDays(weekStart(day, firstDay), 6);
    case 'PageUp':
      return addMonths(day, -months);
    case 'PageDown':
      return addMonths(day, months);
    default:
      return undefined;
  }
}

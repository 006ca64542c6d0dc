import { addDays } from '@entrada/contract/catalog/policies/days';

/** What a bar of a chart stands for. */
export const STEPS = ['day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** What bars stand for if nobody chose: at most about 30 of them. */
export const usualStep = (days: number): Step => (days <= 31 ? 'day' : days <= 217 ? 'week' : 'month');

/** Days that stand together, with the places of the first and the last one. */
export type Span = { from: string; to: string; first: number; last: number };

/** The Monday of a day's week. */
const monday = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

const startOf: Record<Step, (day: string) => string> = {
  day: (day) => day,
  week: monday,
  month: (day) => day.slice(0, 7),
};

/** Days in a row, put together by day, by week from Monday on, or by month. The outer spans may be shorter. */
export function spansOf(days: readonly string[], step: Step): Span[] {
  const spans: Span[] = [];
  let start = '';
  days.forEach((day, index) => {
    const last = spans.at(-1);
    if (last && startOf[step](day) === start) {
      last.to = day;
      last.last = index;
    } else {
      start = startOf[step](day);
      spans.push({ from: day, to: day, first: index, last: index });
    }
  });
  return spans;
}

/** The sums of values over spans. Null where every value is unknown. */
export const sumsOf = (spans: readonly Span[], values: readonly (number | null)[]): (number | null)[] =>
  spans.map(({ first, last }) => {
    const known = values.slice(first, last + 1).filter((value) => value != null);
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
  });

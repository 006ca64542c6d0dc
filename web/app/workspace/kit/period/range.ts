import { addDays } from '@entrada/contract/catalog/policies/days';

/** Spans of days that people ask for often. All of them end today, but for the last month. */
export const PRESETS = ['7', '30', 'month', 'last-month', 'quarter', 'year', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

/** The days of a report: one of the presets, or a first and a last day. */
export type Period = { preset: Preset } | { from: string; to: string };

/** The first and the last day. Neither of them: all days on which anything happened. */
export type Days = { from: string; to: string } | { from?: undefined; to?: undefined };

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is a day of the calendar: "2027-02-29" is none. */
export const isDay = (text: string): boolean => {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** What the address says about the days. What it does not say, or says wrongly, is the usual preset. */
export function readPeriod(search: URLSearchParams, usual: Preset): Period {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
  return { preset: PRESETS.find((one) => one === search.get('period')) ?? usual };
}

/** The address for other days. Other parameters of the address are kept. */
export function writePeriod(search: URLSearchParams, period: Period, usual: Preset): URLSearchParams {
  const changed = new URLSearchParams(search);
  for (const name of ['period', 'from', 'to']) changed.delete(name);
  if ('from' in period) {
    changed.set('from', period.from);
    changed.set('to', period.to);
  } else if (period.preset !== usual) changed.set('period', period.preset);
  return changed;
}

/** The days of a period, if it is `today`. */
export function daysOf(period: Period, today: string): Days {
  if ('from' in period) return period;
  const [year = '', month = ''] = today.split('-');
  const monthStart = `${year}-${month}-01`;
  switch (period.preset) {
    case '7':
    case '30':
      return { from: addDays(today, 1 - Number(period.preset)), to: today };
    case 'month':
      return { from: monthStart, to: today };
    case 'last-month': {
      const to = addDays(monthStart, -1);
      return { from: `${to.slice(0, 8)}01`, to };
    }
    case 'quarter': {
      const first = Math.floor((Number(month) - 1) / 3) * 3 + 1;
      return { from: `${year}-${String(first).padStart(2, '0')}-01`, to: today };
    }
    case 'year':
      return { from: `${year}-01-01`, to: today };
    case 'all':
      return {};
  }
}

import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BarChart } from './bars.tsx';
import type { ChartData } from './chart.ts';
import { ChartFigure } from './figure.tsx';
import { LineChart } from './line.tsx';
import { ChartTable } from './table.tsx';
import { amounts, counts, dayPoint, monthName, shortDays, yearDays } from './words.ts';

const chart: ChartData = {
  name: 'Sales over time',
  summary: '€12.00 in three days.',
  pointsAre: 'Day',
  points: ['2026-11-09', '2026-11-10', '2026-11-11'].map((day) => dayPoint(day, 'en')),
  series: [
    { key: 'before', name: 'Days before', look: 'before', values: [100, 400, 200] },
    { key: 'main', name: 'These days', look: 'main', values: [0, 1_200, null] },
    { key: 'expected', name: 'Expected', look: 'expected', values: [null, 1_200, 1_600] },
  ],
  range: { low: [null, 1_200, 1_500], high: [null, 1_200, 1_700] },
  measure: amounts('EUR', 'en'),
  note: (index) => `${index} tickets`,
};

function render(element: ReactElement): string {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  return renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>);
}

test('a line is drawn on the server, with a summary, labels and its key', () => {
  const html = render(
    <ChartFigure chart={chart}>
      <LineChart chart={chart} height={300} />
    </ChartFigure>,
  );
  expect(html).toContain('aria-label="Sales over time. €12.00 in three days."');
  // €20 is the upper edge.
  expect(html).toContain('class="main" d="M0,100L50,40"');
  expect(html).toContain('class="before" d="M0,95L50,80L100,90"');
  expect(html).toContain('class="expected" d="M50,40L100,20"');
  // The dot is where the line ends.
  expect(html).toContain('cx="50%" cy="40%"');
  for (const words of ['€20', '€0', '9 Nov', '11 Nov', 'Days before']) expect(html).toContain(words);
});

test('bars stand on nought, and only the newest have the colour of what matters', () => {
  const of = { ...chart, measure: counts('en'), series: chart.series.slice(1, 2) };
  const html = render(<BarChart chart={of} height={200} newest={2} />);
  expect(html.match(/class="quietBar"/g)).toHaveLength(1);
  expect(html.match(/class="bar"/g)).toHaveLength(1);
  expect(html).toMatch(/y="0%" width="[\d.]+%" height="100%"/);
});

test('the table holds every value, and a dash where there is none', () => {
  const rows = render(<ChartTable chart={chart} />).split('<tr>');
  const cells = (row = '') => [...row.matchAll(/<t[hd][^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(cells(rows[1])).toEqual(['Day', 'Days before', 'These days', 'Expected', 'Most likely', 'Also']);
  expect(cells(rows[2])).toEqual(['Mon 9 November 2026', '€1.00', '€0.00', '–', '', '0 tickets']);
  expect(cells(rows[4])).toEqual([
    'Wed 11 November 2026',
    '€2.00',
    '–',
    '€16.00',
    '€15.00 – €17.00',
    '2 tickets',
  ]);
});

test.each([
  ['en', '22 Oct – 20 Nov', '€4K', '4,000'],
  ['de', '22. Okt. – 20. Nov.', '4000 €', '4.000'],
  ['zh-cn', '10月22日 – 11月20日', '€4000', '4,000'],
])('in %s days, money and counts are written as its readers do', (locale, days, money, count) => {
  expect(shortDays('2026-10-22', '2026-11-20', locale)).toBe(days);
  expect(amounts('EUR', locale).short(400_000)).toBe(money);
  expect(counts(locale).full(4_000)).toBe(count);
  expect(amounts('JPY', 'en').short(4_000)).toBe('¥4K');
});

test.each([
  ['en', '1 Oct – 21 Nov 2026', '30 Dec 2026 – 2 Jan 2027', 'December 2026'],
  ['de', '1. Okt. – 21. Nov. 2026', '30. Dez. 2026 – 2. Jan. 2027', 'Dezember 2026'],
  ['zh-cn', '2026年10月1日 – 11月21日', '2026年12月30日 – 2027年1月2日', '2026年12月'],
])('in %s days name their year once if it is the same', (locale, same, other, month) => {
  expect(yearDays('2026-10-01', '2026-11-21', locale)).toBe(same);
  expect(yearDays('2026-12-30', '2027-01-02', locale)).toBe(other);
  expect(yearDays('2026-12-30', '2026-12-30', locale)).not.toContain('–');
  expect(monthName('2026-12-30', locale)).toBe(month);
});

test('a narrow chart leaves out every second label where labels are long', () => {
  const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];
  const of = (locale: string) =>
    render(
      <LineChart
        chart={{
          ...chart,
          points: days.map((day) => dayPoint(day, locale)),
          series: [{ key: 'main', name: 'These days', look: 'main', values: [1, 2, 3, 4, 5] }],
          range: undefined,
        }}
        height={300}
      />,
    );
  const long = of('zh-cn');
  expect(long).toContain('data-long="true"');
  expect(long.match(/data-between="true"[^>]*>([^<]*)/g)?.map((label) => label.replace(/.*>/, ''))).toEqual([
    '11月10日',
    '11月12日',
  ]);
  expect(of('en')).not.toContain('data-long');
});

import { describe, expect, it } from 'vitest';
import { addMonths, dayByKey, firstWeekday, weeksOf } from './month.ts';

describe('the month of a calendar', () => {
  it('begins on the first day of the week of the language', () => {
    expect(weeksOf('2027-04-15', firstWeekday('es'))[0]).toEqual([
      null,
      null,
      null,
      '2027-04-01',
      '2027-04-02',
      '2027-04-03',
      '2027-04-04',
    ]);
    expect(weeksOf('2027-04-15', firstWeekday('pt-br'))[0]?.indexOf('2027-04-01')).toBe(4);
  });

  it('has every day once, through all months of four years', () => {
    for (let month = '2027-01-31'; month < '2031'; month = addMonths(month, 1)) {
      for (const firstDay of [0, 1]) {
        const weeks = weeksOf(month, firstDay);
        const days = weeks.flat().filter((day) => day !== null);
        const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
        expect(days).toHaveLength(last);
        expect(new Set(days).size).toBe(last);
        expect(weeks.every((week) => week.length === 7 && week.some((day) => day !== null))).toBe(true);
      }
    }
  });

  it.each([
    ['ArrowLeft', false, '2027-03-30'],
    ['ArrowRight', false, '2027-04-01'],
    ['ArrowUp', false, '2027-03-24'],
    ['ArrowDown', false, '2027-04-07'],
    ['Home', false, '2027-03-29'],
    ['End', false, '2027-04-04'],
    ['PageUp', false, '2027-02-28'],
    ['PageDown', false, '2027-04-30'],
    ['PageDown', true, '2028-03-31'],
    ['Enter', false, undefined],
  ])('%s with shift %s leads from 31 March to %s', (key, shiftKey, day) => {
    expect(dayByKey('2027-03-31', { key, shiftKey }, 1)).toBe(day);
  });
});

import { LOCALES } from '@entrada/contract/constants';
import { describe, expect, it } from 'vitest';
import { readDateText } from './read-text.ts';
import { shownText, writeDateText } from './write-text.ts';

const moment = (text: string, locale = 'en') => {
  const read = readDateText(text, { locale, kind: 'moment' });
  return read.ok ? read.local : read.code;
};
const day = (text: string, locale = 'en') => {
  const read = readDateText(text, { locale, kind: 'day' });
  return read.ok ? read.local : read.code;
};

describe('what people type in each language', () => {
  it.each([
    ['es', '1 abr 2027, 10:00'],
    ['es', '1 de abril de 2027 a las 10:00'],
    ['es', '01/04/2027 10h'],
    ['es', 'jueves, 1 de abril de 2027, 10:00'],
    ['de', '1.4.2027 10 Uhr'],
    ['de', 'Do. 1. April 2027 um 10:00 Uhr'],
    ['de', '01.04.27, 10.00'],
    ['fr', '1er avril 2027 à 10h00'],
    ['fr', 'jeu. 1 avr. 2027 10 h'],
    ['pt', '1/04/2027, 10:00'],
    ['pt', 'quinta-feira, 1 de abril de 2027 às 10h'],
    ['pt-br', '1º de abr. de 2027, 10:00'],
    ['pt-br', '01042027 1000'],
    ['zh-cn', '2027年4月1日 10:00'],
    ['zh-cn', '2027年4月1日 星期四 上午10点'],
    ['zh-cn', '2027/4/1 10点00分'],
    ['zh-cn', '20270401 1000'],
    ['zh-cn', '２０２７年４月１日　１０：００'],
    ['en', '1 Apr 2027, 10am'],
    ['en', 'Thursday 1st of April 2027 at 10:00'],
    ['en', 'April 1, 2027 10 a.m.'],
    ['en', '1-4-2027 1000'],
    ['en', '10:00 1.4.2027'],
    ['en', '01/04/2027, 10:00'],
    ['en', '1/4/2027 10:00'],
    ['en', '1/4/2027 - 10:00'],
    ['en', '1–4–2027 – 10:00'],
    ['en', '1/4/2027 · 10:00'],
    ['en', '1/4/2027 @ 10am'],
    ['es', '1/4/2027 a las 10:00 horas'],
  ])('%s: %s', (locale, text) => {
    expect(moment(text, locale)).toBe('2027-04-01T10:00');
  });

  it.each(LOCALES)('%s: ISO 8601, and English names', (locale) => {
    for (const text of ['2027-04-01T10:00', '2027-04-01 10:00', '2027-04-01, 1000', '1 apr 2027 10:00'])
      expect(moment(text, locale)).toBe('2027-04-01T10:00');
  });

  it.each(LOCALES)('%s: whatever a field shows is read again, on every day of a leap year', (locale) => {
    for (let index = 0; index < 366; index += 1) {
      const at = new Date(Date.UTC(2028, 0, 1 + index, index % 24, (index * 7) % 60)).toISOString();
      expect(moment(writeDateText(at.slice(0, 16), locale), locale)).toBe(at.slice(0, 16));
      expect(day(writeDateText(at.slice(0, 10), locale), locale)).toBe(at.slice(0, 10));
    }
    const second = '2027-10-31T02:30+01:00';
    expect(moment(writeDateText(second, locale), locale)).toBe(second);
    const half = '2027-04-04T01:45+10:30';
    expect(moment(writeDateText(half, locale), locale)).toBe(half);
  });
});

it.each([
  ['9pm', '21:00'],
  ['12 pm', '12:00'],
  ['12am', '00:00'],
  ['930', '09:30'],
  ['9.30 p.m.', '21:30'],
  ['23:59:00', '23:59'],
  ['0:05', '00:05'],
])('the time %s', (text, time) => {
  expect(moment(`11 June 2027 ${text}`)).toBe(`2027-06-11T${time}`);
});

it.each([
  ['0512', 'unreadable'],
  ['tomorrow', 'unreadable'],
  ['11 jum 2027, 18:00', 'unreadable'],
  ['31.4.2027 10:00', 'no_such_day'],
  ['29 Feb 2027, 10:00', 'no_such_day'],
  ['4/13/2027 10:00', 'no_such_day'],
  ['1 April', 'year'],
  ['1.4. 10:00', 'year'],
  ['1 Apr 202', 'year'],
  ['1 Apr 2027', 'no_time'],
  ['1.4.2027,', 'no_time'],
  ['1.4.2027 25:00', 'no_such_time'],
  ['1.4.2027 10:60', 'no_such_time'],
  ['1.4.2027 13pm', 'no_such_time'],
  ['1.4.2027 soon', 'no_such_time'],
])('%s is refused: %s', (text, code) => {
  expect(moment(text)).toBe(code);
});

it('in Chinese the year stands first, so that no number has two meanings', () => {
  expect(moment('1/4/2027 10:00', 'zh-cn')).toBe('unreadable');
  expect(moment('4月1日 10:00', 'zh-cn')).toBe('year');
});

it('a day leaves out the time behind it, and its year has all four digits', () => {
  expect(day('12/3/1985', 'es')).toBe('1985-03-12');
  expect(day('12. März 1985', 'de')).toBe('1985-03-12');
  expect(day('12/3/85', 'es')).toBe('year');
  for (const text of [
    '9/6/2027',
    '9/6/2027 10:00',
    '9.6.2027, 10 h',
    '2027-06-09T10:00',
    '9 jun 2027 - 10:00',
  ])
    expect(day(text, 'es')).toBe('2027-06-09');
  expect(day('12/3/1985 soon', 'es')).toBe('unreadable');
  expect(day('12/3/1985 25:00', 'es')).toBe('unreadable');
  expect(day('2027-02-29')).toBe('no_such_day');
});

it('a field shows dates in its language and keeps what is none', () => {
  const shown = (value: string, locale: string) => shownText(value, { locale, kind: 'moment' });
  expect(shown('2027-04-01T10:00', 'es')).toBe('1 abr 2027, 10:00');
  expect(shown('2027-04-01T10:00', 'en')).toBe('1 Apr 2027, 10:00');
  expect(shown('2027-04-01T10:00', 'zh-cn')).toBe('2027年4月1日 10:00');
  expect(shown('31.4.2027 10', 'de')).toBe('31.4.2027 10');
  expect(shown('', 'de')).toBe('');
});

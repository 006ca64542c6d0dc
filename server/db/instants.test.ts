import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readInstant, TIMESTAMPTZ } from './instants.ts';

const byPg = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;

const at = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const fraction = fc.oneof(
  fc.constant(''),
  fc.stringMatching(/^\d{1,6}$/).map((digits) => `.${digits}`),
);

test('an instant in UTC is the one that pg reads, whatever its fraction', () => {
  fc.assert(
    fc.property(at, fraction, (date, part) => {
      const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${part}+00`;
      expect(readInstant(text)).toEqual(byPg(text));
      expect(readInstant(text)).toBeInstanceOf(Date);
    }),
  );
});

test.each([
  ['infinity', Number.POSITIVE_INFINITY],
  ['2026-11-23 19:45:48.5+05:30', new Date('2026-11-23T14:15:48.500Z')],
  ['2026-11-23 19:45:48-03', new Date('2026-11-23T22:45:48Z')],
  ['0044-03-15 00:00:00+00 BC', new Date('-000043-03-15T00:00:00Z')],
  ['12026-01-01 00:00:00+00', new Date('+012026-01-01T00:00:00Z')],
])('%s is read by pg', (text, instant) => {
  expect(readInstant(text)).toEqual(instant);
});

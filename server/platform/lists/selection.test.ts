import { expect, test } from 'vitest';
import { inChunks, localTimes } from './selection.ts';

test.each([
  'UTC',
  'Europe/Madrid',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
])(
  'every hour and a half of a year, and each minute around the change of clocks, is told as %s tells it',
  (timezone) => {
    const localTime = localTimes(timezone);
    const start = Date.UTC(2026, 0, 1);
    const instants = Array.from({ length: 365 * 16 }, (_, nth) => start + nth * 5_400_000 + nth);
    for (const change of [
      '2026-03-29T01:00:00Z',
      '2026-10-25T01:00:00Z',
      '2026-04-04T15:00:00Z',
      '2026-03-08T05:30:00Z',
    ])
      for (let minute = -40; minute <= 40; minute += 1)
        instants.push(Date.parse(change) + minute * 60_000 + 59_999);
    for (const ms of instants) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDateTime();
      expect(localTime(new Date(ms))).toBe(zoned.toString({ smallestUnit: 'minute' }).replace('T', ' '));
    }
    expect(localTime(null)).toBe('');
  },
);

const all = async <T>(chunks: AsyncIterable<T[]>) => {
  const found: T[][] = [];
  for await (const chunk of chunks) found.push(chunk);
  return found;
};

test('chunks keep their order, whatever the order in which they are found', async () => {
  const ids = Array.from({ length: 7 }, (_, nth) => 10 - nth);
  const asked: number[][] = [];
  const find = async (some: number[]) => {
    asked.push(some);
    return some.map((id) => `row ${id}`);
  };
  const found = await all(inChunks([ids.slice(0, 4), ids.slice(4)], find, 3));
  expect(found.map((rows) => rows.length)).toEqual([3, 1, 3]);
  expect(found.flat()).toEqual(ids.map((id) => `row ${id}`));
  expect(asked).toHaveLength(3);
  expect(await all(inChunks([[]], find))).toEqual([]);
});

test('a chunk that cannot be found is thrown after those before it, and nobody hears of it who has stopped reading', async () => {
  const find = async (ids: number[]) => {
    if (ids.includes(3)) throw new Error('gone');
    return ids;
  };
  const seen: number[] = [];
  const read = async () => {
    for await (const rows of inChunks([[1, 2], [3]], find, 1)) seen.push(...rows);
  };
  await expect(read()).rejects.toThrow('gone');
  expect(seen).toEqual([1, 2]);
  for await (const rows of inChunks([[1, 2], [3]], find, 1)) if (rows.includes(2)) break;
});

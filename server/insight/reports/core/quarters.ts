type Quarter = { at: string; entries: number };

const MINUTES = 15;
const minuteOf = (at: string): number => Number(at.slice(0, 2)) * 60 + Number(at.slice(3));
const two = (value: number): string => String(value).padStart(2, '0');

/** Every quarter of an hour from the first to the last, with zeros between. `rows` must be sorted by `at`. */
export function quarters(rows: readonly Quarter[]): Quarter[] {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return [];
  const known = new Map(rows.map(({ at, entries }) => [at, entries]));
  const begin = minuteOf(first.at);
  return Array.from({ length: (minuteOf(last.at) - begin) / MINUTES + 1 }, (_, nth) => {
    const minute = begin + nth * MINUTES;
    const at = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
    return { at, entries: known.get(at) ?? 0 };
  });
}

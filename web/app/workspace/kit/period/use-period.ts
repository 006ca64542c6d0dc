import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type Period, type Preset, readPeriod, writePeriod } from './range.ts';

/** The days that the address names, and how to choose others. The back button goes to the days before. */
export function usePeriod(usual: Preset) {
  const [search, setSearch] = useSearchParams();
  const choose = useCallback(
    (period: Period) =>
      setSearch((current) => writePeriod(current, period, usual), { preventScrollReset: true }),
    [setSearch, usual],
  );
  return { period: readPeriod(search, usual), choose };
}

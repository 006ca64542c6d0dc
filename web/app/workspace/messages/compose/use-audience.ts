import type { Audience } from '@entrada/contract/outreach/audience';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import type { ListControls } from '../../kit/list/use-list.ts';
import { viewParams } from '../../kit/list/view.ts';
import { audienceRead, type Draft } from '../api.ts';
import { viewOf } from '../brief-audience.ts';

const AFTER_MS = 300;
/** People buy and cancel while somebody writes. */
const AGAIN_MS = 30_000;

/** How many would get a message, and who. */
export function useCount(
  eventId: number,
  { audience, each, purpose }: Pick<Draft, 'audience' | 'each' | 'purpose'>,
) {
  const [asked] = useDebouncedValue(JSON.stringify({ audience, each, purpose }), AFTER_MS);
  const { queryKey, load } = audienceRead(eventId, JSON.parse(asked));
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => load(api, signal),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

/** The search and the filters of an audience, for the parts that show those of a list. */
export function audienceList(audience: Audience, set: (audience: Audience) => void): ListControls {
  const view = viewOf(audience);
  const change: ListControls['change'] = (next) => {
    const { page, per_page, sort_by, sort_direction, ...query } = viewParams({ ...view, ...next });
    // Whoever was left out by hand stays out, whatever else finds them.
    set({ ...audience, query });
  };
  return {
    view,
    change,
    meta: undefined,
    isFiltered: view.query !== '' || view.filters.length > 0,
    within: '',
    filterValue: (field) => view.filters.find((filter) => filter.field === field)?.value,
    setFilter: (field, operator, value) => {
      const others = view.filters.filter((one) => one.field !== field || one.operator !== operator);
      change({ filters: value ? [...others, { field, operator, value }] : others });
    },
    clear: () => change({ query: '', filters: [] }),
  };
}

import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useHydrated } from '../../../platform/use-hydrated.ts';
import { allPlaces, type Place, placesOf, withPinned } from './places.ts';
import { useTop } from './use-top.ts';
import { useWhole } from './use-whole.ts';

/** A list with more rows than this renders only those near the window. */
export const MOST_RENDERED = 100;
/** Rows beyond the edges of the window, so that scrolling shows no gap. */
const OVERSCAN = 8;
/** What the server takes for the height of the window, in pixels. */
const SERVER_HEIGHT = 1_000;
/** The height of a row before any was measured, in pixels. */
const ROW = 76;

export type RowId = number | string;

/** What a row of such a list needs. Nothing in it changes unless the row has moved. */
export type RowPlace = {
  id: RowId;
  index: number;
  /** How many rows the list has, said to screen readers if not all of them are rendered. */
  setSize: number | undefined;
  measure: ((row: HTMLElement | null) => void) | undefined;
};

type Windowed<List extends HTMLElement> = {
  list: { ref: RefObject<List | null>; onFocus: (event: FocusEvent) => void };
  isWindowed: boolean;
  places: Place[];
  placeOf: (index: number) => RowPlace;
};

/**
 * Renders only the rows near the window if a list is long. The row with the focus and the row `pinned` are always
 * rendered, so neither the focus nor a dragged row is lost by scrolling. The whole list is rendered for printing and for
 * the search of the browser.
 */
export function useWindowed<List extends HTMLElement>(
  ids: readonly RowId[],
  pinned: RowId | null = null,
): Windowed<List> {
  const ref = useRef<List>(null);
  const isWhole = useWhole();
  const isHydrated = useHydrated();
  const isWindowed = ids.length > MOST_RENDERED && !isWhole;
  const top = useTop(ref, isWindowed);
  const [focused, setFocused] = useState<string | null>(null);
  const pins = useMemo(() => {
    if (!isWindowed) return [];
    const wanted = [focused, pinned === null ? null : String(pinned)];
    return ids.flatMap((id, index) => (wanted.includes(String(id)) ? [index] : []));
  }, [ids, isWindowed, focused, pinned]);
  const rowHeight = useRowHeight(ref, isWindowed);
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    enabled: isWindowed,
    count: ids.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    // Rows beyond the edges stand there already, so several steps of the wheel can be drawn at once. What drags a row
    // measures the others after each step.
    useFlushSync: pinned !== null,
    scrollMargin: top,
    // biome-ignore lint/correctness/useExhaustiveDependencies: another function makes it compute all places again
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids, rowHeight]),
    rangeExtractor: useCallback(
      (range) => withPinned(defaultRangeExtractor(range), pins, range.count),
      [pins],
    ),
    // The first rendering in the browser must be the server's.
    initialRect: { width: 0, height: isHydrated ? innerHeight : SERVER_HEIGHT },
    initialOffset: isHydrated ? scrollY : 0,
  });
  return {
    list: {
      ref,
      onFocus: ({ target }) => {
        const row = isWindowed && target.closest<HTMLElement>('[data-row]');
        if (row && ref.current?.contains(row)) setFocused(row.dataset['row'] ?? null);
      },
    },
    isWindowed,
    places: isWindowed
      ? placesOf(virtualizer.getVirtualItems(), { top, size: virtualizer.getTotalSize() })
      : allPlaces(ids.length),
    placeOf: (index) => ({
      id: ids[index] ?? index,
      index,
      setSize: isWindowed ? ids.length : undefined,
      measure: isWindowed ? virtualizer.measureElement : undefined,
    }),
  };
}

/** The height of the rows that are rendered first, on average. Other rows count as high until they are measured. */
function useRowHeight(list: RefObject<HTMLElement | null>, isOn: boolean): number {
  const [height, setHeight] = useState(ROW);
  useLayoutEffect(() => {
    const rows = [
      ...(isOn ? (list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? []) : []),
    ];
    const sum = rows.reduce((all, row) => all + row.offsetHeight, 0);
    if (sum > 0) setHeight(Math.round(sum / rows.length));
  }, [list, isOn]);
  return height;
}

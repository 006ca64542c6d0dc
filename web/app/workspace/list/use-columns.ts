import { useSyncExternalStore } from 'react';
import type { Column } from './table.tsx';

type Choice = Record<string, boolean>;

const changed = 'entrada:columns';
const storageKey = (list: string) => `entrada.columns.${list}`;

function read(list: string): string {
  try {
    return localStorage.getItem(storageKey(list)) ?? '';
  } catch {
    return '';
  }
}

function parse(stored: string): Choice {
  try {
    const parsed: unknown = JSON.parse(stored || '{}');
    const entries = Object.entries(parsed ?? {}).filter(([, value]) => typeof value === 'boolean');
    return Object.fromEntries(entries) as Choice;
  } catch {
    return {};
  }
}

/**
 * Which columns of a list show. The choice is kept in this browser for each list; what nobody chose about is as the list
 * has it. The first column always stays.
 */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const stored = useSyncExternalStore(
    (notify) => {
      addEventListener(changed, notify);
      addEventListener('storage', notify);
      return () => {
        removeEventListener(changed, notify);
        removeEventListener('storage', notify);
      };
    },
    () => read(list),
    () => '',
  );
  const isMedium = useMedium();
  const choice = parse(stored);
  const write = (next: Choice) => {
    try {
      if (Object.keys(next).length === 0) localStorage.removeItem(storageKey(list));
      else localStorage.setItem(storageKey(list), JSON.stringify(next));
    } catch {
      // A browser that keeps nothing shows the list as it is.
    }
    dispatchEvent(new Event(changed));
  };
  const isShown = (column: Column<Row>, index: number) =>
    index === 0 || (choice[column.key] ?? !(column.startsHidden || (column.isSecondary && isMedium)));
  return {
    shown: columns.filter(isShown),
    all: columns.map((column, index) => ({ column, isShown: isShown(column, index), isFixed: index === 0 })),
    toggle: (column: Column<Row>) => {
      const index = columns.indexOf(column);
      write({ ...choice, [column.key]: !isShown(column, index) });
    },
    isChanged: columns.some((column) => choice[column.key] !== undefined),
    reset: () => write({}),
  };
}

const medium = '(max-width: 1200px)';

/** Whether there is little room for secondary columns. */
function useMedium(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(medium);
      media.addEventListener('change', notify);
      return () => media.removeEventListener('change', notify);
    },
    () => matchMedia(medium).matches,
    () => false,
  );
}

import { type ReactNode, useSyncExternalStore } from 'react';

/** The properties of a column that decide whether it shows. */
export type ColumnChoice = {
  key: string;
  header: ReactNode;
  /** The column is hidden first when there is little room. */
  isSecondary?: boolean;
  /** The column is hidden until the user chooses it. */
  startsHidden?: boolean;
};

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
 * Decides which columns of a list show. This browser stores the user's choice for each list. Columns without a choice
 * follow the list's defaults. The first column always shows.
 */
export function useColumns<Column extends ColumnChoice>(list: string, columns: readonly Column[]) {
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
      // If the browser stores nothing, the list keeps its default columns.
    }
    dispatchEvent(new Event(changed));
  };
  const isShown = (column: Column, index: number) =>
    index === 0 || (choice[column.key] ?? !(column.startsHidden || (column.isSecondary && isMedium)));
  return {
    shown: columns.filter(isShown),
    has: (key: Column['key']) =>
      columns.some((column, index) => column.key === key && isShown(column, index)),
    all: columns.map((column, index) => ({ column, isShown: isShown(column, index), isFixed: index === 0 })),
    toggle: (column: Column) => {
      const index = columns.indexOf(column);
      write({ ...choice, [column.key]: !isShown(column, index) });
    },
    isChanged: columns.some((column) => choice[column.key] !== undefined),
    reset: () => write({}),
  };
}

export type Columns<Column extends ColumnChoice = ColumnChoice> = ReturnType<typeof useColumns<Column>>;

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

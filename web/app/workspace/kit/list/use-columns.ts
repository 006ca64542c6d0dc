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

/** The columns that were shown (true) or hidden (false) against the list's defaults. */
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

function parse(stored: string, otherwise: Choice): Choice {
  if (stored === '') return otherwise;
  try {
    const parsed: unknown = JSON.parse(stored);
    const entries = Object.entries(parsed ?? {}).filter(([, value]) => typeof value === 'boolean');
    return Object.fromEntries(entries) as Choice;
  } catch {
    return otherwise;
  }
}

/** What this browser stores about the columns of a list; empty if nothing was chosen. */
export const useStoredColumns = (list: string): string =>
  useSyncExternalStore(
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

/** The choice of columns of a list, or `otherwise` if this browser stores none. */
export const storedColumns = (list: string, otherwise: Choice = {}): Choice => parse(read(list), otherwise);

function write(list: string, stored: string): void {
  try {
    if (stored === '') localStorage.removeItem(storageKey(list));
    else localStorage.setItem(storageKey(list), stored);
  } catch {
    // If the browser stores nothing, the list keeps its default columns.
  }
  dispatchEvent(new Event(changed));
}

/** Forgets the choice of columns of a list. */
export const forgetColumns = (list: string): void => write(list, '');

const told = (choice: Choice) => JSON.stringify(Object.entries(choice).sort());

/**
 * Decides which columns of a list show. This browser stores the user's choice for each list. Columns without a choice
 * follow the list's defaults. The first column always shows. `preset` is the choice of a saved view, which counts until
 * the user chooses something else.
 */
export function useColumns<Column extends ColumnChoice>(
  list: string,
  columns: readonly Column[],
  preset: Choice = {},
) {
  const stored = useStoredColumns(list);
  const isMedium = useMedium();
  const choice = parse(stored, preset);
  const choose = (next: Choice) => {
    const isPreset = told(next) === told(preset);
    write(list, isPreset ? '' : JSON.stringify(next));
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
      choose({ ...choice, [column.key]: !isShown(column, index) });
    },
    isChanged: columns.some((column) => choice[column.key] !== undefined),
    reset: () => choose({}),
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

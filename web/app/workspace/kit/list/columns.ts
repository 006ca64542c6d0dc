import type { ReactNode } from 'react';
import type { Selection } from '../selection/use-selection.ts';
import type { ColumnChoice } from './use-columns.ts';
import type { ListControls } from './use-list.ts';

export type Column<Row> = ColumnChoice & {
  cell: (row: Row) => ReactNode;
  /** Sorts by this when its header is pressed. */
  sortBy?: string;
  align?: 'right';
};

export type ListTableProps<Row> = {
  label: string;
  list: ListControls;
  rows: Row[];
  rowKey: (row: Row) => number;
  /** The first one names the row and always stays; of the others people choose, which is kept by the list's `id`. */
  columns: Column<Row>[];
  /** What the choice of columns is kept by. Without it, by the columns themselves. */
  id?: string;
  /** A row in two lines, for narrow pages. */
  narrow: (row: Row) => ReactNode;
  /** What boxes and menus call a row when they are read out. Needed for either. */
  rowName?: (row: Row) => string;
  /** The `Menu.Item`s of a row; null for a row without. */
  menu?: (row: Row) => ReactNode;
  /** With it rows can be chosen; without it there are no boxes. */
  selection?: Selection | undefined;
};

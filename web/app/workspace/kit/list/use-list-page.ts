import { useDrawerParam } from '../frame/drawer-param.ts';
import { useSelection } from '../selection/use-selection.ts';
import { useReturnToRow } from './row.tsx';
import { type ListOptions, useList } from './use-list.ts';

export type Identified = { id: number };

type ListPageOptions<Row, More> = ListOptions<Row, More> & {
  /** The browser keeps the choice of columns by this name. */
  id: string;
  /** Whether rows can be chosen, to do one thing to all of them. */
  mayChoose?: boolean;
  /** The rows in the order in which the page draws them, where that is not the list's: two groups, for example. */
  arrange?: (rows: Row[]) => Row[];
};

/** The state of a page with a list: the list, which drawer is open, and which rows are chosen. See `ListPage`. */
export function useListPage<Row extends Identified, More>(options: ListPageOptions<Row, More>) {
  const { id, mayChoose = true, arrange = asTheyAre } = options;
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const list = useList(options);
  const all = useSelection({ ...list, rows: arrange(list.rows) });
  const selection = mayChoose ? all : null;
  return {
    id,
    list,
    drawer,
    /** Null where rows can't be chosen. */
    selection,
    /** The same while boxes show, where rows are drawn and not tabled; otherwise null. */
    choosing: selection?.isSelecting ? selection : null,
  };
}

export type ListPageState<Row extends Identified = Identified, More = unknown> = ReturnType<
  typeof useListPage<Row, More>
>;

const asTheyAre = <Row>(rows: Row[]) => rows;

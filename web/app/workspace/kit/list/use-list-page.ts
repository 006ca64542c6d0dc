import { useDrawerParam } from '../frame/drawer-param.ts';
import { useSelection } from '../selection/use-selection.ts';
import { useReturnToRow } from './row.tsx';
import { useList } from './use-list.ts';
import type { ListSource } from './view.ts';

export type Identified = { id: number };

type ListPageOptions<Row, More> = ListSource<Row, More> & {
  /** The browser stores the choice of columns under this name. */
  id: string;
  /** Whether the user may choose rows, to run an action on all of them. */
  mayChoose?: boolean;
  /**
   * Puts the rows into the order in which the page shows them, for example in two groups. Without it, the list's order
   * is used.
   */
  arrange?: (rows: Row[]) => Row[];
};

/** The state of a page with a list: the list, the open drawer and the chosen rows. See `ListPage`. */
export function useListPage<Row extends Identified, More>(options: ListPageOptions<Row, More>) {
  const { id, mayChoose = true, arrange = asTheyAre } = options;
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const list = useList(options);
  const all = useSelection({ ...list, rows: arrange(list.rows) });
  const selection = mayChoose ? all : null;
  const opened = list.views?.opened;
  return {
    /** The browser stores the choice of columns under this name, each view’s under its own. */
    id: opened ? `${id}.${opened.id}` : id,
    /** The columns that the open view keeps. */
    viewColumns: opened?.columns,
    list,
    drawer,
    /** Null if rows can't be chosen. */
    selection,
    /** The same while boxes show, for lists that are not tables. Otherwise null. */
    choosing: selection?.isSelecting ? selection : null,
  };
}

export type ListPageState<Row extends Identified = Identified, More = unknown> = ReturnType<
  typeof useListPage<Row, More>
>;

const asTheyAre = <Row>(rows: Row[]) => rows;

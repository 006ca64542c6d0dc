import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Fragment, type ReactNode, useContext } from 'react';
import { GhostStub } from '../../../ui/brand/ghost-stub.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { EventContext } from '../data/event.ts';
import { useNarrow } from '../display/use-narrow.ts';
import { PageHeader } from '../frame/page.tsx';
import { ListBody } from './body.tsx';
import { Pages } from './pages.tsx';
import { RowTools } from './row-tools.tsx';
import { ListTable, type TableRows } from './table.tsx';
import { type FilterField, type SortOption, Toolbar } from './toolbar.tsx';
import { type ColumnChoice, useColumns } from './use-columns.ts';
import type { Identified, ListPageState } from './use-list-page.ts';

/** What stands in place of the rows before anything exists. */
export type NothingYet = {
  title: ReactNode;
  /** One sentence on what the first one brings. */
  text: ReactNode;
  /** Instead of the button that adds one. */
  action?: ReactNode;
  /** Beside that button. */
  more?: ReactNode;
  drawing?: ReactNode;
  above?: ReactNode;
};

type Add = {
  label: string;
  /** Why nothing can be added now. The button stays in sight and can't be pressed. */
  blocked?: string | undefined;
};

/** Whether a column shows. On narrow pages all of them do. */
export type HasColumn = (key: string) => boolean;

type FrameProps = {
  page: ListPageState;
  /** "No tickets match." */
  noMatch: ReactNode;
  /** What stands there while the rows load for the first time, where rows in two lines would not do. */
  skeleton?: ReactNode;
  /** What is said below the rows. */
  below?: ReactNode;
  /** All rows are on one page, so that they can be put in order. */
  isWhole?: boolean;
  /** The bar with what can be done to the chosen rows. */
  bulk?: ReactNode;
  /** The drawer for this value of `?drawer=`: a row's id, `new`, or the page's own. False for who may open none. */
  drawer?: false | ((opened: { which: string; close: () => void }) => ReactNode);
};

type ListPageProps<Row extends Identified> = Omit<FrameProps, 'page'> & {
  page: ListPageState<Row>;
  /** The name of the page. In the browser's tab the event's name follows. */
  title: string;
  searchLabel: string;
  filters?: FilterField[];
  sorts: SortOption[];
  /** The button that opens the drawer `new`. False for who may not. */
  add?: false | Add;
  /** What else can be done, before that button. */
  actions?: ReactNode;
  empty: NothingYet;
} & (
    | { table: TableRows<Row>; columns?: never; rows?: never }
    | {
        table?: never;
        /** The first one names the row and always stays; people choose among the others. */
        columns: ColumnChoice[];
        rows: (has: HasColumn) => ReactNode;
      }
  );

/**
 * A page with a list. The page says what differs: its words, filters and orders, how a row looks, and its drawer. All
 * that is alike stands here: header, search, filters, columns, boxes, the narrow layout, pages, and what shows while
 * nothing is there, nothing is found or nothing could load.
 *
 * ```tsx
 * const page = useListPage({ id: 'affiliates', rules: affiliateListRules, queryKey, load });
 * return (
 *   <ListPage
 *     page={page}
 *     title={t`Affiliates`}
 *     searchLabel={t`Name, code or email`}
 *     sorts={[{ by: 'name', direction: 'asc', label: t`Name A–Z` }]}
 *     add={mayEdit && { label: t`New affiliate` }}
 *     noMatch={<Trans>No affiliates match.</Trans>}
 *     empty={{ title: <Trans>See who brings your buyers</Trans>, text: <Trans>Each affiliate gets a link.</Trans> }}
 *     table={{ columns, narrow, rowName }}
 *     bulk={<ChosenAffiliates page={page} />}
 *     drawer={mayEdit && ((opened) => <AffiliateDrawer {...opened} />)}
 *   />
 * );
 * ```
 *
 * `useListPage` holds the state: search, filters, order and page live in the address, and so does the open drawer
 * (`?drawer=12`). Give the rows either as a `table` or, where they look otherwise, as `columns` and `rows`: a function
 * that draws them all. A row that opens the drawer holds a `RowLink` or an element with `data-opens={id}`, which gets
 * the focus back when the drawer closes. A page whose header is its own takes `ListFrame` alone.
 */
export function ListPage<Row extends Identified>(props: ListPageProps<Row>) {
  const { page, title, searchLabel, filters, sorts, add, actions, empty, columns, rows, table, ...frame } =
    props;
  const { list, selection } = page;
  const { isEmpty } = list;
  const event = useContext(EventContext);
  const isNarrow = useNarrow();
  const choice = useColumns(page.id, columns ?? []);
  const button = add && <AddButton page={page} {...add} />;
  const { drawing = <GhostStub />, above, more } = empty;
  const first = more ? (
    <>
      {button} {more}
    </>
  ) : (
    button
  );
  return (
    <>
      <PageHeader
        title={title}
        tab={event ? [title, event.title] : [title]}
        count={isEmpty ? undefined : list.meta?.total}
        actions={
          !list.result.isPending &&
          !isEmpty &&
          (actions || button) && (
            <>
              {actions}
              {button}
            </>
          )
        }
      />
      {!isEmpty && (
        <Toolbar
          list={list}
          searchLabel={searchLabel}
          filters={filters ?? []}
          sorts={sorts}
          tools={rows && <RowTools columns={choice} selection={list.rows.length > 0 ? selection : null} />}
        />
      )}
      <ListFrame
        page={page}
        empty={
          <>
            {above}
            <EmptyState drawing={drawing} title={empty.title} action={empty.action ?? first}>
              {empty.text}
            </EmptyState>
          </>
        }
        {...frame}
      >
        {rows ? (
          rows((key) => isNarrow || choice.has(key))
        ) : (
          <ListTable page={page} label={title} {...table} />
        )}
      </ListFrame>
    </>
  );
}

/** The rows of a page, or what stands in their place, with all that follows them: the pages, the bar, the drawer. */
export function ListFrame(props: FrameProps & { empty: ReactNode; children: ReactNode }) {
  const { page, below, isWhole, bulk, drawer, ...body } = props;
  const { opened, close } = page.drawer;
  return (
    <>
      <ListBody list={page.list} {...body} />
      {below}
      {!isWhole && <Pages list={page.list} />}
      {bulk}
      {drawer && opened !== null && <Fragment key={opened}>{drawer({ which: opened, close })}</Fragment>}
    </>
  );
}

/** Opens the drawer in which something new is made. */
export function AddButton({ page, label, blocked }: Add & { page: Pick<ListPageState, 'drawer'> }) {
  return (
    <Button
      variant="primary"
      disabled={blocked !== undefined}
      title={blocked}
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => page.drawer.open('new')}
    >
      {label}
    </Button>
  );
}

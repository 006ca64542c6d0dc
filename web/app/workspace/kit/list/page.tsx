import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Fragment, type ReactNode, useContext } from 'react';
import { GhostStub } from '../../../ui/brand/ghost-stub.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { EventContext } from '../data/event.ts';
import { useNarrow } from '../display/use-narrow.ts';
import type { FilterField } from '../filters/fields.ts';
import { PageHeader } from '../frame/page.tsx';
import { useAhead } from '../late/use-ahead.ts';
import { ViewBar, ViewChanges } from '../views/bar.tsx';
import { ListBody } from './body.tsx';
import { Pages } from './pages.tsx';
import { RowTools, SelectButton } from './row-tools.tsx';
import { ListTable, type TableRows } from './table.tsx';
import { type SortOption, Toolbar } from './toolbar.tsx';
import { type ColumnChoice, useColumns } from './use-columns.ts';
import type { Identified, ListPageState } from './use-list-page.ts';

/** Shown instead of the rows while nothing exists yet. */
export type NothingYet = {
  title: ReactNode;
  /** One sentence on the benefit of the first one. */
  text: ReactNode;
  /** Replaces the button that adds one. */
  action?: ReactNode;
  /** Shown beside that button. */
  more?: ReactNode;
  drawing?: ReactNode;
  above?: ReactNode;
};

type Add = {
  label: string;
  /** Why nothing can be added now. The button is then visible but disabled. */
  blocked?: string | undefined;
};

/** Whether a column shows. On narrow pages all of them do. */
export type HasColumn = (key: string) => boolean;

type FrameProps = {
  page: ListPageState;
  /** Shown when nothing matches: "No tickets match." */
  noMatch: ReactNode;
  /** Shown while the rows load for the first time. Without it, a skeleton of rows with two lines is shown. */
  skeleton?: ReactNode;
  /** Shown below the rows. */
  below?: ReactNode;
  /** All rows are on one page, so that they can be sorted by hand. */
  isWhole?: boolean;
  /** The bar with the actions for the chosen rows. */
  bulk?: ReactNode;
  /**
   * The drawer for this value of `?drawer=`: a row's id, `new`, or a value of the page's own. False if the user may
   * open none.
   */
  drawer?: false | ((opened: { which: string; close: () => void }) => ReactNode);
  /** Loads that drawer when the user is about to open it. */
  ahead?: (opens: string) => unknown;
};

type ListPageProps<Row extends Identified> = Omit<FrameProps, 'page'> & {
  page: ListPageState<Row>;
  /** The name of the page. In the browser's tab the event's name follows. */
  title: string;
  searchLabel: string;
  filters?: FilterField[];
  sorts: SortOption[];
  /** The button that opens the drawer `new`. False if the user may not add anything. */
  add?: false | Add;
  /** Other actions, before that button. */
  actions?: ReactNode;
  empty: NothingYet;
  /** Shown between the toolbar and the rows. */
  summary?: ReactNode;
  /** Shown between the header and the toolbar, also while nothing exists yet. */
  above?: ReactNode;
  /** Figures at the end of the toolbar. */
  figures?: ReactNode;
} & (
    | { table: TableRows<Row>; columns?: never; rows?: never }
    | {
        table?: never;
        /** The first column names the row and always shows. The user chooses among the others. */
        columns: ColumnChoice[];
        rows: (has: HasColumn) => ReactNode;
      }
  );

/**
 * A page with a list. Each page passes what differs: its texts, filters and sort options, its rows and its drawer. This
 * component has what all lists share: the header, search, filters, columns, boxes, the layout for narrow pages, the
 * pagination, and the messages for an empty list, for no match and for errors.
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
 * `useListPage` holds the state. The address stores the search, filters, order and page, and also the open drawer
 * (`?drawer=12`). Pass the rows as a `table`. If they look different, pass `columns` and `rows`, a function that renders
 * all rows. A row that opens the drawer contains a `RowLink` or an element with `data-opens={id}`. This element gets the
 * focus back when the drawer closes. A page with its own header uses only `ListFrame`.
 */
export function ListPage<Row extends Identified>(props: ListPageProps<Row>) {
  const { page, title, searchLabel, filters, sorts, add, actions, empty, ...others } = props;
  const { summary, above: aboveAll, figures, ...shown } = others;
  const { columns, rows, table, ...frame } = shown;
  const { list, selection } = page;
  const { isEmpty } = list;
  const event = useContext(EventContext);
  const isNarrow = useNarrow();
  const choice = useColumns(page.id, columns ?? [], page.viewColumns);
  const choosable = list.rows.length > 0 ? selection : null;
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
        isLow
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
      {aboveAll}
      {!isEmpty && <ViewBar page={page} filters={filters ?? []} />}
      {!isEmpty && (
        <Toolbar
          list={list}
          searchLabel={searchLabel}
          filters={filters ?? []}
          sorts={sorts}
          figures={figures}
          views={<ViewChanges page={page} place="toolbar" />}
          tools={
            rows ? (
              <RowTools columns={choice} selection={choosable} />
            ) : (
              isNarrow && choosable && <SelectButton selection={choosable} />
            )
          }
        />
      )}
      {!isEmpty && summary}
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

/**
 * The rows of a page, or what is shown instead of them, followed by the pagination, the bar of actions and the drawer.
 */
export function ListFrame(props: FrameProps & { empty: ReactNode; children: ReactNode }) {
  const { page, below, isWhole, bulk, drawer, ahead, ...body } = props;
  const { opened, close } = page.drawer;
  useAhead(ahead);
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

/** The button that opens the drawer for a new record. */
export function AddButton({ page, label, blocked }: Add & { page: Pick<ListPageState, 'drawer'> }) {
  return (
    <Button
      variant="primary"
      disabled={blocked !== undefined}
      title={blocked}
      data-opens="new"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => page.drawer.open('new')}
    >
      {label}
    </Button>
  );
}

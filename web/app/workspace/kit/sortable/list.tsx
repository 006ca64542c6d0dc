import { Accessibility, StyleInjector } from '@dnd-kit/dom';
import { type DragDropManager, DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { useLingui } from '@lingui/react/macro';
import { IconGripVertical } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { pageNonce } from '../../../platform/nonce.tsx';
import { cx } from '../../../ui/class-names.ts';
import { MoveItems } from './move-items.tsx';
import { type Move, moveEntry, placeAfter, type SortId } from './order.ts';
import styles from './sortable.module.css';

/** The controls that sorting adds to a row. */
export type RowSort = {
  /** A button: drag it, or press space and use the arrow keys. */
  handle: ReactNode;
  /** Four items for the row's menu. */
  moveItems: ReactNode;
};

type SortableListProps<Row, Id extends SortId> = {
  rows: readonly Row[];
  idOf: (row: Row) => Id;
  /** The name of the row, for screen readers. */
  nameOf: (row: Row) => string;
  /** Called with all ids in their new order, after each drop and each move. */
  onSort: (ids: Id[]) => void;
  className?: string | undefined;
  rowClassName?: string | undefined;
  /** Renders the content of a row. Pass the same function each time (useCallback), or every move renders every row. */
  children: (row: Row, sort: RowSort) => ReactNode;
};

/**
 * A list that the user sorts: by dragging the handle, with the keyboard on the handle, or with the items of each row's
 * menu.
 */
export function SortableList<Row, Id extends SortId>(props: SortableListProps<Row, Id>) {
  const { rows, idOf, nameOf, children, rowClassName } = props;
  const { t } = useLingui();
  const helpId = useId();
  const list = useRef<HTMLOListElement>(null);
  const [message, setMessage] = useState('');
  const latest = useRef(props);
  latest.current = props;
  const count = rows.length;

  const sort = useCallback((from: number, to: number) => {
    const { rows, idOf, onSort } = latest.current;
    if (from !== to) onSort(moveEntry(rows.map(idOf), from, to));
  }, []);
  const nameAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? '' : nameOf(row);
  };
  const sayMoved = useCallback(
    (name: string, to: number) => {
      const position = to + 1;
      setMessage(t`${name} is now number ${position} of ${count}.`);
    },
    [t, count],
  );
  const move = useCallback(
    (id: SortId, by: Move) => {
      const { rows, idOf, nameOf } = latest.current;
      const from = rows.findIndex((row) => idOf(row) === id);
      const row = rows[from];
      if (row === undefined) return;
      const to = placeAfter(by, from, rows.length);
      sort(from, to);
      sayMoved(nameOf(row), to);
      // The row has moved in the DOM, so it must be focused again and scrolled into view.
      requestAnimationFrame(() => {
        const item = list.current?.children[to];
        const button = item?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
        button?.focus();
        item?.scrollIntoView({ block: 'nearest' });
      });
    },
    [sort, sayMoved],
  );

  return (
    <DragDropProvider
      plugins={withOwnWords}
      onDragStart={({ operation: { source } }) => {
        if (!isSortable(source)) return;
        const name = nameAt(source.initialIndex);
        const position = source.initialIndex + 1;
        setMessage(t`${name} is picked up from number ${position} of ${count}.`);
      }}
      onDragOver={(_, manager) => afterSorting(manager, (from, to) => sayMoved(nameAt(from), to))}
      onDragEnd={({ operation: { source }, canceled }) => {
        if (!isSortable(source)) return;
        const { initialIndex: from, index: to } = source;
        const name = nameAt(from);
        if (canceled) {
          const position = from + 1;
          setMessage(t`${name} is back at number ${position}.`);
          return;
        }
        const position = to + 1;
        setMessage(t`${name} is put down at number ${position} of ${count}.`);
        sort(from, to);
      }}
    >
      <ol ref={list} className={cx(styles.list, props.className)}>
        {rows.map((row, index) => (
          <Row
            key={idOf(row)}
            row={row}
            id={idOf(row)}
            name={nameOf(row)}
            index={index}
            isFirst={index === 0}
            isLast={index === count - 1}
            helpId={helpId}
            className={rowClassName}
            move={move}
            draw={children as (row: unknown, sort: RowSort) => ReactNode}
          />
        ))}
      </ol>
      <span hidden id={helpId}>
        {t`Press space to pick it up, the arrow keys to move it, space to put it down, Escape to leave it where it was.`}
      </span>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </DragDropProvider>
  );
}

type RowProps = {
  row: unknown;
  id: SortId;
  name: string;
  index: number;
  isFirst: boolean;
  isLast: boolean;
  helpId: string;
  className: string | undefined;
  move: (id: SortId, by: Move) => void;
  draw: (row: unknown, sort: RowSort) => ReactNode;
};

const Row = memo(function Row(props: RowProps) {
  const { row, id, name, index, isFirst, isLast, helpId, className, move, draw } = props;
  const { t } = useLingui();
  const { ref, handleRef } = useSortable({ id, index, transition });
  // The element stays the same unless the row's data change, so that a new position does not render the content again.
  const content = useMemo(
    () =>
      draw(row, {
        handle: (
          <button
            ref={handleRef}
            type="button"
            className={styles.handle}
            aria-label={t`Move ${name}`}
            aria-describedby={helpId}
          >
            <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
          </button>
        ),
        moveItems: <MoveItems isFirst={isFirst} isLast={isLast} onMove={(by) => move(id, by)} />,
      }),
    [draw, row, handleRef, t, name, helpId, isFirst, isLast, move, id],
  );
  return (
    <li ref={ref} className={cx(styles.item, className)}>
      {content}
    </li>
  );
});

const transition = { duration: 200, easing: 'cubic-bezier(.2,.8,.2,1)' };

/**
 * Removes the library's announcements, which are in English; this list makes its own. The library's styles get the
 * nonce of the page.
 */
const withOwnWords: NonNullable<Parameters<typeof DragDropProvider>[0]['plugins']> = (defaults) => [
  ...defaults.filter((plugin) => plugin !== Accessibility),
  ...(typeof document === 'undefined' ? [] : [StyleInjector.configure({ nonce: pageNonce() })]),
];

/** Waits until after the library's event, because the rows have not changed places before. */
function afterSorting(manager: DragDropManager, say: (from: number, to: number) => void): void {
  setTimeout(() => {
    const { source } = manager.dragOperation;
    if (isSortable(source) && source.initialIndex !== source.index) say(source.initialIndex, source.index);
  });
}

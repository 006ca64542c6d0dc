import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { Places } from '../windowed/rows.tsx';
import { useWindowed } from '../windowed/use-windowed.ts';
import windowedStyles from '../windowed/windowed.module.css';
import { inOrder, type Move, moveEntry, placeAfter, type SortId } from './order.ts';
import { type RowSort, SortableRow } from './row.tsx';
import styles from './sortable.module.css';
import { useDragging } from './use-dragging.ts';
import { useKeys } from './use-keys.ts';

type SortableListProps<Row, Id extends SortId> = {
  rows: readonly Row[];
  /** The id of a row. Pass the same function each time. */
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

/** The row that is dragged or was picked up by a key, the place that it had, and the order that its move has made so far. */
type Drag<Id> = { id: Id; from: number; ids: Id[]; isByKey: boolean };

/**
 * A list that the user sorts: by dragging the handle, with the keyboard on the handle, or with the items of each row's
 * menu. A long list renders only the rows near the window. Therefore this list orders the rows itself while one is
 * dragged; the library orders only rows that are rendered.
 */
export function SortableList<Row, Id extends SortId>(props: SortableListProps<Row, Id>) {
  const { rows, idOf, nameOf, children, rowClassName } = props;
  const { t } = useLingui();
  const helpId = useId();
  const [message, setMessage] = useState('');
  const [drag, setDrag] = useState<Drag<Id> | null>(null);
  const order = drag?.ids;
  const shown = useMemo(() => (order ? inOrder(rows, order, idOf) : rows), [rows, order, idOf]);
  const ids = useMemo(() => shown.map(idOf), [shown, idOf]);
  const { list, isWindowed, places, placeOf } = useWindowed<HTMLOListElement>(ids, drag?.id ?? null);
  const latest = useRef({ ...props, drag, list: list.ref });
  latest.current = { ...props, drag, list: list.ref };
  const count = rows.length;

  const keepDrag = (next: Drag<Id> | null) => {
    latest.current.drag = next;
    setDrag(next);
  };
  const nameOfId = (id: SortId) => {
    const row = rows.find((one) => idOf(one) === id);
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
      const { rows, idOf, nameOf, onSort, list } = latest.current;
      const from = rows.findIndex((row) => idOf(row) === id);
      const row = rows[from];
      if (row === undefined) return;
      const to = placeAfter(by, from, rows.length);
      if (from !== to) onSort(moveEntry(rows.map(idOf), from, to));
      sayMoved(nameOf(row), to);
      // The row has moved in the DOM, so it must be focused again and scrolled into view.
      requestAnimationFrame(() => {
        const item = list.current?.querySelector(`:scope > [data-row="${CSS.escape(String(id))}"]`);
        const button = item?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
        button?.focus();
        item?.scrollIntoView({ block: 'nearest' });
      });
    },
    [sayMoved],
  );
  const draw = children as (row: unknown, sort: RowSort) => ReactNode;

  const start = (started: SortId, isByKey: boolean) => {
    const from = ids.indexOf(started as Id);
    const id = ids[from];
    if (id === undefined) return;
    keepDrag({ id, from, ids, isByKey });
    const name = nameOfId(id);
    const position = from + 1;
    setMessage(t`${name} is picked up from number ${position} of ${count}.`);
  };
  const over = (target: SortId) => {
    const { drag } = latest.current;
    if (!drag) return;
    const from = drag.ids.indexOf(drag.id);
    const to = drag.ids.indexOf(target as Id);
    if (from < 0 || to < 0 || from === to) return;
    keepDrag({ ...drag, ids: moveEntry(drag.ids, from, to) });
    sayMoved(nameOfId(drag.id), to);
  };
  const end = (isCanceled: boolean) => {
    const { drag, onSort } = latest.current;
    keepDrag(null);
    if (!drag) return;
    const name = nameOfId(drag.id);
    if (isCanceled) {
      const position = drag.from + 1;
      setMessage(t`${name} is back at number ${position}.`);
      return;
    }
    const to = drag.ids.indexOf(drag.id);
    const position = to + 1;
    setMessage(t`${name} is put down at number ${position} of ${count}.`);
    if (to !== drag.from) onSort(drag.ids);
  };
  const { dragging, hands } = useDragging({ start: (id) => start(id, false), over, end });
  const lifted = drag?.isByKey ? drag.id : null;
  const isDragging = drag !== null && lifted === null;
  const keys = useKeys({ ids, lifted, isDragging, start: (id) => start(id, true), over, end });

  return (
    <>
      <ol
        {...list}
        {...hands}
        {...keys}
        className={cx(styles.list, isWindowed && windowedStyles.windowed, props.className)}
      >
        <Places
          places={places}
          row={(index) => {
            const row = shown[index];
            if (row === undefined) return null;
            const place = placeOf(index);
            return (
              <SortableRow
                key={place.id}
                {...place}
                row={row}
                dragging={dragging}
                isLifted={place.id === lifted}
                name={nameOf(row)}
                isFirst={index === 0}
                isLast={index === count - 1}
                helpId={helpId}
                className={rowClassName}
                move={move}
                draw={draw}
              />
            );
          }}
        />
      </ol>
      <span hidden id={helpId}>
        {t`Press space to pick it up, the arrow keys to move it, space to put it down, Escape to leave it where it was.`}
      </span>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}

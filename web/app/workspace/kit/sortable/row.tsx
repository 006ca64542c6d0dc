import { useLingui } from '@lingui/react/macro';
import { IconGripVertical } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useMemo } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { placeAttributes } from '../windowed/rows.tsx';
import type { RowPlace } from '../windowed/use-windowed.ts';
import type { Dragging } from './drag.ts';
import { MoveItems } from './move-items.tsx';
import type { Move, SortId } from './order.ts';
import styles from './sortable.module.css';
import { useDragRow } from './use-dragging.ts';

/** The controls that sorting adds to a row. */
export type RowSort = {
  /** A button: drag it, or press space and use the arrow keys. */
  handle: ReactNode;
  /** Four items for the row's menu. */
  moveItems: ReactNode;
};

type SortableRowProps = RowPlace & {
  row: unknown;
  dragging: Dragging | null;
  /** A key has picked it up. */
  isLifted: boolean;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  helpId: string;
  className: string | undefined;
  move: (id: SortId, by: Move) => void;
  draw: (row: unknown, sort: RowSort) => ReactNode;
};

/** A row of a `SortableList`. */
export const SortableRow = memo(function SortableRow(props: SortableRowProps) {
  const { row, id, name, index, setSize, measure, isFirst, isLast, helpId, className, move, draw } = props;
  const { t } = useLingui();
  const { ref, handleRef } = useDragRow(props.dragging, { id, index });
  // The element stays the same unless the row's data change, so that a new position does not render the content again.
  const content = useMemo(
    () =>
      draw(row, {
        handle: (
          <button
            ref={handleRef}
            type="button"
            className={styles.handle}
            data-sort-handle=""
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
  const refs = useCallback(
    (element: HTMLLIElement | null) => {
      ref(element);
      measure?.(element);
    },
    [ref, measure],
  );
  return (
    <li
      {...placeAttributes({ id, index, setSize })}
      ref={refs}
      className={cx(styles.item, className)}
      data-lifted={props.isLifted || undefined}
    >
      {content}
    </li>
  );
});

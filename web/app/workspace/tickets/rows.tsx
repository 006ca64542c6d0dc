import type { Ticket } from '@entrada/contract/catalog/tickets';
import { memo, useCallback } from 'react';
import { cx } from '../../ui/class-names.ts';
import { ChosenBox } from '../kit/selection/select-boxes.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { SortableList } from '../kit/sortable/list.tsx';
import type { RowSort } from '../kit/sortable/row.tsx';
import { WindowedItem, WindowedRows } from '../kit/windowed/rows.tsx';
import type { RowPlace } from '../kit/windowed/use-windowed.ts';
import { TicketRow, type TicketRowProps } from './row.tsx';
import styles from './tickets.module.css';

/** The actions for one ticket. */
export type TicketActions = Pick<TicketRowProps, 'onEdit' | 'onDuplicate' | 'onDelete'>;

type Frame = Omit<TicketRowProps, 'ticket' | 'start' | 'moveItems'>;

type TicketRowsProps = Frame & {
  tickets: Ticket[];
  canSort: boolean;
  onSort: (ids: number[]) => void;
  /** Null while the boxes are hidden. */
  selection: Selection | null;
};

const idOf = (ticket: Ticket) => ticket.id;
const nameOf = (ticket: Ticket) => ticket.name;

/** The rows of a group. They can be sorted if that is possible and the boxes are hidden. */
export function TicketRows({ tickets, canSort, onSort, selection, ...frame }: TicketRowsProps) {
  const { currency, timezone, mayWrite, onEdit, onDuplicate, onDelete } = frame;
  const draw = useCallback(
    (ticket: Ticket, { handle, moveItems }: RowSort) => (
      <TicketRow
        ticket={ticket}
        start={<div className={styles.handle}>{handle}</div>}
        moveItems={moveItems}
        {...{ currency, timezone, mayWrite, onEdit, onDuplicate, onDelete }}
      />
    ),
    [currency, timezone, mayWrite, onEdit, onDuplicate, onDelete],
  );
  if (canSort && !selection) {
    return (
      <SortableList
        rows={tickets}
        idOf={idOf}
        nameOf={nameOf}
        onSort={onSort}
        rowClassName={cx(styles.item, styles.led)}
      >
        {draw}
      </SortableList>
    );
  }
  return (
    <WindowedRows as="ol" rows={tickets} idOf={idOf}>
      {(ticket, place) => (
        <PlainRow
          {...place}
          ticket={ticket}
          set={selection?.set ?? null}
          isChosen={selection?.has(ticket.id) ?? false}
          {...frame}
        />
      )}
    </WindowedRows>
  );
}

type PlainRowProps = Frame &
  RowPlace & {
    ticket: Ticket;
    /** Null while the box is hidden. */
    set: Selection['set'] | null;
    isChosen: boolean;
  };

/** Memoized, so that choosing one of hundreds of rows renders only that row again. */
const PlainRow = memo(function PlainRow(props: PlainRowProps) {
  const { id, index, setSize, measure, ticket, set, isChosen, ...frame } = props;
  return (
    <WindowedItem
      {...{ id, index, setSize, measure }}
      className={cx(styles.item, set && styles.led)}
      data-selected={isChosen || undefined}
    >
      <TicketRow
        ticket={ticket}
        start={
          set && (
            <div className={styles.box}>
              <ChosenBox id={ticket.id} name={ticket.name} isOn={isChosen} set={set} />
            </div>
          )
        }
        {...frame}
      />
    </WindowedItem>
  );
});

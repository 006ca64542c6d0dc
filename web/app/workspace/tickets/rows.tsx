import type { Ticket } from '@entrada/contract/catalog/tickets';
import { memo, useCallback } from 'react';
import { cx } from '../../ui/class-names.ts';
import { ChosenBox } from '../kit/selection/select-boxes.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { type RowSort, SortableList } from '../kit/sortable/list.tsx';
import { TicketRow, type TicketRowProps } from './row.tsx';
import styles from './tickets.module.css';

/** What can be done with one ticket from its row. */
export type TicketActions = Pick<TicketRowProps, 'onEdit' | 'onDuplicate' | 'onDelete'>;

type Frame = Omit<TicketRowProps, 'ticket' | 'start' | 'moveItems'>;

type TicketRowsProps = Frame & {
  tickets: Ticket[];
  canSort: boolean;
  onSort: (ids: number[]) => void;
  /** Null while no boxes show. */
  selection: Selection | null;
};

const idOf = (ticket: Ticket) => ticket.id;
const nameOf = (ticket: Ticket) => ticket.name;

/** The rows of a group: put in order by hand where that is possible, and not while some are being chosen. */
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
    <ol>
      {tickets.map((ticket) => (
        <PlainRow
          key={ticket.id}
          ticket={ticket}
          set={selection?.set ?? null}
          isChosen={selection?.has(ticket.id) ?? false}
          {...frame}
        />
      ))}
    </ol>
  );
}

type PlainRowProps = Frame & {
  ticket: Ticket;
  /** Null while no box shows. */
  set: Selection['set'] | null;
  isChosen: boolean;
};

/** Of hundreds of rows, choosing one draws that one again. */
const PlainRow = memo(function PlainRow({ ticket, set, isChosen, ...frame }: PlainRowProps) {
  return (
    <li className={cx(styles.item, set && styles.led)} data-selected={isChosen || undefined}>
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
    </li>
  );
});

import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { handleAt } from './handle.ts';
import { type Move, placeAfter, type SortId } from './order.ts';

type Keys<Id extends SortId> = {
  /** The ids in their present order. */
  ids: readonly Id[];
  /** The row that the keys have picked up. */
  lifted: Id | null;
  /** Whether the pointer drags a row. */
  isDragging: boolean;
  start: (id: Id) => void;
  /** The row takes the place of this one. */
  over: (target: Id) => void;
  end: (isCanceled: boolean) => void;
};

const MOVES: Partial<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'top',
  End: 'bottom',
};

/**
 * Sorts the rows of a list by keys on a handle: space picks the row up and puts it down, the arrow keys, Home and End move
 * it, Escape takes it back, and leaving the handle puts it down. The row itself moves through the list, so no press is
 * lost where the page scrolls, as it is with the keys of the library that drags.
 */
export function useKeys<Id extends SortId>({ ids, lifted, isDragging, start, over, end }: Keys<Id>) {
  /** A row that moves in the page loses the focus for a moment. */
  const isMoving = useRef(false);

  const moveTo = (id: Id, to: number, handle: HTMLElement) => {
    const target = ids[to];
    if (target === undefined || target === id) return;
    isMoving.current = true;
    flushSync(() => over(target));
    handle.focus({ preventScroll: true });
    handle.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
    isMoving.current = false;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const handle = handleAt(event.target);
      if (isDragging || !handle || event.ctrlKey || event.metaKey || event.altKey) return;
      const isPress = event.code === 'Space' || event.code === 'Enter';
      if (lifted === null) {
        const row = handle.closest<HTMLElement>('[data-row]')?.dataset['row'];
        const id = ids.find((one) => String(one) === row);
        if (!isPress || id === undefined) return;
        // The browser would press the button.
        event.preventDefault();
        if (!event.repeat) start(id);
        return;
      }
      const move = MOVES[event.code];
      if (!isPress && event.code !== 'Escape' && !move) return;
      event.preventDefault();
      // Escape would close what the list stands in.
      event.stopPropagation();
      if (move) moveTo(lifted, placeAfter(move, ids.indexOf(lifted), ids.length), handle);
      else if (!event.repeat) end(event.code === 'Escape');
    },
    onBlur: ({ target }: FocusEvent) => {
      if (lifted !== null && !isMoving.current && handleAt(target)) end(false);
    },
  };
}

import { Accessibility, DragDropManager, PointerSensor, StyleInjector } from '@dnd-kit/dom';
import { Sortable } from '@dnd-kit/dom/sortable';
import { pageNonce } from '../../../platform/nonce.tsx';
import type { SortId } from './order.ts';

/** What happens while a row is dragged. */
export type DragEvents = {
  start: (id: SortId) => void;
  over: (target: SortId) => void;
  end: (isCanceled: boolean) => void;
};

/** The elements of a row, as far as they are in the page. */
export type RowParts = { element: HTMLElement | undefined; handle: HTMLElement | undefined };

export type DragRow = {
  /** The row stands at another place. */
  place: (index: number) => void;
  show: (parts: RowParts) => void;
  /** The row is no longer in the page. */
  leave: () => void;
};

export type Dragging = {
  add: (row: { id: SortId; index: number } & RowParts) => DragRow;
  /** Whether nothing is dragged, and nothing moves to its place any more. */
  isIdle: () => boolean;
  stop: () => void;
};

/**
 * Drags rows by pointer; `useKeys` has the keyboard. The library's announcements, which are in English, are left out; its
 * styles get the nonce of the page. The rows are sorted by whoever hears the events.
 */
export function startDragging(events: DragEvents): Dragging {
  const manager = new DragDropManager({
    sensors: [PointerSensor],
    plugins: (usual) => [
      ...usual.filter((plugin) => plugin !== Accessibility),
      StyleInjector.configure({ nonce: pageNonce() }),
    ],
  });
  const { monitor } = manager;
  monitor.addEventListener('dragstart', ({ operation: { source } }) => source && events.start(source.id));
  monitor.addEventListener('dragover', ({ operation: { target } }) => target && events.over(target.id));
  monitor.addEventListener('dragend', ({ canceled }) => events.end(canceled));
  return {
    add: (row) => {
      const sortable = new Sortable({ ...row, transition, plugins: [], register: false }, manager);
      const leave = sortable.register();
      return {
        place: (index) => {
          sortable.index = index;
        },
        show: ({ element, handle }) => {
          // While a row is dragged, another place in the list takes its element away for a moment.
          const isBusy = !manager.dragOperation.status.idle && sortable.element?.isConnected;
          if (element || !isBusy) sortable.element = element;
          sortable.handle = handle;
        },
        leave,
      };
    },
    isIdle: () => manager.dragOperation.status.idle,
    stop: () => manager.destroy(),
  };
}

const transition = { duration: 200, easing: 'cubic-bezier(.2,.8,.2,1)' };

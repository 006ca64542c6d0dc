import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type Cursor, cursorAfterKey } from './cursor.ts';

/** The point at which a chart is read, moved by pointer and keys. `find` names the point at a part of the width. */
export function useCursor(count: number, find: (share: number, count: number) => number) {
  const [{ cursor, isKeyed }, set] = useState<{ cursor: Cursor; isKeyed: boolean }>({
    cursor: null,
    isKeyed: false,
  });
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (count > 0 && width > 0) set({ cursor: find((event.clientX - left) / width, count), isKeyed: false });
  };
  const clear = () => set({ cursor: null, isKeyed: false });
  return {
    /** The figures may have become fewer since. */
    cursor: cursor !== null && cursor < count ? cursor : null,
    /** The keys moved it, so its values are announced. */
    isKeyed,
    handlers: {
      onPointerDown: follow,
      onPointerMove: follow,
      onPointerLeave: clear,
      onBlur: clear,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const next = cursorAfterKey(cursor, event.key, count);
        if (next === undefined) return;
        event.preventDefault();
        set({ cursor: next, isKeyed: true });
      },
    },
  };
}

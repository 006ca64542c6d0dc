import { useLingui } from '@lingui/react';
import {
  type PointerEvent,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { notifyError } from '../frame/notify.tsx';
import { loadError } from '../late/part.tsx';
import type { DragEvents, Dragging, DragRow, RowParts } from './drag.ts';
import { handleAt } from './handle.ts';
import type { SortId } from './order.ts';

/** Without a hand near a handle, dragging loads this much later than the page. */
const afterPageMs = 2000;

/**
 * What drags the rows of a list by pointer. Its script loads when the pointer reaches a handle, or soon after the page. A
 * press on a handle before that begins the drag once it has loaded. The rows are known to it only while a hand is near:
 * adding and leaving would be a fourth of what scrolling a long list costs.
 */
export function useDragging(events: DragEvents) {
  const [loaded, setLoaded] = useState<Dragging | null>(null);
  const [isNear, setNear] = useState(false);
  const dragging = isNear ? loaded : null;
  const latest = useRef(events);
  latest.current = events;
  const isLoading = useRef(false);
  const { i18n } = useLingui();
  /** Repeats a press that came too early. */
  const early = useRef<(() => void) | null>(null);

  const load = useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const { startDragging } = await import('./drag.ts');
      // The library measures the rows after each event, so they must stand in their new order by then.
      const now = (run: () => void) => flushSync(run);
      setLoaded(
        startDragging({
          start: (id) => now(() => latest.current.start(id)),
          over: (target) => now(() => latest.current.over(target)),
          end: (isCanceled) => now(() => latest.current.end(isCanceled)),
        }),
      );
    } catch {
      // The next hand tries again.
      isLoading.current = false;
      if (early.current) notifyError(errorMessage(i18n, loadError()));
      early.current = null;
    }
  }, [i18n]);

  useEffect(() => {
    const timer = setTimeout(load, afterPageMs);
    return () => clearTimeout(timer);
  }, [load]);
  useEffect(() => () => loaded?.stop(), [loaded]);
  // The rows have added themselves by now.
  useEffect(() => {
    if (!dragging) return;
    early.current?.();
    early.current = null;
  }, [dragging]);

  const come = ({ target }: SyntheticEvent) => {
    if (dragging || !handleAt(target)) return;
    setNear(true);
    if (!loaded) void load();
  };
  const go = () => {
    if (loaded?.isIdle()) setNear(false);
  };
  return {
    dragging,
    /** For the element around the rows. */
    hands: {
      onPointerOver: come,
      onPointerLeave: go,
      onPointerDown: (event: PointerEvent) => {
        const handle = handleAt(event.target);
        if (dragging || !handle) return;
        const press = new window.PointerEvent('pointerdown', event.nativeEvent);
        early.current = () => handle.dispatchEvent(press);
        const forget = () => {
          early.current = null;
        };
        for (const end of ['pointerup', 'pointercancel'])
          window.addEventListener(end, forget, { once: true });
      },
    },
  };
}

/** Adds a row to what drags it. Answers the refs of its element and its handle. */
export function useDragRow(dragging: Dragging | null, { id, index }: { id: SortId; index: number }) {
  const parts = useRef<RowParts>({ element: undefined, handle: undefined });
  const row = useRef<DragRow | null>(null);
  const at = useRef(index);
  at.current = index;
  const show = useCallback((more: Partial<RowParts>) => {
    parts.current = { ...parts.current, ...more };
    row.current?.show(parts.current);
  }, []);
  useLayoutEffect(() => {
    if (!dragging) return;
    const added = dragging.add({ id, index: at.current, ...parts.current });
    row.current = added;
    return () => {
      row.current = null;
      added.leave();
    };
  }, [dragging, id]);
  useLayoutEffect(() => row.current?.place(index), [index]);
  return {
    ref: useCallback((element: HTMLElement | null) => show({ element: element ?? undefined }), [show]),
    handleRef: useCallback((handle: HTMLElement | null) => show({ handle: handle ?? undefined }), [show]),
  };
}

import { type PointerEvent, type RefObject, useRef } from 'react';

/** Pixels after which a sheet closes that is let go. */
const CLOSES_AFTER = 80;

/** Handlers of a part by which a finger pulls a sheet down. Let go early, the sheet goes back. */
export function usePullDown(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const from = useRef<number | null>(null);
  const show = (pixels: number) => {
    if (sheet.current) sheet.current.style.translate = pixels > 0 ? `0 ${pixels}px` : '';
  };
  const end = () => {
    from.current = null;
    show(0);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== null) show(event.clientY - from.current);
    },
    onPointerUp: (event: PointerEvent) => {
      const pulled = from.current === null ? 0 : event.clientY - from.current;
      end();
      if (pulled > CLOSES_AFTER) onClose();
    },
    onPointerCancel: end,
  };
}

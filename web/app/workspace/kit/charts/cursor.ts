/** Which point a chart is read at. Null: at none. */
export type Cursor = number | null;

/** How many points Page Up and Page Down go. */
const PAGE = 7;

/** The point after a key was pressed, or undefined if the key does nothing to a chart of `count` points. */
export function cursorAfterKey(cursor: Cursor, key: string, count: number): Cursor | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  const go = (by: number, from: number) => Math.min(last, Math.max(0, (cursor ?? from) + by));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return cursor === null ? 0 : go(1, 0);
    case 'ArrowLeft':
    case 'ArrowDown':
      return cursor === null ? last : go(-1, last);
    case 'PageUp':
      return go(PAGE, 0);
    case 'PageDown':
      return go(-PAGE, last);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return cursor === null ? undefined : null;
    default:
      return undefined;
  }
}

/** The point of a line that is nearest to `share`, a part of its width from 0 to 1. */
export const nearestPoint = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));

/** The bar that stands at `share`, a part of the width from 0 to 1. */
export const barAt = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(share * count)));

/** Marks a route whose page stands in a frame, where what belongs around a whole page is left out. */
export function isFramedHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isFramed' in handle && handle.isFramed === true;
}

/** Marks a route whose page is shown in a frame. Such a page leaves out what surrounds a whole page. */
export function isFramedHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isFramed' in handle && handle.isFramed === true;
}

type Place = { micros: number; kind: 0 | 1; id: number };

/** A place in the log as a caller gets and returns it. Pure. */
export const writePlace = ({ micros, kind, id }: Place): string => `${micros}-${kind}-${id}`;

/** The place that a caller returns; null for none. Pure. */
export function readPlace(text: string | undefined): Place | null {
  const [micros, kind, id] = (text ?? '').split('-').map(Number);
  if (micros === undefined || kind === undefined || id === undefined) return null;
  return { micros, kind: kind === 1 ? 1 : 0, id };
}

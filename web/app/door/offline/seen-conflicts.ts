const keyOf = (listShortId: string) => `entrada.door.conflicts.${listShortId}`;

type Numbered = readonly { id: number }[];

/** How many conflicts of a list nobody has looked at on this phone. */
export function newConflicts(listShortId: string, conflicts: Numbered): number {
  if (conflicts.length === 0) return 0;
  const seen = read(listShortId);
  return conflicts.filter(({ id }) => id > seen).length;
}

/** Somebody looked at them. */
export function sawConflicts(listShortId: string, conflicts: Numbered): void {
  const newest = Math.max(0, ...conflicts.map(({ id }) => id));
  if (newest <= read(listShortId)) return;
  try {
    localStorage.setItem(keyOf(listShortId), String(newest));
  } catch {
    // Then they are told again after a reload.
  }
}

function read(listShortId: string): number {
  try {
    return Number(localStorage.getItem(keyOf(listShortId)) ?? 0);
  } catch {
    return 0;
  }
}

/** Seconds after a payment was begun at which the provider is asked how it stands, should no webhook have told. */
const ASK_AFTER = [15, 60, 120, 300, 900] as const;
/** From then on, for payments that a bank takes days to decide. */
const LATER = 3600;

/** Seconds from the asking number `count` (from 0) to the next one. */
export function nextAsking(count: number): number {
  const at = ASK_AFTER[count];
  if (at === undefined) return LATER;
  return at - (ASK_AFTER[count - 1] ?? 0);
}

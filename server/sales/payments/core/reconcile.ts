/** Seconds after the start of a payment at which we ask the provider for its status, if no webhook has reported it. */
const ASK_AFTER = [15, 60, 120, 300, 900] as const;
/** The interval after that, in seconds, for payments that a bank takes days to decide. */
const LATER = 3600;

/**
 * Seconds between query number `count` (from 0) and the one before it. For 0: the seconds after the start of the
 * payment.
 */
export function nextAsking(count: number): number {
  const at = ASK_AFTER[count];
  if (at === undefined) return LATER;
  return at - (ASK_AFTER[count - 1] ?? 0);
}

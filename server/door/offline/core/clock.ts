const MICROS = 1000;
/** No phone keeps scans for longer. */
const OLDEST_MS = 30 * 24 * 3_600_000;

/**
 * When a scan was made by the clock of the server, in microseconds. Only the time between the scan and its sending counts, so a
 * phone whose clock is a day wrong makes no difference. Never later than now. A clock that was set back in between says nothing
 * any more, so the scan counts as made now. Pure.
 */
export function happenedAt(
  { scannedAt, sentAt }: { scannedAt: string; sentAt: string },
  nowMicros: number,
): number {
  const agoMs = Date.parse(sentAt) - Date.parse(scannedAt);
  return nowMicros - Math.min(Math.max(agoMs, 0), OLDEST_MS) * MICROS;
}

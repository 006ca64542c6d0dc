const RETRY_MS = 2_000;
const SLOWEST_MS = 60_000;

/** How long until the next contact: at a steady pace while contacts succeed, doubled after each failure, a little at random. */
export function nextContactMs(failures: number, steadyMs: number, random: number): number {
  if (failures === 0) return steadyMs;
  const pause = Math.min(SLOWEST_MS, RETRY_MS * 2 ** (failures - 1));
  return Math.round(pause * (0.75 + random / 2));
}

import { enterDoor } from '@entrada/contract/door/check-in-links';
import { doorApi, readToken, writeToken } from '../api.ts';
import { alone } from '../offline/tabs/alone.ts';

const CALL_MS = 8_000;
const entering = new Map<string, Promise<void>>();

/**
 * Enters by a link without a PIN, unless this phone has entered already. Whoever asks meanwhile, also in another tab, waits for
 * the same entering, so that the organizer sees one phone. Throws `ApiError`.
 */
export function enterOnce(listShortId: string, device: string): Promise<void> {
  const underWay = entering.get(listShortId);
  if (underWay !== undefined) return underWay;
  const begun = alone(`entrada.door.enter.${listShortId}`, CALL_MS, async () => {
    if (readToken(listShortId) !== null) return;
    const input = { params: { listShortId }, body: { device } };
    const { data } = await doorApi(enterDoor, input, { signal: AbortSignal.timeout(CALL_MS) });
    writeToken(listShortId, data.token);
  }).finally(() => entering.delete(listShortId));
  entering.set(listShortId, begun);
  return begun;
}

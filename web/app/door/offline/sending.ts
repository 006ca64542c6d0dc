import { OFFLINE_SCANS, sendOfflineScans } from '@entrada/contract/door/offline';
import type { OutputOf } from '@entrada/contract/endpoint';
import { deviceId, doorApi } from '../api.ts';
import type { Store, Waiting } from './memory/store.ts';

const TIMEOUT_MS = 20_000;

/** What waits is sent by one tab of a phone at a time. */
export const contactLock = (listShortId: string) => `entrada.door.contact.${listShortId}`;

export type Sent = OutputOf<typeof sendOfflineScans>['data'];

/**
 * Sends the scans that wait, the oldest first, in batches. Each batch is removed from this phone when the server has answered
 * that it has them; if that answer is lost, the same batch is sent again and changes nothing. `serverNow`: the time of the
 * server, if the phone knows it. Throws `ApiError`.
 */
export async function sendWaiting(given: {
  store: Store;
  listShortId: string;
  serverNow: (() => number) | null;
  onSent: (batch: readonly Waiting[], answer: Sent) => void;
}): Promise<void> {
  const { store, listShortId, serverNow, onSent } = given;
  for (;;) {
    const all = await store.waiting(listShortId);
    const batch = firstBatch(all);
    const [first] = batch;
    if (!first) return;
    // Without a clock of the server, both times are the phone's own. The server compares them with each other.
    const scans = batch.map(({ scan, deviceMs }) =>
      serverNow ? scan : { ...scan, scannedAt: new Date(deviceMs).toISOString() },
    );
    const body = {
      device: first.device,
      deviceId: deviceId(),
      sentAt: new Date(serverNow ? serverNow() : Date.now()).toISOString(),
      waiting: all.length - batch.length,
      scans,
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { data } = await doorApi(sendOfflineScans, { params: { listShortId }, body }, { signal });
    await store.dequeue(batch.map(({ id }) => id));
    onSent(batch, data);
  }
}

/** As many as one call takes, all made under one name of this phone. */
export function firstBatch(all: readonly Waiting[]): readonly Waiting[] {
  const other = all.findIndex(({ device }) => device !== all[0]?.device);
  return all.slice(0, Math.min(OFFLINE_SCANS, other < 0 ? all.length : other));
}

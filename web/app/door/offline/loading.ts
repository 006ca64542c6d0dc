import {
  getOfflineChanges,
  getOfflineHead,
  listOfflinePeople,
  type OfflineHead,
  type OfflinePerson,
} from '@entrada/contract/door/offline';
import { doorApi } from '../api.ts';
import type { Contact } from './core/clock.ts';

const TIMEOUT_MS = 8_000;
const PAGE_TIMEOUT_MS = 30_000;

/** The head and the moment at which the server made it, by the phone's own clock. */
export type Headed = { head: OfflineHead; contact: Contact };

/** Loads all people, page by page. `onHead` comes first, so that the clock is right meanwhile. Throws `ApiError`. */
export async function loadAll(
  listShortId: string,
  onHead: (headed: Headed) => void,
): Promise<Headed & { people: OfflinePerson[] }> {
  const params = { listShortId };
  const headed = await timed(async (signal) => (await doorApi(getOfflineHead, { params }, { signal })).data);
  onHead(headed);
  const people: OfflinePerson[] = [];
  let after: string | undefined;
  do {
    const signal = AbortSignal.timeout(PAGE_TIMEOUT_MS);
    const { data } = await doorApi(listOfflinePeople, { params, query: after ? { after } : {} }, { signal });
    people.push(...data.people);
    after = data.next ?? undefined;
  } while (after);
  return { ...headed, people };
}

/** What changed since a cursor; null if all people must be loaded again. Throws `ApiError`. */
export async function loadChanges(
  listShortId: string,
  since: string,
): Promise<(Headed & { people: OfflinePerson[] }) | null> {
  let answer: { reset: boolean; people: OfflinePerson[] } | undefined;
  const headed = await timed(async (signal) => {
    const { data } = await doorApi(
      getOfflineChanges,
      { params: { listShortId }, query: { since } },
      { signal },
    );
    answer = data;
    return data.head;
  });
  return answer && !answer.reset ? { ...headed, people: answer.people } : null;
}

/** The server's time belongs to the middle of the call. */
async function timed(call: (signal: AbortSignal) => Promise<OfflineHead>): Promise<Headed> {
  const before = Date.now();
  const head = await call(AbortSignal.timeout(TIMEOUT_MS));
  const deviceMs = (before + Date.now()) / 2;
  return {
    head,
    contact: { serverMs: Date.parse(head.now), deviceMs, untilMs: Date.parse(head.until) },
  };
}

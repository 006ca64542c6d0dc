// Runs in a page of Chromium: a phone at a door with many tickets, whose network is cut. `bench/groups/offline.ts` builds it.
import type { OfflineHead, OfflinePerson } from '@entrada/contract/door/offline';
import { newAttempt } from '../../web/app/door/attempt.ts';
import { openDevice } from '../../web/app/door/offline/device.ts';
import { openStore } from '../../web/app/door/offline/memory/store.ts';

export type PhoneFigures = { loadMs: number; reopenMs: number; verdictMs: number[]; verdicts: string[] };
type Given = { people: number; publicKey: string; codes: string[] };

const LIST = 'cl_0123456789012345678901';
const EVENT = 7;
const PAGE = 5_000;

function answer(path: string, { people, publicKey }: Given): unknown {
  const now = Date.now();
  const head: OfflineHead = {
    eventId: EVENT,
    publicKeys: [publicKey],
    isCalledOff: false,
    activatesAt: null,
    expiresAt: null,
    allowsReentry: false,
    tickets: [{ id: 1, label: 'Day ticket', admitted: true, ownStartsAt: null, ownEndsAt: null }],
    now: new Date(now).toISOString(),
    until: new Date(now + 86_400_000).toISOString(),
    cursor: '1',
    people,
  };
  if (path.includes('/people')) {
    const from = Number(/after=(\d+)/.exec(path)?.[1] ?? 0);
    const page = Array.from(
      { length: Math.min(PAGE, people - from) },
      (_, nth): OfflinePerson => [
        from + nth + 1,
        `ENT-${from + nth + 1}`,
        `Guest ${from + nth + 1}`,
        1,
        0,
        1,
        null,
      ],
    );
    return { people: page, next: from + PAGE < people ? `${from + PAGE}-0` : null };
  }
  if (path.includes('/changes')) return { reset: false, head, people: [] };
  if (path.includes('/offline/conflicts')) return [];
  if (path.includes('/devices')) return { token: 'a'.repeat(43), role: 'steward' };
  return head;
}

async function run(given: Given): Promise<PhoneFigures> {
  let isCut = false;
  globalThis.fetch = async (asked) => {
    if (isCut) throw new TypeError('Failed to fetch');
    return Response.json({ data: answer(String(asked), given) });
  };
  const open = async () =>
    openDevice({
      store: await openStore(),
      listShortId: LIST,
      name: () => 'Bench',
      door: {
        needsPin: false,
        name: 'Gate',
        description: '',
        state: 'active',
        activatesAt: null,
        expiresAt: null,
        link: 'Gate',
        role: 'steward',
        allowsReentry: false,
        allowsSales: false,
        event: { id: EVENT, title: 'Night', timezone: 'UTC', startsAt: new Date().toISOString() },
        attendees: given.people,
        checkedIn: 0,
      },
      onCounts: () => undefined,
      onRefused: () => undefined,
      signal: new AbortController().signal,
    });
  const began = performance.now();
  const first = await open();
  await first.contact();
  const loadMs = performance.now() - began;
  if (!first.status().offline.isReady) throw new Error(`Not ready: ${JSON.stringify(first.status())}`);
  first.stop();
  isCut = true;
  const again = performance.now();
  const phone = await open();
  const reopenMs = performance.now() - again;
  await phone.contact();
  const verdictMs: number[] = [];
  const verdicts: string[] = [];
  for (const code of given.codes) {
    const scanned = performance.now();
    verdicts.push((await phone.attempt(newAttempt({ method: 'scan', code }))).verdict);
    verdictMs.push(performance.now() - scanned);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  phone.stop();
  return { loadMs, reopenMs, verdictMs, verdicts };
}

Object.assign(globalThis, { runPhone: run });

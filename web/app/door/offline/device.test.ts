import { payloadOf } from '@entrada/contract/door/ticket-code';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newAttempt } from '../attempt.ts';
import { enterOnce } from '../entry/enter-once.ts';
import type { Door } from '../use-door.ts';
import { type Device, openDevice } from './device.ts';
import { buildStore } from './memory/store-fixture.ts';
import { buildServer, codeOf, EVENT, LIST, person } from './server-fixture.ts';

const HOUR = 3_600_000;
const START = Date.parse('2027-06-11T18:00:00Z');

const door: Door = {
  needsPin: false,
  name: 'Main gate',
  description: '',
  state: 'active',
  activatesAt: null,
  expiresAt: null,
  link: 'Gate',
  role: 'supervisor',
  allowsReentry: true,
  allowsSales: false,
  event: { id: EVENT, title: 'Night', timezone: 'Europe/Madrid', startsAt: '2027-06-11T18:00:00Z' },
  attendees: 5,
  checkedIn: 0,
};
const people = [
  person(1, { name: 'Ana Ferrer' }),
  person(2, { status: 1 }),
  person(3, { ticket: 2 }),
  person(4, { version: 2 }),
  person(5, { status: 2 }),
];

/** The locks of the browser, which all tabs share. */
const { locks } = navigator;
const open: Device[] = [];
const pages: AbortController[] = [];
const servers: ReturnType<typeof buildServer>[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
  const kept = new Map([[`entrada.door.token.${LIST}`, 'a'.repeat(43)]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: '', hidden: false }));
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true, locks });
  vi.stubGlobal('location', { pathname: `/check-in/${LIST}`, origin: 'http://door.test' });
});
afterEach(() => {
  for (const device of open.splice(0)) device.stop();
  for (const page of pages.splice(0)) page.abort();
  for (const server of servers.splice(0)) server.hangUp();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function setUp({ server = buildServer(people), store = buildStore() } = {}) {
  servers.push(server);
  vi.stubGlobal('fetch', server.fetch);
  const refusals: string[] = [];
  const start = async () => {
    const page = new AbortController();
    pages.push(page);
    const device = await openDevice({
      store,
      listShortId: LIST,
      name: () => 'Otter 42',
      door,
      onRefused: (error) => refusals.push(error.code),
      signal: page.signal,
    });
    open.push(device);
    return device;
  };
  const device = await start();
  await device.contact();
  const scan = (code: string, on = device) => on.attempt(newAttempt({ method: 'scan', code }));
  return { server, store, device, start, scan, refusals };
}

test('decides by itself when the network is cut, for every kind of ticket', async () => {
  const { server, scan, device } = await setUp();
  server.state = 'down';
  expect(await scan(codeOf({ attendeeId: 1 }))).toMatchObject({
    verdict: 'admitted',
    isOffline: true,
    guest: { name: 'Ana Ferrer', ticket: 'Day ticket', reference: 'ENT-1' },
    attendees: 5,
    checkedIn: 1,
  });
  const valid = codeOf({ attendeeId: 1 });
  const verdicts: string[] = [];
  for (const code of [
    valid,
    codeOf({ attendeeId: 2 }),
    codeOf({ attendeeId: 3 }),
    codeOf({ attendeeId: 4 }),
    codeOf({ attendeeId: 5 }),
    codeOf({ attendeeId: 99 }),
    codeOf({ attendeeId: 1, eventId: EVENT + 1 }),
    `${valid.slice(0, 20)}${valid[20] === 'A' ? 'B' : 'A'}${valid.slice(21)}`,
    valid.slice(0, 40),
    'https://example.com',
  ])
    verdicts.push((await scan(code)).verdict);
  expect(verdicts).toEqual([
    'just_scanned',
    'cancelled',
    'wrong_ticket',
    'revoked',
    'unpaid',
    'unknown',
    'unknown',
    'unknown',
    'unreadable',
    'unknown',
  ]);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await scan(valid)).toMatchObject({
    verdict: 'already_in',
    earlier: { at: '2027-06-11T18:00:00.000Z', device: 'Otter 42' },
  });
  expect(device.status()).toMatchObject({
    state: 'offline',
    waiting: 12,
    offline: { isReady: true, tickets: 5 },
  });
});

test('a reload without a network keeps the tickets, who is in, and what waits', async () => {
  const { server, scan, start, device } = await setUp();
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  device.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  const again = await start();
  await again.contact();
  expect(again.status()).toMatchObject({
    state: 'offline',
    waiting: 1,
    offline: { isReady: true, tickets: 5 },
  });
  expect((await scan(codeOf({ attendeeId: 1 }), again)).verdict).toBe('already_in');
});

test('what waits is sent once, also if the first answer is lost', async () => {
  const { server, store, scan, device } = await setUp();
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  await scan(codeOf({ attendeeId: 2 }));
  server.state = 'up';
  server.losesAnswers = true;
  await device.contact();
  expect(device.status()).toMatchObject({ state: 'offline', waiting: 2 });
  server.losesAnswers = false;
  await device.contact();
  expect(device.status()).toMatchObject({ state: 'online', waiting: 0 });
  expect(server.batches).toHaveLength(2);
  expect([...server.received.values()].map(({ verdict }) => verdict)).toEqual(['admitted', 'cancelled']);
  expect(store.rows().scans).toBe(0);
});

test('more scans than one call takes go in several, the oldest first', async () => {
  const { server, scan, device } = await setUp();
  server.state = 'down';
  for (let nth = 0; nth < 510; nth += 1) await scan('not one of ours');
  server.state = 'up';
  await device.contact();
  expect(server.batches.map(({ scans }) => scans.length)).toEqual([500, 10]);
  expect(device.status().waiting).toBe(0);
});

test('a server that does not answer costs a scan less than two seconds, and the next one nothing', async () => {
  const { server, scan } = await setUp();
  server.state = 'silent';
  const first = scan(codeOf({ attendeeId: 1 }));
  await vi.advanceTimersByTimeAsync(1_800);
  expect(await first).toMatchObject({ verdict: 'admitted', isOffline: true });
  expect((await scan(codeOf({ attendeeId: 1 }))).verdict).toBe('just_scanned');
});

test.each([HOUR, -HOUR, 24 * HOUR])(
  'a clock that is wrong by %i ms decides by the times of the list',
  async (aheadMs) => {
    const opens = START - aheadMs + 30 * 60_000;
    const server = buildServer(people, {
      activatesAt: new Date(opens).toISOString(),
      expiresAt: new Date(opens + HOUR).toISOString(),
    });
    server.phoneAheadMs = aheadMs;
    const { scan, device } = await setUp({ server });
    server.state = 'down';
    expect((await scan(codeOf({ attendeeId: 1 }))).verdict).toBe('not_active');
    await vi.advanceTimersByTimeAsync(31 * 60_000);
    expect((await scan(codeOf({ attendeeId: 1 }))).verdict).toBe('admitted');
    await vi.advanceTimersByTimeAsync(HOUR);
    expect((await scan(codeOf({ attendeeId: 1 }))).verdict).toBe('expired');
    server.state = 'up';
    await device.contact();
    const [batch] = server.batches;
    const sentAt = Date.parse(batch?.sentAt ?? '');
    expect(sentAt - Date.parse(batch?.scans[0]?.scannedAt ?? '')).toBe(91 * 60_000);
  },
);

test('24 hours after the last contact the tickets are gone, and what waits is still sent', async () => {
  const { server, store, scan, device } = await setUp();
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  await vi.advanceTimersByTimeAsync(24 * HOUR + 60_000);
  expect(device.status()).toMatchObject({
    waiting: 1,
    offline: { isReady: false, problem: 'expired', tickets: 0 },
  });
  expect(store.rows()).toEqual({ people: 0, lists: 0, scans: 1 });
  await expect(scan(codeOf({ attendeeId: 1 }))).rejects.toMatchObject({ code: 'NETWORK' });
  server.state = 'up';
  await device.contact();
  expect(device.status()).toMatchObject({ waiting: 0, offline: { isReady: true, problem: null } });
  expect(server.received.size).toBe(1);
});

test('a clock that was set back does not prolong the 24 hours, not even by a reload', async () => {
  const { server, scan, device, start } = await setUp();
  server.state = 'down';
  await vi.advanceTimersByTimeAsync(23 * HOUR);
  await scan(codeOf({ attendeeId: 1 }));
  device.stop();
  vi.setSystemTime(START);
  const again = await start();
  expect(again.status().offline).toMatchObject({ isReady: true });
  await vi.advanceTimersByTimeAsync(HOUR + 60_000);
  expect(again.status()).toMatchObject({ waiting: 1, offline: { isReady: false, problem: 'expired' } });
});

test('a closed link: the tickets go at the first contact, after what waits was sent', async () => {
  const { server, store, scan, device, refusals } = await setUp();
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  server.state = 'closed';
  await device.contact();
  expect(refusals).toEqual(['CHECK_IN_LIST_NOT_FOUND']);
  expect(store.rows()).toEqual({ people: 0, lists: 0, scans: 0 });
  expect(server.received.size).toBe(1);
});

test('a full phone gives no verdict and says so; with space it goes on', async () => {
  const { server, store, scan, device } = await setUp();
  server.state = 'down';
  store.isFull = true;
  await expect(scan(codeOf({ attendeeId: 1 }))).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(device.status()).toMatchObject({ waiting: 0, offline: { problem: 'storage_full' } });
  store.isFull = false;
  expect((await scan(codeOf({ attendeeId: 1 }))).verdict).toBe('admitted');
  expect(device.status()).toMatchObject({ waiting: 1, offline: { problem: null } });
});

test('two scans of one ticket at the same moment let in one person', async () => {
  const { server, scan } = await setUp();
  server.state = 'down';
  const verdicts = await Promise.all([1, 2].map(() => scan(codeOf({ attendeeId: 1 }))));
  expect(verdicts.map(({ verdict }) => verdict).sort()).toEqual(['admitted', 'just_scanned']);
});

test('who came in at another door is known after a contact, and a correction there overrules this phone', async () => {
  const { server, scan, device } = await setUp();
  const [id, reference, name, ticket, status, version] = person(1);
  server.set([id, reference, name, ticket, status, version, [START - 60_000, 'Door B']]);
  await device.contact();
  server.state = 'down';
  expect(await scan(codeOf({ attendeeId: 1 }))).toMatchObject({
    verdict: 'already_in',
    earlier: { device: 'Door B' },
  });
  server.state = 'up';
  server.set(person(1));
  await vi.advanceTimersByTimeAsync(60_000);
  server.state = 'down';
  expect((await scan(codeOf({ attendeeId: 1 }))).verdict).toBe('admitted');
});

test('the tickets end on time, not with the next contact', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { server, scan, device } = await setUp();
  server.state = 'down';
  await vi.advanceTimersByTimeAsync(23 * HOUR);
  await scan(codeOf({ attendeeId: 1 }));
  await vi.advanceTimersByTimeAsync(HOUR - 1_000);
  expect(device.status().offline.isReady).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(device.status().offline).toMatchObject({ isReady: false, problem: 'expired', tickets: 0 });
});

test('a code of another event tells nothing: this phone has no key of it, so anybody may have written it', async () => {
  const { server, scan } = await setUp();
  server.state = 'down';
  const claims = payloadOf({ eventId: EVENT + 1, attendeeId: 1, codeVersion: 1 });
  const forged = `E1.${Buffer.concat([Buffer.from(claims), Buffer.alloc(64, 7)]).toString('base64url')}`;
  for (const code of [forged, codeOf({ attendeeId: 1, eventId: EVENT + 1 })])
    expect(await scan(code)).toMatchObject({ verdict: 'unknown', guest: null, earlier: null });
});

test('one attempt that is made twice is one scan, and has one answer', async () => {
  const { server, device } = await setUp();
  server.state = 'down';
  const attempt = newAttempt({ method: 'scan', code: codeOf({ attendeeId: 1 }) });
  const [first, second] = await Promise.all([device.attempt(attempt), device.attempt(attempt)]);
  const third = await device.attempt(attempt);
  expect([first.verdict, second.verdict, third.verdict]).toEqual(['admitted', 'admitted', 'admitted']);
  expect(device.status().waiting).toBe(1);
  server.state = 'up';
  await device.contact();
  expect(server.batches.flatMap(({ scans }) => scans)).toHaveLength(1);
});

test('an attempt that failed may be made again', async () => {
  const { server, store, device } = await setUp();
  server.state = 'down';
  store.isFull = true;
  const attempt = newAttempt({ method: 'scan', code: codeOf({ attendeeId: 1 }) });
  await expect(device.attempt(attempt)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  store.isFull = false;
  expect((await device.attempt(attempt)).verdict).toBe('admitted');
});

test('a page that is left before its phone is ready sends nothing; the one after it sends each scan once', async () => {
  const { server, store, scan, device, start } = await setUp();
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  device.stop();
  server.state = 'up';
  const calls = server.calls.length;
  await device.contact();
  expect(server.calls).toHaveLength(calls);
  const [first, second] = [await start(), await start()];
  await Promise.all([first.contact(), second.contact()]);
  expect(server.batches.flatMap(({ scans }) => scans)).toHaveLength(1);
  expect(store.rows().scans).toBe(0);
});

test('a phone enters once, whoever asks for it first', async () => {
  localStorage.removeItem(`entrada.door.token.${LIST}`);
  const server = buildServer(people);
  vi.stubGlobal('fetch', server.fetch);
  const page = enterOnce(LIST, 'Otter 42');
  const { start } = await setUp({ server });
  await Promise.all([page, enterOnce(LIST, 'Otter 42'), start()]);
  await enterOnce(LIST, 'Otter 42');
  expect(server.calls.filter((path) => path === '/devices')).toHaveLength(1);
});

test('two tabs scan the same ticket at the same instant: one lets in, and no scan is lost or doubled', async () => {
  const { server, store, scan, device, start } = await setUp();
  const tab = await start();
  await tab.contact();
  server.state = 'down';
  const both = await Promise.all([scan(codeOf({ attendeeId: 1 })), scan(codeOf({ attendeeId: 1 }), tab)]);
  expect(both.map(({ verdict }) => verdict).sort()).toEqual(['admitted', 'just_scanned']);
  await vi.waitFor(() => expect([device.status().waiting, tab.status().waiting]).toEqual([2, 2]));
  server.state = 'up';
  await Promise.all([device.contact(), tab.contact()]);
  expect(server.batches.flatMap(({ scans }) => scans)).toHaveLength(2);
  expect(server.received.size).toBe(2);
  expect(store.rows().scans).toBe(0);
  await vi.waitFor(() =>
    expect([device.status(), tab.status()]).toMatchObject([{ waiting: 0 }, { waiting: 0 }]),
  );
});

test('people whom two tabs learn of in another order are all on the disk', async () => {
  const { server, store, device, start } = await setUp();
  const tab = await start();
  await tab.contact();
  server.set(person(6));
  await device.contact();
  server.set(person(7));
  await tab.contact();
  server.set(person(6, { name: 'Renamed' }));
  await device.contact();
  await tab.contact();
  const { chunks } = await store.load(LIST);
  const kept = chunks.flat().map(([id, , name]) => `${id} ${name}`);
  expect(kept.sort()).toEqual([
    '1 Ana Ferrer',
    '2 Guest 2',
    '3 Guest 3',
    '4 Guest 4',
    '5 Guest 5',
    '6 Renamed',
    '7 Guest 7',
  ]);
});

test('a tab that sleeps in the middle of its work keeps the other one waiting only a moment', async () => {
  const { server, scan } = await setUp();
  server.state = 'down';
  let wake = () => {};
  void locks.request(`entrada.door.desk.${LIST}`, () => new Promise<void>((resolve) => (wake = resolve)));
  expect((await scan(codeOf({ attendeeId: 1 }))).verdict).toBe('admitted');
  wake();
});

import { expect, test, vi } from 'vitest';
import { newAttempt } from '../attempt.ts';
import { enterOnce } from '../entry/enter-once.ts';
import { locks, people, phonesOfFile } from './device-fixture.ts';
import { buildServer, codeOf, LIST, person } from './server-fixture.ts';

const { setUp } = phonesOfFile();

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

test('a tab that does not know yet that the network is gone counts whom the other tab lets in', async () => {
  const { server, scan, device, start } = await setUp({ server: buildServer([person(1), person(2)]) });
  const tab = await start();
  await tab.contact();
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  await vi.waitFor(() => expect(tab.status().waiting).toBe(1));
  await scan(codeOf({ attendeeId: 2 }));
  await vi.waitFor(() => expect(tab.status().waiting).toBe(2));
  expect([device.status().state, tab.status().state]).toEqual(['offline', 'online']);
  expect(await scan(codeOf({ attendeeId: 1 }), tab)).toMatchObject({ verdict: 'just_scanned', checkedIn: 2 });
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

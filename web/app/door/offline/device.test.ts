import { payloadOf } from '@entrada/contract/door/ticket-code';
import { expect, test, vi } from 'vitest';
import { newUndo } from '../attempt.ts';
import { HOUR, people, phonesOfFile, START } from './device-fixture.ts';
import { buildServer, codeOf, EVENT, person } from './server-fixture.ts';

const { setUp } = phonesOfFile();

test('decides by itself when the network is cut, for every kind of ticket', async () => {
  const { server, scan, device } = await setUp();
  server.state = 'down';
  expect(await scan(codeOf({ attendeeId: 1 }))).toMatchObject({
    verdict: 'admitted',
    isOffline: true,
    guest: { name: 'Ana Ferrer', ticket: 'Day ticket', reference: 'ENT-1' },
    attendees: 2,
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

test('the header counts what the phone keeps, also after a reload without a network, until the server knows it', async () => {
  const { server, scan, start, device, counts } = await setUp();
  // Somebody came in elsewhere after the page was opened, and one of another ticket was let in anyway.
  server.set([...person(4).slice(0, 6), [START, 'Door B']] as unknown as ReturnType<typeof person>);
  server.set([...person(3, { ticket: 2 }).slice(0, 6), [START, 'Door B']] as unknown as ReturnType<
    typeof person
  >);
  await device.contact();
  expect(device.status().counts).toBeNull();
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  expect(device.status().counts).toEqual({ attendees: 2, checkedIn: 3 });
  device.stop();
  const again = await start();
  await again.contact();
  expect(again.status().counts).toEqual({ attendees: 2, checkedIn: 3 });
  await again.undo(newUndo('ENT-1'));
  expect(again.status().counts).toEqual({ attendees: 2, checkedIn: 2 });
  server.state = 'up';
  await again.contact();
  expect(again.status().counts).toBeNull();
  expect(counts).toEqual([{ attendees: 5, checkedIn: 2 }]);
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

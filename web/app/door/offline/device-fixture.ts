import { afterEach, beforeEach, vi } from 'vitest';
import { newAttempt } from '../attempt.ts';
import type { Counts, Door } from '../use-door.ts';
import { type Device, openDevice } from './device.ts';
import { buildStore } from './memory/store-fixture.ts';
import { buildServer, EVENT, LIST, person } from './server-fixture.ts';

export const HOUR = 3_600_000;
export const START = Date.parse('2027-06-11T18:00:00Z');

export const door: Door = {
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
export const people = [
  person(1, { name: 'Ana Ferrer' }),
  person(2, { status: 1 }),
  person(3, { ticket: 2 }),
  person(4, { version: 2 }),
  person(5, { status: 2 }),
];

/** The locks of the browser, which all tabs share. */
export const { locks } = navigator;

/** A phone at a door for the tests of one file: its browser, its clock and its server are stand-ins. What a test opens ends with it. */
export function phonesOfFile() {
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
    const counts: Counts[] = [];
    const start = async () => {
      const page = new AbortController();
      pages.push(page);
      const device = await openDevice({
        store,
        listShortId: LIST,
        name: () => 'Otter 42',
        door,
        onCounts: (told) => counts.push(told),
        onRefused: (error) => refusals.push(error.code),
        signal: page.signal,
      });
      open.push(device);
      return device;
    };
    const device = await start();
    await device.contact();
    const scan = (code: string, on = device) => on.attempt(newAttempt({ method: 'scan', code }));
    return { server, store, device, start, scan, refusals, counts };
  }

  return { setUp };
}

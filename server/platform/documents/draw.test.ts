import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { FileStore } from '../files.ts';
import { openDrawings } from './draw.ts';
import type { Drawing } from './drawing.ts';
import { openKeptFiles } from './kept-files.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'entrada-drawn-'));
const folder = join(dataDir, 'drawn');
afterAll(() => rm(dataDir, { recursive: true, force: true }));
beforeEach(() => rm(folder, { recursive: true, force: true }));

type Tickets = Extract<Drawing, { kind: 'tickets' }>;

const VAT: PricedTaxOrFee = {
  id: 1,
  name: 'VAT',
  type: 'tax',
  calculation: 'percentage',
  rate: '5.0000',
  amount: null,
  included: true,
  value: 5,
};

const tickets: Tickets = {
  kind: 'tickets',
  locale: 'en',
  coverKey: 'abc/share.jpg',
  data: {
    event: {
      id: 7,
      title: 'Sea',
      url: 'https://x.example/event/7',
      organizerName: 'Mar',
      logo: null,
      startsAt: '2027-05-01T20:00:00.000Z',
      endsAt: '2027-05-01T23:00:00.000Z',
      timeZone: 'Europe/Madrid',
      location: { name: 'Hall', address: 'Street 1', mapUrl: 'https://m.example' },
      isOnline: false,
      isCalledOff: false,
      coverUrl: 'https://x.example/abc/share.jpg',
      calendarUrl: 'https://x.example/c.ics',
      supportEmail: 'help@x.example',
      footerMessageHtml: '<p>f</p>',
    },
    tickets: [
      {
        name: 'Ana Roig',
        ticketTitle: 'Pass',
        dates: null,
        reference: 'A-1',
        orderReference: 'ENT-1',
        url: 'https://x.example/ticket/7/a_1',
        code: 'code-1',
        price: { mode: 'inclusive', amount: 105, plusFees: 0, plusTaxes: 0, total: 105, contains: [VAT] },
        currency: 'EUR',
      },
    ],
  },
};

function open(given: { cover?: Buffer | null; kept?: ReturnType<typeof openKeptFiles> } = {}) {
  const { cover = Buffer.from('cover') } = given;
  const files = {
    get: () => (cover ? Promise.resolve(cover) : Promise.reject(new Error('gone'))),
  } as unknown as FileStore;
  const run = vi.fn(async (name: string, input: unknown) => Buffer.from(`${name} ${JSON.stringify(input)}`));
  const log = { warn: vi.fn() };
  const drawings = openDrawings({
    config: { dataDir },
    files,
    log,
    workers: { run: run as never },
    ...(given.kept && { kept: given.kept }),
  });
  return { ...drawings, run, log };
}

/** The drawing with each of its values changed, one at a time, and with each list made longer. */
function* changed(value: unknown, put: (next: unknown) => unknown, path = ''): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    yield [`${path}+`, put([...value, ...value])];
    for (const [at, one] of value.entries())
      yield* changed(one, (next) => put(value.with(at, next)), `${path}[${at}]`);
  } else if (typeof value === 'object' && value !== null) {
    yield [`${path}.new`, put({ ...value, aFactOfTomorrow: 'Friday' })];
    for (const [name, one] of Object.entries(value))
      yield* changed(one, (next) => put({ ...value, [name]: next }), `${path}.${name}`);
  } else yield [path, put(typeof value === 'boolean' ? !value : `${String(value)}0`)];
}

test('what was drawn is kept, also for another process, and never found for any other fact', async () => {
  const first = open();
  const drawn = await first.draw(tickets);
  expect(drawn.toString()).toContain('drawTickets');
  expect(await first.draw(structuredClone(tickets))).toEqual(drawn);
  const second = open();
  expect(await second.draw(tickets)).toEqual(drawn);
  expect([first.run.mock.calls.length, second.run.mock.calls.length]).toEqual([1, 0]);
  const others = [...changed(tickets, (next) => next)].filter(([path]) => path !== '.kind');
  expect(others.length).toBeGreaterThan(30);
  for (const [path, drawing] of others) {
    const before = second.run.mock.calls.length;
    await second.draw(drawing as Drawing);
    expect(second.run.mock.calls.length, path).toBe(before + 1);
  }
});

test('many who ask at the same time share one drawing', async () => {
  const { draw, run } = open();
  const all = await Promise.all(Array.from({ length: 30 }, () => draw(tickets)));
  expect(run).toHaveBeenCalledTimes(1);
  expect(new Set(all.map(String)).size).toBe(1);
});

test('jobs wait for a thread, requests are refused', async () => {
  const { draw, run } = open();
  const invoice = { kind: 'invoice', locale: 'en', data: { number: 'F1' } } as unknown as Drawing;
  await draw(tickets);
  await draw(invoice, { isPatient: true });
  expect(run.mock.calls.map((call) => (call as unknown[])[2])).toEqual([
    { isPatient: false },
    { isPatient: true },
  ]);
});

test('a ticket whose cover cannot be read is drawn without it and not kept', async () => {
  const without = open({ cover: null });
  expect((await without.draw(tickets)).toString()).toContain('"cover":null');
  expect(without.log.warn).toHaveBeenCalledTimes(1);
  const later = open();
  expect((await later.draw(tickets)).toString()).not.toContain('"cover":null');
});

test('a disk that keeps nothing stops no download', async () => {
  const kept = {
    find: async () => null,
    keep: () => Promise.reject(new Error('ENOSPC')),
    sweep: () => Promise.reject(new Error('EIO')),
  };
  const { draw, log } = open({ kept });
  expect((await draw(tickets)).toString()).toContain('drawTickets');
  expect(log.warn).toHaveBeenCalled();
});

test('what nobody has read for a while goes, and beyond the space the longest unread', async () => {
  const kept = openKeptFiles({ folder, maxBytes: 250, maxUnreadMs: 1000_000 });
  const aged = async (name: string, seconds: number) => {
    const at = new Date(Date.now() - seconds * 1000);
    await utimes(join(folder, name), at, at);
  };
  for (const key of ['a', 'b', 'c', 'd']) await kept.keep(key, Buffer.alloc(100, key));
  await aged('a.pdf', 10);
  await aged('b.pdf', 20);
  await aged('c.pdf', 7200);
  await aged('d.pdf', 1001);
  // Reading makes a file young again.
  expect(await kept.find('c')).toEqual(Buffer.alloc(100, 'c'));
  await writeFile(join(folder, 'e.half'), 'x');
  await writeFile(join(folder, 'f.half'), 'x');
  await aged('f.half', 4000);
  await kept.sweep();
  expect((await readdir(folder)).sort()).toEqual(['a.pdf', 'c.pdf', 'e.half']);
  expect(await kept.find('b')).toBeNull();
});

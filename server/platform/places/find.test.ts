import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { closeFile } from './file.ts';
import { findPlace } from './find.ts';
import { buildPlacesFile } from './mmdb-fixture.ts';

const folder = await mkdtemp(join(tmpdir(), 'entrada-places-'));
const path = join(folder, 'places.mmdb');
await writeFile(
  path,
  buildPlacesFile({
    '85.84.0.0/16': { country: { iso_code: 'ES' }, city: { names: { en: 'València', de: 'Valencia' } } },
    '145.1.2.0/24': { country_code: 'NL', city: 'Rotterdam' },
    '2a02:8108::/32': { country: { iso_code: 'DE' } },
    '5.5.5.0/24': { country: { iso_code: 'Nowhere' } },
  }),
);
afterEach(closeFile);
afterAll(() => rm(folder, { recursive: true }));

const warned: unknown[] = [];
const find = (address: string, { file, zone }: { file?: string; zone?: string } = {}) =>
  findPlace(
    {
      config: { placesFile: file },
      log: { warn: (...words: unknown[]) => warned.push(words) },
    } as unknown as Ctx,
    { address, zone },
  );

test.each([
  ['85.84.3.4', { kind: 'address', country: 'ES', city: 'València' }],
  ['::ffff:85.84.3.4', { kind: 'address', country: 'ES', city: 'València' }],
  ['145.1.2.255', { kind: 'address', country: 'NL', city: 'Rotterdam' }],
  ['2a02:8108:1::9', { kind: 'address', country: 'DE', city: null }],
  ['145.1.3.0', { kind: 'zone', zone: 'Europe/Madrid' }],
  ['5.5.5.5', { kind: 'zone', zone: 'Europe/Madrid' }],
] as const)(
  '%s by the file, and by the time zone where the file does not know it',
  async (address, place) => {
    expect(await find(address, { file: path, zone: 'Europe/Madrid' })).toEqual(place);
  },
);

test.each([
  '127.0.0.1',
  '10.9.8.7',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.7.7',
  '::ffff:192.168.1.1',
  '::1',
  'fd12:3456::1',
  'fe80::1',
])('%s is of the own network, whatever the browser says', async (address) => {
  expect(await find(address, { file: path, zone: 'Europe/Madrid' })).toEqual({ kind: 'local' });
});

test.each(['172.15.0.1', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2001:db8::1'])(
  '%s is not of the own network',
  async (address) => {
    expect(await find(address)).toBeNull();
  },
);

test.each(['Mars/Olympus', '', '<b>', '+02:00', 'x'.repeat(100)])(
  'a browser that names the zone "%s" has none',
  async (zone) => {
    expect(await find('8.8.8.8', { zone })).toBeNull();
  },
);

test('a file that is gone or broken stops nobody: the time zone counts, and the log says so', async () => {
  const broken = join(folder, 'broken.mmdb');
  await writeFile(broken, 'not a database');
  for (const file of [join(folder, 'gone.mmdb'), broken]) {
    warned.length = 0;
    expect(await find('85.84.3.4', { file, zone: 'Asia/Tokyo' })).toEqual({
      kind: 'zone',
      zone: 'Asia/Tokyo',
    });
    expect(warned).toHaveLength(1);
  }
  // Once it is in order, the next login finds it.
  await writeFile(broken, buildPlacesFile({ '85.84.0.0/16': { country: { iso_code: 'FR' } } }));
  expect(await find('85.84.3.4', { file: broken })).toMatchObject({ country: 'FR' });
});

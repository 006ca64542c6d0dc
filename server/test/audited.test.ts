import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS } from '@entrada/contract/endpoints';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from './app.ts';
import { LEAVES_NO_TRACE, TRACED_ELSEWHERE } from './requests/audited.ts';
import { bodiesOf, paramsOf, QUERIES } from './requests/bodies.ts';
import { buildRequestWorld } from './requests/world.ts';

const app = await buildTestApp();
const world = await buildRequestWorld(app.db);
const BODIES = bodiesOf(world);
const PARAMS = paramsOf(world);

const LAST = [
  'deleteTicket',
  'replaceCheckInLink',
  'closeCheckInLink',
  'deleteCheckInList',
  'deleteEvent',
  'logout',
];
const rank = (name: string) =>
  LAST.includes(name) ? 1 + LAST.indexOf(name) : Number(/^delete/.test(name)) / 2;
/** What people of an account change by, those last that end what others need. */
const changing = ENDPOINTS.filter(
  ({ endpoint }) => endpoint.method !== 'GET' && endpoint.access !== 'public' && endpoint.access !== 'self',
).sort((a, b) => rank(a.name) - rank(b.name));

const countEntries = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from app.audit_entries`.execute(app.db)).rows[0]?.n ??
  0;

/** Sends the request of the world, as its owner. */
async function change({ name, endpoint }: (typeof changing)[number]) {
  const before = await countEntries();
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => PARAMS[key] ?? '1');
  const body = BODIES[name];
  const reply = await app.as({ token: world.own.token }).send({
    method: endpoint.method,
    url: `/api${path}${QUERIES[name] ?? ''}`,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  });
  return { isDone: reply.statusCode < 300, entries: (await countEntries()) - before };
}

test('every route that changes something of an account records it, or the reason why not is written down', async () => {
  const silent: string[] = [];
  const untried: string[] = [];
  for (const one of changing) {
    if (one.name in LEAVES_NO_TRACE) continue;
    const { isDone, entries } = await change(one);
    if (entries > 0) continue;
    (isDone ? silent : untried).push(one.name);
  }
  const named = new Set(Object.keys(TRACED_ELSEWHERE));
  // The world's request changed nothing, or could not be carried out: another test shows the entry.
  expect([...silent, ...untried].filter((name) => !named.has(name))).toEqual([]);
  const known = new Set(ENDPOINTS.map(({ name }) => name));
  for (const name of [...named, ...Object.keys(LEAVES_NO_TRACE)]) expect(known, name).toContain(name);
}, 60_000);

test('whatever was recorded has words, and its fields are said or left out on purpose', async () => {
  const documents = await import('@entrada/documents');
  const words = await documents.auditWords('en');
  const { rows } = await sql<{
    action: string;
    target_type: string;
  }>`select distinct action, target_type from app.audit_entries`.execute(app.db);
  expect(rows.length).toBeGreaterThan(25);
  for (const { action, target_type: type } of rows) {
    expect(words.what(action), action).not.toBe(action);
    expect(words.kind(type), type).not.toBe(type);
  }
  const fields = await sql<{ field: string }>`select distinct jsonb_object_keys(side) as field
    from app.audit_entries, unnest(array[before, after]) side where jsonb_typeof(side) = 'object'`.execute(
    app.db,
  );
  expect(fields.rows.length).toBeGreaterThan(50);
  for (const { field } of fields.rows) expect(words.isKnown(field), field).toBe(true);
});

test('each action that is named for a route has words', async () => {
  const words = await (await import('@entrada/documents')).auditWords('en');
  for (const actions of Object.values(TRACED_ELSEWHERE))
    for (const action of actions) expect(words.what(action), action).not.toBe(action);
});

test('each action that the source names has words', async () => {
  const words = await (await import('@entrada/documents')).auditWords('en');
  const server = join(import.meta.dirname, '..');
  const named = new Set<string>();
  for (const file of await readdir(server, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('node_modules')) continue;
    const source = await readFile(join(server, file), 'utf8');
    for (const [, action = ''] of source.matchAll(/\baction: '([a-z_]+\.[a-z_-]+)'/g)) named.add(action);
  }
  expect(named.size).toBeGreaterThan(90);
  for (const action of named) expect(words.what(action), action).not.toBe(action);
});

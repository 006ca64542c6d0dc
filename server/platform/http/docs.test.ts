import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { denyUndeclared, denyUndescribed } from './declared.ts';

const LINTER = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js');
const app = await buildTestApp();
const get = (url: string) => app.as().send({ method: 'GET', url });
const document = (await get('/api/docs/openapi.json')).json();

type Operation = {
  operationId: string;
  responses: Record<string, { description: string; content?: object }>;
};
const operations = Object.values(document.paths).flatMap((path) =>
  Object.values(path as Record<string, Operation>),
);
const named = (name: string) => operations.find(({ operationId }) => operationId === name);

test('a linter of OpenAPI documents has nothing to say', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entrada-openapi-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // The installation of a test serves at localhost, which the linter takes for a forgotten example.
  const published = { ...document, servers: [{ url: 'https://tickets.example.org/api' }] };
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(published));
  // Two templates could stand for "by-slug/events". An organizer's id is a number, so no address is both.
  const ignored =
    "openapi.json:\n  no-ambiguous-paths:\n    - '#/paths/~1public~1organizers~1{organizerId}~1events'\n";
  await writeFile(join(folder, '.redocly.lint-ignore.yaml'), ignored);
  const rules = ['lint', 'openapi.json', '--extends=recommended', '--format=json'];
  const { stdout } = await promisify(execFile)(process.execPath, [LINTER, ...rules], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  }).catch((error: { stdout: string }) => error);
  const { totals, problems } = JSON.parse(stdout);
  const said = problems.map((one: { ruleId: string; message: string; location: { pointer: string }[] }) =>
    [one.ruleId, one.message, one.location[0]?.pointer].join(' '),
  );
  expect(said).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
}, 60_000);

test('the document holds files, exports and the webhook; the server does not start with a route outside it', () => {
  const names = [
    'exportOrders',
    'getTicketFile',
    'getCalendar',
    'uploadEventImage',
    'getPicture',
    'receiveWebhook',
  ];
  for (const name of names) expect(named(name), name).toBeDefined();
  const server = Fastify();
  const bound = denyUndeclared(server);
  server.get('/api/events', { config: { access: 'public' } }, () => 'no');
  expect(() => denyUndescribed(bound, [])).toThrow('GET /api/events is not described');
});

test('a call names the refusals that it can answer with', () => {
  const statuses = (name: string) => Object.keys(named(name)?.responses ?? {}).sort();
  expect(statuses('reserveOrder')).toEqual([
    '201',
    '400',
    '404',
    '413',
    '415',
    '422',
    '429',
    '503',
    'default',
  ]);
  expect(statuses('getMe')).toEqual(['200', '401', '503', 'default']);
  expect(statuses('deleteEvent')).toEqual(['204', '401', '403', '404', '503', 'default']);
  expect(named('reserveOrder')?.responses['429']?.description).toContain('PROOF_REQUIRED');
  expect(Object.keys(named('getTicketFile')?.responses['200']?.content ?? {})).toEqual(['application/pdf']);
});

test('the reference says how lists name their figures', async () => {
  const page = (await get('/api/docs')).body;
  expect(page).toContain('camelCase');
  expect(page).toContain('exportOrders');
});

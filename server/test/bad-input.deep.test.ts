import type { Endpoint } from '@entrada/contract/endpoint';
import { ENDPOINTS } from '@entrada/contract/endpoints';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildAccount } from '../accounts/factory.ts';
import { buildEvent } from '../catalog/events/factory.ts';
import { buildTicket } from '../catalog/tickets/factory.ts';
import { createRandom } from '../operations/demo/random.ts';
import { buildTestApp } from './app.ts';
import { IS_DEEP, sample } from './deep.ts';

const app = await buildTestApp();
const { accountId, token } = await buildAccount(app.db);
const { eventId } = await buildEvent(app.db, { accountId });
const { ticketId } = await buildTicket(app.db, { accountId, eventId });

const withBody = ENDPOINTS.filter(({ endpoint }) => !(endpoint.body instanceof z.ZodUndefined));

const path = (endpoint: Endpoint) =>
  `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'eventId') return String(eventId);
    if (name === 'ticketId') return String(ticketId);
    if (name === 'orderShortId') return `o_${'x'.repeat(22)}`;
    if (name === 'attendeeShortId') return `a_${'x'.repeat(22)}`;
    if (name === 'listShortId') return `cl_${'x'.repeat(22)}`;
    if (name === 'token') return 'x'.repeat(43);
    return '1';
  })}`;

const client = () => app.as({ token });
const json = { 'content-type': 'application/json' };

function expectProblem(
  reply: { statusCode: number; body: string; headers: Record<string, unknown> },
  note: string,
): void {
  expect(reply.statusCode, `${note}: ${reply.body}`).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode, `${note}: ${reply.body}`).toBeLessThan(500);
  expect(String(reply.headers['content-type']), note).toContain('application/problem+json');
  const problem = JSON.parse(reply.body);
  expect(problem, note).toMatchObject({
    status: reply.statusCode,
    code: expect.any(String),
    detail: expect.any(String),
    requestId: expect.any(String),
  });
  expect(reply.body, note).not.toMatch(/at \w+ \(|node_modules|\.ts:\d/);
}

describe.each(withBody.map(({ name, endpoint }) => [name, endpoint] as const))('%s', (_, endpoint) => {
  const send = (payload: string | Buffer, headers: Record<string, string> = json) =>
    client().send({ method: endpoint.method, url: path(endpoint), headers, payload });

  test('what cannot be read is a problem document, never a 5xx', async () => {
    expectProblem(await send('{"a":'), 'malformed JSON');
    expectProblem(await send('{"__proto__":{"x":1}}'), 'prototype');
    expectProblem(await send('[]'), 'array');
    expectProblem(await send('null'), 'null');
    expectProblem(await send('"\\ud800"'), 'lone surrogate');
    expectProblem(await send('a=1', { 'content-type': 'application/x-www-form-urlencoded' }), 'form');
    expectProblem(
      await send(Buffer.from([0xff, 0xfe, 0x00]), { 'content-type': 'application/octet-stream' }),
      'bytes',
    );
    expectProblem(await send(`{"x":"${'y'.repeat(1_200_000)}"}`), 'oversized');
    expectProblem(await send(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), 'deep');
  });

  test('an unknown field is refused', async () => {
    const reply = await send(JSON.stringify({ surprise: true }));
    expectProblem(reply, 'unknown field');
  });
});

test('the same parameter twice, NUL and nonsense in query strings and paths', async () => {
  const urls = [
    `/api/events?page=1&page=2`,
    `/api/events?page=0`,
    `/api/events?page=99999999999`,
    `/api/events?per_page=101`,
    `/api/events?sort_by=password`,
    `/api/events?sort_direction=sideways`,
    `/api/events?query=${encodeURIComponent('a\u0000b')}`,
    `/api/events?filter_fields[secret][eq]=1`,
    `/api/events?filter_fields[status][regex]=1`,
    `/api/events?filter_fields[organizer_id][eq]=1;drop table app.users`,
    `/api/events?filter_fields[__proto__][eq]=1`,
    `/api/events?wat=1`,
    `/api/events/0`,
    `/api/events/99999999999999999999`,
    `/api/events/1%00`,
    `/api/events/%F0%28%8C%28`,
    `/api/events/${eventId}/tickets/abc`,
    `/api/public/orders/o_short`,
    `/api/nothing/here`,
  ];
  for (const url of urls) expectProblem(await client().send({ method: 'GET', url }), url);
});

test('an object where a text or a list is measured', async () => {
  const length = { valueOf: 1, toString: 1 };
  const reply = await client().send({
    method: 'POST',
    url: '/api/auth/login',
    headers: json,
    payload: JSON.stringify({ email: 'a@example.org', password: { length } }),
  });
  expectProblem(reply, 'measured');
  expect(reply.json().errors).toEqual([{ path: 'password', code: 'invalid_format' }]);
  for (const { name, endpoint } of sample(withBody, 6)) {
    const { properties = {} } = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
    const fields = Object.keys(properties).map((key) => [key, { length, size: length }]);
    for (const body of [{ length }, ...fields.map((field) => Object.fromEntries([field]))]) {
      const url = path(endpoint);
      const payload = JSON.stringify(body);
      expectProblem(await client().send({ method: endpoint.method, url, headers: json, payload }), name);
    }
  }
});

test('a list names what it allows when it refuses', async () => {
  const reply = await client().send({ method: 'GET', url: '/api/events?sort_by=password' });
  expect(reply.statusCode).toBe(422);
  expect(reply.json().errors[0]).toMatchObject({
    path: 'sort_by',
    code: 'invalid_choice',
    allowed: expect.arrayContaining(['starts_at']),
  });
});

test('random bodies never bring a 5xx', async () => {
  const random = createRandom(20261121);
  const values: unknown[] = [
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    '',
    ' ',
    '\u0000',
    '\ud800',
    'ß'.repeat(300),
    '🎟️',
    '<script>alert(1)</script>',
    "'; drop table app.orders; --",
    '2027-06-11T16:00:00Z',
    '0000-00-00T00:00:00Z',
    '9999-12-31T23:59:59Z',
    'Europe/Madrid',
    'Mars/Olympus',
    'EUR',
    [],
    {},
    [[]],
    { toString: 1 },
    { length: { valueOf: 1, toString: 1 } },
    'javascript:alert(1)',
    '%',
    '_',
    '\\',
  ];
  const keysOf = (schema: z.ZodType): string[] => {
    const shape = (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object })
      .properties;
    return Object.keys(shape ?? {});
  };
  const shapes = withBody.map(({ endpoint }) => ({ endpoint, keys: keysOf(endpoint.body) }));
  const visitors = Array.from({ length: 40 }, () => client());
  for (let round = 0; round < (IS_DEEP ? 1500 : 200); round += 1) {
    const { endpoint, keys } = random.pick(shapes as [(typeof shapes)[number], ...typeof shapes]);
    const body = Object.fromEntries(
      keys
        .filter(() => random.next() > 0.2)
        .map((key) => [key, values[random.between(0, values.length - 1)]]),
    );
    const visitor = visitors[round % visitors.length];
    const reply = await visitor?.send({
      method: endpoint.method,
      url: path(endpoint),
      headers: json,
      payload: JSON.stringify(body),
    });
    expect(
      reply?.statusCode,
      `${endpoint.method} ${endpoint.path} ${JSON.stringify(body)}: ${reply?.body}`,
    ).toBeLessThan(500);
  }
}, 120_000);
